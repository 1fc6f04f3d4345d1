// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import ViewControllers

/// The storyboards of these tests.
@MainActor enum Fixtures {
  /// A bundle whose root is the folder of fixtures.
  static let bundle =
    Bundle(url: Bundle.module.bundleURL.appendingPathComponent("Fixtures")) ?? .module

  static func open(
    _ name: String, application: Application? = nil
  ) throws -> Storyboard {
    try Storyboard(name: name, bundle: bundle, application: application)
  }

  /// Writes a storyboard file and opens it.
  static func open(text: String, application: Application? = nil) throws -> Storyboard {
    try open(bytes: Data(text.utf8), application: application)
  }

  static func open(bytes: Data, application: Application? = nil) throws -> Storyboard {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).storyboard")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Storyboard(contentsOf: file, application: application)
  }

  /// Returns a storyboard around scenes.
  ///
  /// Each scene is one line; the first is line 4.
  static func document(initial: String? = nil, _ scenes: String...) -> String {
    let initial = initial.map { " initialViewController=\"\($0)\"" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"\(initial)>
      <scenes>
      \(scenes.map { "<scene><objects>\($0)</objects></scene>" }.joined(separator: "\n"))
      </scenes>
      </document>
      """
  }
}

/// Prints controllers as lines: class, identifier and title, children indented.
@MainActor func outline(_ controller: ViewController?, _ indent: String = "") -> [String] {
  guard let controller else { return [] }
  let parts = ["\(type(of: controller))", controller.restorationIdentifier, controller.title]
  let line = indent + parts.map { $0 ?? "-" }.joined(separator: " | ")
  return [line] + controller.children.flatMap { outline($0, indent + "  ") }
}

/// Returns the first view of a class at or below a view.
@MainActor func find<Kind: View>(_: Kind.Type = Kind.self, in view: View) -> Kind? {
  if let view = view as? Kind { return view }
  return view.subviews.lazy.compactMap { find(Kind.self, in: $0) }.first
}
