// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A restorable screen with text fields, created by its own class.
@MainActor final class Screen: ViewController, ViewControllerRestoration {
  /// The number of fields on every screen of a program.
  static var fieldCount = 0

  private(set) var fields: [TextField] = []

  init() {
    super.init(restorationIdentifier: "Screen")
    restorationClass = Screen.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { Screen() }

  override func viewDidLoad() {
    fields = (0..<Self.fieldCount).map { TextField(restorationIdentifier: "Field \($0)") }
    fields.forEach(view.addSubview)
  }

  /// Types into a field, as a user does.
  func type(_ text: String, into index: Int) {
    fields[index].hostDidEdit(text: text, selectedTextRange: text.count..<text.count)
  }
}
