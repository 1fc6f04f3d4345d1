// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One element of a storyboard's XML.
final class Element {
  let name: String
  private(set) var attributes: [String: String]
  /// The line on which the element's opening tag ends.
  let line: Int
  var children: [Element] = []
  var text = ""

  init(name: String, attributes: [String: String], line: Int) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// The element's tag in diagnostics, including its `key`.
  var tag: String { self["key"].map { "<\(name) key=\"\($0)\">" } ?? "<\(name)>" }

  /// Replaces a text of the file.
  func setString(_ text: String, forKey key: String) {
    if let value = value(of: key), value.name == "string" || value.name == "mutableString" {
      (value.text, value.attributes["base64-UTF8"]) = (text, nil)
      attributes[key] = nil
    } else {
      attributes[key] = text
    }
  }

  /// The object's id in the file.
  var id: String? { attributes["id"] }

  /// Returns the first child with a name.
  func child(_ name: String) -> Element? { children.first { $0.name == name } }

  /// Returns the child that is the value of a property.
  func value(of key: String) -> Element? { children.first { $0["key"] == key } }

  /// Returns the elements of a child list, such as `subviews`.
  func list(_ name: String) -> [Element] { child(name)?.children ?? [] }

  /// The element with the subviews: the content view, if any.
  var content: Element { value(of: "contentView") ?? self }

  /// The elements that connect this object to others.
  var connections: [Element] { list("connections") }

  var segues: [Element] { connections.filter { $0.name == "segue" } }

  /// Whether using its source performs the segue.
  ///
  /// A cell's accessory has a segue of its own.
  var startsAtTap: Bool {
    self["kind"] != "embed" && self["kind"] != "relationship"
      && self["trigger"] != "accessoryAction"
  }

  /// Returns a Boolean attribute; `nil` if it is absent.
  func flag(_ attribute: String) -> Bool? {
    attributes[attribute].map { $0 == "YES" || $0 == "true" }
  }

  /// Returns a finite number; `nil` if absent or not finite.
  func number(_ attribute: String) -> Double? {
    attributes[attribute].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a length, clamped to 0 to 10,000 points.
  func length(_ attribute: String) -> Double? {
    number(attribute).map { max(0, min($0, 10_000)) }
  }

  /// Returns a text from an attribute or a child.
  ///
  /// Texts that do not fit into an attribute are in a child.
  func string(_ key: String) -> String? {
    if let value = attributes[key] { return value }
    guard let value = value(of: key) else { return nil }
    if value.name == "attributedString" { return value.attributedText }
    guard value.name == "string" || value.name == "mutableString" else { return nil }
    guard value.flag("base64-UTF8") ?? false else { return value.text }
    return value.decodedText
  }

  /// The text of a view, without attributes.
  var viewText: String? { string("text") ?? string("attributedText") }

  /// The decoded text.
  ///
  /// Interface Builder omits the padding.
  private var decodedText: String {
    let code = text.filter { !$0.isWhitespace && $0 != "=" }
    let padding = String(repeating: "=", count: (4 - code.count % 4) % 4)
    return Data(base64Encoded: code + padding).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private var attributedText: String {
    list("fragments").map { $0.string("content") ?? "" }.joined()
  }

  /// The frame in the superview; `nil` if the file has none.
  var frame: CGRect? {
    guard let rect = value(of: "frame"), rect.name == "rect",
      let width = rect.length("width"), let height = rect.length("height")
    else { return nil }
    let place = { (attribute: String) in max(-10_000, min(rect.number(attribute) ?? 0, 10_000)) }
    return CGRect(x: place("x"), y: place("y"), width: width, height: height)
  }

  /// Visits this element and all below it, in file order.
  func visit(_ body: (Element) throws(StoryboardError) -> Bool) throws(StoryboardError) {
    guard try body(self) else { return }
    for child in children { try child.visit(body) }
  }
}
