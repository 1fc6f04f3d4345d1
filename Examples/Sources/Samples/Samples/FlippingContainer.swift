// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A container that flips between two children, as utility programs do.
@MainActor final class FlippingContainer: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = FlipController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.type("On the front", into: "Text")
    user.press("Flip")
    user.type("On the back", into: "Text")
  }
}

private final class FlipController: ViewController {
  private let front = SideController("Front")
  private let back = SideController("Back")
  private lazy var side = front

  init() {
    super.init(restorationIdentifier: "Flip")
    addChild(front)
    addChild(back)
  }

  override var visibleChildren: [ViewController] { [side] }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(Button("Flip") { [weak self] in self?.flip() })
    view.addSubview(side.view)
  }

  private func flip() { show(side === front ? back : front) }

  private func show(_ other: SideController) {
    side.view.removeFromSuperview()
    side = other
    view.addSubview(side.view)
    invalidateRestorableState()
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children, forKey: "children")
    coder.encode(side, forKey: "side")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let side = coder.decodeObject(SideController.self, forKey: "side") { show(side) }
  }
}

private final class SideController: ViewController {
  init(_ title: String) {
    super.init(restorationIdentifier: title)
    self.title = title
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Text"))
  }
}
