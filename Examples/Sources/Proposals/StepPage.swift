// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The values of a step's page, with the template's names.
struct StepPage: Sendable {
  let language: String
  let words: [String: String]
  let languages: [LanguageButton]
  let number: Int
  let heading: String
  let steps: [StepLink]
  let fields: [Field]
  let longest = Proposal.longest
  let takesAttachments: Bool
  /// The action of the Enter key.
  let `default`: String
  let attachments: [Attachment]
  let hasPrevious: Bool
  let isPreview: Bool
  let isSubmitted: Bool
  let isIncomplete: Bool
  let missing: String
  let summary: [Entry]
  let focus: String
  let caret: Int
  let link: String
  /// The identifier of the session after a log-in; `nil` if the visitor cannot log in.
  let logIn: String?
  let isInvited: Bool

  struct StepLink: Sendable {
    let number: Int
    let label: String
    let isCurrent: Bool
  }

  struct Field: Sendable {
    let name: String
    let label: String
    let text: String
    let isText: Bool
    let isLong: Bool
    let isChoice: Bool
    let type: String
    let autocomplete: String
    let choices: [Choice]

    init(_ name: String, _ proposal: Proposal, _ wording: Wording) {
      (self.name, label, text) = (name, wording[name], proposal.text(of: name))
      isChoice = name == "kind"
      isLong = ["biography", "summary", "notes"].contains(name)
      isText = !isChoice && !isLong
      type = name == "email" ? "email" : "text"
      autocomplete = ["name", "email"].contains(name) ? name : "off"
      choices =
        isChoice
        ? ["talk", "workshop", "lightning"].map {
          Choice(value: $0, label: wording[$0], isChosen: $0 == proposal.kind)
        } : []
    }
  }

  struct Choice: Sendable {
    let value: String
    let label: String
    let isChosen: Bool
  }

  struct Attachment: Sendable {
    let index: Int
    let name: String
  }

  /// A line of the preview.
  struct Entry: Sendable {
    let label: String
    let paragraphs: [String]
    let nothing: String
  }

  init(
    _ proposal: Proposal, _ number: Int, _ wording: Wording, of wordings: [Wording], link: String,
    logIn: String?
  ) {
    (isInvited, self.logIn) = (proposal.isInvited, proposal.isInvited ? nil : logIn)
    (language, words, self.number, self.link) = (wording.language, wording.words, number, link)
    languages = LanguageButton.all(wordings, current: wording.language)
    heading = wording["step\(number)"]
    steps = (1...Proposal.steps.count).map {
      StepLink(number: $0, label: wording["step\($0)"], isCurrent: $0 == number)
    }
    fields = Proposal.steps[number - 1].map { Field($0, proposal, wording) }
    takesAttachments = number == 3
    `default` = takesAttachments ? "attach" : "next"
    attachments = proposal.attachments.enumerated().map { Attachment(index: $0, name: $1) }
    hasPrevious = number > 1
    isPreview = number == Proposal.steps.count
    isSubmitted = proposal.isSubmitted
    missing = proposal.missing.map { wording[$0] }.joined(separator: ", ")
    isIncomplete = !proposal.missing.isEmpty
    (focus, caret) = (proposal.focus, proposal.caret)
    let entries = Proposal.steps.flatMap(\.self).map { field in
      let text = field == "kind" ? wording[proposal.kind] : proposal.text(of: field)
      return Entry(
        label: wording[field], paragraphs: text.split(separator: "\n").map(String.init),
        nothing: wording["nothing"])
    }
    summary =
      entries + [
        Entry(
          label: wording["attachments"], paragraphs: proposal.attachments,
          nothing: wording["nothing"])
      ]
  }
}

/// The values of a page with a question or an error.
struct MessagePage: Sendable {
  let language: String
  let words: [String: String]
  let heading: String
  let text: String
  /// The proposal that the page asks about; `nil` for an error.
  let identifier: String?
  let languages: [LanguageButton]

  /// Creates a page from the keys of its heading and text.
  init(
    _ heading: String, _ text: String, about identifier: String? = nil, _ wording: Wording,
    of wordings: [Wording]
  ) {
    (language, words, self.identifier) = (wording.language, wording.words, identifier)
    (self.heading, self.text) = (wording[heading], wording[text])
    languages = LanguageButton.all(wordings, current: language)
  }
}

/// A button that selects a language.
struct LanguageButton: Sendable {
  let code: String
  let label: String
  let isCurrent: Bool

  static func all(_ wordings: [Wording], current: String) -> [LanguageButton] {
    let names = ["en": "English", "de": "Deutsch"]
    return wordings.map {
      LanguageButton(
        code: $0.language, label: names[$0.language] ?? $0.language,
        isCurrent: $0.language == current)
    }
  }
}
