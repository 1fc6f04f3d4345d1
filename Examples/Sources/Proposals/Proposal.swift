// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// One visitor's proposal, and their place in it.
final class Proposal: StateRestoring {
  @Restorable var name = ""
  @Restorable var email = ""
  @Restorable var biography = ""
  @Restorable var title = ""
  @Restorable var summary = ""
  @Restorable var kind = "talk"
  @Restorable var notes = ""
  /// The names of files; a conference asks for the files later.
  @Restorable var attachments: [String] = []
  @Restorable var isSubmitted = false
  /// Whether the visitor has logged in with a speaker's code.
  @Restorable var isInvited = false
  /// The visitor's choice; empty to use the browser's preference.
  @Restorable var language = ""
  @Restorable var step = 1
  /// The focused field; the caret's position follows.
  @Restorable var focus = ""
  @Restorable var caret = 0
  /// The page that sent the last form; the form's number follows.
  @Restorable var page = ""
  @Restorable var formNumber = 0

  /// Creates the proposal of a new visitor, which is not saved.
  init() {}

  convenience init(registeringWith coordinator: RestorationCoordinator) {
    self.init()
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Proposal")
  }

  /// The steps, with the fields of each.
  static let steps: [[String]] = [
    ["name", "email", "biography"], ["title", "kind", "summary"], ["notes"], [],
  ]

  /// Whether a form is newer than all earlier ones of its page.
  ///
  /// A proxy without an answer sends a form again, which may arrive after the next one. A page
  /// without JavaScript sends one form, without a number.
  func accepts(_ form: [String: String]) -> Bool {
    guard let page = form["page"]?.prefix(50), let number = form["formNumber"].flatMap({ Int($0) })
    else { return true }
    if page == self.page, number <= formNumber { return false }
    (self.page, formNumber) = (String(page), number)
    return true
  }

  /// The greatest number of characters kept in a field.
  static let longest = 20_000

  /// Takes the values of a form; ignores names that are not fields.
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

  /// Adds an attachment's name; there are ten at most.
  func attach(_ name: String) {
    let name = name.split(separator: "/").last.map { String($0.prefix(200)) } ?? ""
    guard !name.isEmpty, attachments.count < 10, !attachments.contains(name) else { return }
    attachments.append(name)
  }

  /// The required fields that are still empty.
  var missing: [String] {
    ["name", "email", "title", "summary"].filter { text(of: $0).allSatisfy(\.isWhitespace) }
  }
}
