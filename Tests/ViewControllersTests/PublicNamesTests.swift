// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

/// A controller and its model with UIKit's names, without the prefix.
///
/// ``TestDelegate`` has those of the delegate.
@MainActor @Suite struct PublicNamesTests {
  private let device = Device {
    $0.rootViewController = ViewController(restorationIdentifier: "Root")
  }

  private func launch(_ model: NamesModel) -> Session {
    device.launch { delegate in
      delegate.willFinish = { application in
        application.register(DetailController.self)
        application.registerObject(forStateRestoration: model, restorationIdentifier: "Model")
        DetailController.sharedModel = model
      }
    }
  }

  @Test("R169: a UIKit controller's body compiles, and restores as in UIKit")
  func namesAreUIKits() throws {
    let (model, again) = (NamesModel(), NamesModel())
    let first = launch(model)
    first.root?.present(DetailController(), animated: false)
    model.text = "half typed"
    first.application.terminate()

    let (second, calls) = CallLog.recording { launch(again) }
    let detail = try #require(second.root?.presentedViewController as? DetailController)
    #expect(detail.pathOfLookup == ["Root", "Detail"])
    #expect(detail.model === again)
    #expect(again.text == "half typed")
    #expect(again.hasFinished)
    #expect(calls.contains("ask Root"))
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
