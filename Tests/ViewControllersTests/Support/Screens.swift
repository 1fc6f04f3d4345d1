// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import ViewControllers

/// A controller with one value that logs its hooks.
@MainActor class Screen: ViewController {
  var note = 0

  init(_ identifier: String?) {
    super.init()
    restorationIdentifier = identifier
  }

  private func log(_ event: String) { CallLog.add("\(event) \(restorationIdentifier ?? "-")") }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    log("encode")
    coder.encode(note, forKey: "note")
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    log("decode")
    note = coder.decodeInteger(forKey: "note")
    super.decodeRestorableState(with: coder)
    log("decoded")
  }

  override func applicationFinishedRestoringState() { log("finished") }
  override func didReceiveMemoryWarning() { log("memory") }
  override func viewDidLoad() { log("load") }
  override func viewWillAppear(_ animated: Bool) { log(animated ? "slideIn" : "willAppear") }
  override func viewDidAppear(_ animated: Bool) { log("appear") }
  override func viewWillDisappear(_ animated: Bool) { log("willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log("disappear") }
}

/// A screen that its class recreates, unless its note is ``goneNote``.
@MainActor final class MadeScreen: Screen, ViewControllerRestoration {
  static let goneNote = -1

  override init(_ identifier: String?) {
    super.init(identifier)
    restorationClass = MadeScreen.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    CallLog.add("make " + identifierComponents.joined(separator: "/"))
    guard coder.decodeInteger(forKey: "note") != goneNote else { return nil }
    return MadeScreen(identifierComponents.last)
  }
}

/// Returns a navigation controller with an identifier.
@MainActor func navigation(
  _ identifier: String? = "Nav", root: ViewController? = nil
) -> NavigationController {
  let navigation = NavigationController(rootViewController: root)
  navigation.restorationIdentifier = identifier
  return navigation
}

/// A custom container that shows all its children side by side.
@MainActor final class PairController: ViewController {
  init(_ identifier: String?, _ children: [ViewController]) {
    super.init()
    restorationIdentifier = identifier
    children.forEach(addChild)
  }

  override func viewDidLoad() {
    for child in children { view.addSubview(child.view) }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children, forKey: "children")
  }
}

/// A view with one value that logs its path when decoded.
@MainActor final class LoggingView: View {
  var mark = 0

  init(_ identifier: String?) {
    super.init()
    restorationIdentifier = identifier
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    CallLog.add("view encode \(restorationIdentifier ?? "-")")
    coder.encode(mark, forKey: "mark")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    CallLog.add("view decode " + coder.identifierPath.joined(separator: "/"))
    mark = coder.decodeInteger(forKey: "mark")
  }
}

/// A recreated container whose child has a view with state.
@MainActor final class MadePair: ViewController, ViewControllerRestoration {
  let inner = Screen("Inner")
  private let marked = LoggingView("Marked")

  init(_ identifier: String?) {
    super.init()
    restorationIdentifier = identifier
    restorationClass = MadePair.self
    addChild(inner)
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MadePair(identifierComponents.last) }

  override func viewDidLoad() {
    view.addSubview(inner.view)
    inner.view.addSubview(marked)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(inner, forKey: "inner")
  }

  var mark: Int { marked.mark }

  func loadViewAndMark(_ mark: Int) {
    _ = view
    marked.mark = mark
  }
}
