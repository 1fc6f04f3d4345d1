// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A mail for the user's mail program.
public struct MailMessage: Hashable, Sendable {
  /// The addresses of the recipients, without names.
  public var to: [String] = []
  /// The addresses that get a copy.
  public var cc: [String] = []
  /// The addresses that get a hidden copy.
  ///
  /// The other recipients do not see them.
  public var bcc: [String] = []
  /// The subject; may be empty.
  public var subject = ""
  /// The text; may be empty.
  public var body = ""
  /// The files to attach.
  public var attachments: [Attachment] = []

  /// Creates an empty message.
  public init() {}
}

/// A launcher that opens messages in the user's mail program.
public protocol MailLauncher: Sendable {
  /// Opens a message as a draft.
  ///
  /// - Parameter message: The message.
  /// - Throws: The reason for the failure, as a sentence for the user.
  func open(_ message: MailMessage) async throws(MailError)
}

/// The reason why a mail program did not open a message.
///
/// Its description tells the user what to do. It contains no values.
public struct MailError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    let sentence: ChromeString

    /// The computer cannot open mail programs.
    public static let launcherMissing = Code(sentence: .mailLauncherMissing)
    /// The launcher could not be started.
    public static let launcherNotStarted = Code(sentence: .mailLauncherNotStarted)
    /// An address is invalid.
    public static let invalidAddress = Code(sentence: .mailInvalidAddress)
    /// A file to attach is missing.
    public static let attachmentMissing = Code(sentence: .mailAttachmentMissing)
    /// No mail program was found.
    public static let mailProgramMissing = Code(sentence: .mailProgramMissing)
    /// The mail program could not be opened, as ``MailError/status`` says.
    public static let failed = Code(sentence: .mailProgramFailed)
  }

  /// The kind of failure.
  public var code: Code
  /// The launcher's exit status, for ``MailError/Code/failed``.
  public var status: Int32?

  /// Creates an error.
  public init(_ code: Code, status: Int32? = nil) { (self.code, self.status) = (code, status) }

  /// A sentence for the user, in English.
  ///
  /// The draft shows it in the user's language.
  public var description: String { filled { $0.english } }

  /// The sentence in the user's language.
  @MainActor var localizedText: String { filled { $0.localized } }

  private func filled(_ text: (ChromeString) -> String) -> String {
    ChromeString.fill(text(code.sentence), with: [status.map { String($0) } ?? "?"])
  }
}

/// A parser for the mail addresses in a line of text.
///
/// People type lines such as `jane@example.org, Joe <joe@example.org>`.
enum MailAddressList {
  /// Splits a text at commas, semicolons and newlines outside quotation marks.
  ///
  /// - Parameter text: The typed text.
  /// - Returns: The parts, with names and without empty parts.
  static func parts(of text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == "," || character == ";" || character.isNewline {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { trimmed($0) }.filter { !$0.isEmpty }
  }

  /// Returns the address in a part.
  ///
  /// It is the text in angle brackets, or else the whole part.
  ///
  /// - Parameter part: A name with an address, or an address.
  /// - Returns: The address, whether valid or not.
  static func address(of part: String) -> String {
    guard part.hasSuffix(">"), let start = part.lastIndex(of: "<") else { return part }
    return trimmed(part[part.index(after: start)...].dropLast())
  }

  /// Whether an address is safe to pass to another program.
  ///
  /// An address that begins with a hyphen could be taken for an option. One with a colon could be
  /// taken for a link that has options of its own.
  ///
  /// - Parameter address: An address without a name.
  /// - Returns: Whether it looks like `local@domain`.
  static func isValid(_ address: String) -> Bool {
    guard let at = address.lastIndex(of: "@"), at > address.startIndex,
      address.index(after: at) < address.endIndex, !address.hasPrefix("-")
    else { return false }
    return address.unicodeScalars.allSatisfy {
      $0 != ":" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
