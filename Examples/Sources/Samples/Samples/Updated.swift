// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// State from an older version with another class and format.
///
/// The older screen saved its zoom in percent.
@MainActor final class Updated: Sample {
  private let isUpdated: Bool

  init(life: Int) { isUpdated = life > 1 }

  var schemaVersion: Int { isUpdated ? 2 : 1 }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    if isUpdated {
      application.register(Version2.PageController.self)
      application.restoration.migrate(
        Version2.PageController.self, from: 1, named: "Percent to scale"
      ) { record in
        let percent = record.decode(Int.self, forKey: "zoom") ?? 100
        try record.encode(Double(percent) / 100, forKey: "scale")
        record.remove("zoom")
      }
    } else {
      application.register(Version1.PageController.self)
    }
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: ViewController(restorationIdentifier: "Pages"),
      restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let page = Version1.PageController()
    user.controller(NavigationController.self).pushViewController(page, animated: true)
    page.zoom = 150
    user.type("Kept over the update", into: "Remark")
  }

  func remarks(_ user: User) -> [String] {
    let scale =
      isUpdated
      ? user.controller(Version2.PageController.self).scale
      : Double(user.controller(Version1.PageController.self).zoom) / 100
    return ["zoomed to \(scale)"]
  }
}

private enum Version1 {
  final class PageController: ViewController, ViewControllerRestoration {
    var zoom = 100 { didSet { invalidateRestorableState() } }

    init() {
      super.init(restorationIdentifier: "Page")
      restorationClass = PageController.self
    }

    static func viewController(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> ViewController? { PageController() }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(TextField(restorationIdentifier: "Remark"))
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(zoom, forKey: "zoom")
    }
  }
}

private enum Version2 {
  final class PageController: ViewController, ViewControllerRestoration {
    override class var schemaVersion: Int { 2 }

    static let formerNames = ["Samples.Version1.PageController"]

    private(set) var scale = 1.0

    init() {
      super.init(restorationIdentifier: "Page")
      restorationClass = PageController.self
    }

    static func viewController(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> ViewController? { PageController() }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(TextField(restorationIdentifier: "Remark"))
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(scale, forKey: "scale")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      super.decodeRestorableState(with: coder)
      scale = coder.decodeDouble(forKey: "scale")
    }
  }
}
