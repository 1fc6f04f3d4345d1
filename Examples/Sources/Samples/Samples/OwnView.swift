// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A custom view class, a scrolled page, and a zoomed image.
@MainActor final class OwnView: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = DrawingController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.view("Canvas", CanvasView.self).draw("circle")
    user.view("Canvas", CanvasView.self).draw("line")
    let page = user.view("Page", ScrollView.self)
    page.hostDidMeasureContent(size: CGSize(width: 1000, height: 5000))
    page.hostDidScroll(to: CGPoint(x: 0, y: 1234))
    user.view("Photo", ImageView.self).transform = CGAffineTransform(scaleX: 2, y: 2)
  }

  func remarks(_ user: User) -> [String] {
    let shapes = user.view("Canvas", CanvasView.self).shapes
    let transform = user.view("Photo", ImageView.self).transform
    return ["drawn: \(shapes.joined(separator: ", "))", "photo zoomed to \(transform.a)"]
  }
}

private final class DrawingController: ViewController {
  init() { super.init(restorationIdentifier: "Drawing") }

  override func viewDidLoad() {
    super.viewDidLoad()
    let page = ScrollView()
    page.restorationIdentifier = "Page"
    page.addSubview(CanvasView())
    view.addSubview(page)
    view.addSubview(ImageView(restorationIdentifier: "Photo"))
  }
}

private final class CanvasView: View {
  private(set) var shapes: [String] = [] { didSet { invalidateRestorableState() } }

  override init() {
    super.init()
    restorationIdentifier = "Canvas"
  }

  func draw(_ shape: String) { shapes.append(shape) }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(shapes, forKey: "shapes")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    shapes = coder.decode([String].self, forKey: "shapes") ?? []
  }
}
