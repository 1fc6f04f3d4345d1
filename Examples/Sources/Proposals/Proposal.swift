// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// What one visitor proposes, half-filled or whole, and where in it they are.
final class Proposal: StateRestoring {
  @Restorable var name = ""
  @Restorable var email = ""
  @Restorable var biography = ""
  @Restorable var title = ""
  @Restorable var summary = ""
  @Restorable var kind = "talk"
  @Restorable var notes = ""
  /// Names of files; a conference asks for the files themselves later.
  @Restorable var attachments: [String] = []
  @Restorable var isSubmitted = false
  /// Chosen by the visitor; empty for what the browser prefers.
  @Restorable var language = ""
  @Restorable var step = 1
  /// The field that had the focus, and the place in its text.
  @Restorable var focus = ""
  @Restorable var caret = 0
  /// The page that sent a form last, and the number it gave that form.
  @Restorable var page = ""
  @Restorable var formNumber = 0

  /// The proposal of somebody new, which nothing is kept of.
  init() {}

  convenience init(registeringWith coordinator: RestorationCoordinator) {
    self.init()
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Proposal")
  }

  /// The steps, with the fields of each.
  static let steps: [[String]] = [
    ["name", "email", "biography"], ["title", "kind", "summary"], ["notes"], [],
  ]

  /// Whether a form is newer than all that its page has sent before.
  ///
  /// A proxy that had no answer sends a form again, and it may arrive after the next one. Pages without
  /// JavaScript number nothing, and send one form.
  func accepts(_ form: [String: String]) -> Bool {
    guard let page = form["page"]?.prefix(50), let number = form["formNumber"].flatMap({ Int($0) })
    else { return true }
    if page == self.page, number <= formNumber { return false }
    (self.page, formNumber) = (String(page), number)
    return true
  }

  /// How many characters of a field are kept.
  static let longest = 20_000

  /// Takes over what a form has sent; names that are no field's mean nothing.
  func update(from form: [String: String]) {
    for (field, text) in form {
      let text = String(text.replacing("\r\n", with: "\n").prefix(Self.longest))
      switch field {
      case "name": name = text
      case "email": email = text
      case "biography": biography = text
      case "title": title = text
      case "summary": summary = text
      case "kind": if ["talk", "workshop", "lightning"].contains(text) { kind = text }
      case "notes": notes = text
      case "focus": focus = String(text.prefix(20))
      case "caret": caret = Int(text) ?? 0
      default: break
      }
    }
  }

  func text(of field: String) -> String {
    switch field {
    case "name": name
    case "email": email
    case "biography": biography
    case "title": title
    case "summary": summary
    case "kind": kind
    case "notes": notes
    default: ""
    }
  }

  /// Adds an attachment's name, of which there are ten at most.
  func attach(_ name: String) {
    let name = name.split(separator: "/").last.map { String($0.prefix(200)) } ?? ""
    guard !name.isEmpty, attachments.count < 10, !attachments.contains(name) else { return }
    attachments.append(name)
  }

  /// The fields without which it cannot be sent, and which are empty.
  var missing: [String] {
    ["name", "email", "title", "summary"].filter { text(of: $0).allSatisfy(\.isWhitespace) }
  }
}
