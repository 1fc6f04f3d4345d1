// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing
import ViewControllers

/// A controller and its model with UIKit's names, without the prefix.
@MainActor @Suite struct PublicNamesTests {
  @Test("R169: a UIKit controller's body compiles, and restores as in UIKit")
  func namesAreUIKits() throws {
    let (store, keys) = (MemoryStore(), MemoryKeyProvider())
    func launch() -> (Application, NamesDelegate) {
      let delegate = NamesDelegate()
      let application = Application(
        ApplicationDescription(identifier: "names", version: "1"), delegate: delegate,
        host: HeadlessHost(), archiver: Archiver(store: store, keys: keys))
      application.launch()
      return (application, delegate)
    }
    let (first, delegate) = launch()
    delegate.root.present(DetailController(), animated: false)
    delegate.model.text = "half typed"
    first.terminate()

    let (_, again) = launch()
    let detail = try #require(again.root.presentedViewController as? DetailController)
    #expect(detail.pathOfLookup == ["Root", "Detail"])
    #expect(detail.model === again.model)
    #expect(again.model.text == "half typed")
    #expect(again.model.hasFinished)
    #expect(again.lookups.contains(["Root"]))
  }
}

@MainActor private final class NamesDelegate: StateRestoringApplicationDelegate {
  let root = ViewController()
  let model = NamesModel()
  private(set) var lookups: [[String]] = []

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.register(DetailController.self)
    application.registerObject(forStateRestoration: model, restorationIdentifier: "Model")
    let window = Window(application: application)
    root.restorationIdentifier = "Root"
    window.rootViewController = root
    window.makeKeyAndVisible()
    DetailController.sharedModel = model
    return true
  }

  func application(_ application: Application, shouldSaveApplicationState coder: RestorationEncoder)
    -> Bool
  { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    lookups.append(identifierComponents)
    return nil
  }
}

@MainActor private final class DetailController: ViewController, ViewControllerRestoration {
  static weak var sharedModel: NamesModel?
  private(set) var pathOfLookup: [String] = []
  private(set) var model = DetailController.sharedModel

  init() {
    super.init(restorationIdentifier: "Detail")
    restorationClass = DetailController.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard coder.containsValue(forKey: "model") else { return nil }
    let controller = DetailController()
    controller.pathOfLookup = identifierComponents
    return controller
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(model, forKey: "model")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    model = coder.decodeObject(forKey: "model")
  }
}

private final class NamesModel: StatePreserving {
  var text = ""
  private(set) var hasFinished = false

  var restorationParent: (any StateRestoring)? { nil }
  var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(text, forKey: "text")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    text = coder.decodeString(forKey: "text") ?? ""
  }

  func applicationFinishedRestoringState() { hasFinished = true }
}
