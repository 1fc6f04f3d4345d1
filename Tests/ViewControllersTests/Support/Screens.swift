// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
@MainActor class MadeScreen: Screen, ViewControllerRestoration {
  static let goneNote = -1

  required override init(_ identifier: String?) {
    super.init(identifier)
    restorationClass = type(of: self)
  }

  class func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    CallLog.add("make " + identifierComponents.joined(separator: "/"))
    guard coder.decodeInteger(forKey: "note") != goneNote else { return nil }
    return self.init(identifierComponents.last)
  }
}

/// Returns a navigation controller with an identifier.
@MainActor func navigation(
  _ identifier: String? = "Nav", root: ViewController? = nil
) -> NavigationController {
  NavigationController(rootViewController: root, restorationIdentifier: identifier)
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
@MainActor class LoggingView: View {
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

/// A screen with a view that has state.
@MainActor final class MarkedScreen: Screen {
  let marked = LoggingView("Marked")

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(marked)
  }
}
