// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A mail as it is handed to the user's mail program.
public struct MailMessage: Hashable, Sendable {
  /// The addresses of the recipients, without names.
  public var to: [String] = []
  /// Those who get a copy.
  public var cc: [String] = []
  /// Those who get a copy that the others do not know of.
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

/// Opens a message in the user's mail program.
public protocol MailLauncher: Sendable {
  /// Opens a message as a draft.
  ///
  /// - Parameter message: The message.
  /// - Throws: What went wrong, as a sentence for the user.
  func open(_ message: MailMessage) async throws(MailError)
}

/// Why a message was not opened in a mail program, and what the user can do; holds no values.
public enum MailError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The computer cannot open mail programs.
  case launcherMissing
  /// The launcher could not be started.
  case launcherNotStarted
  /// An address is none.
  case invalidAddress
  /// A file to attach is not there.
  case attachmentMissing
  /// No mail program was found.
  case mailProgramMissing
  /// The mail program could not be opened; with the launcher's exit status.
  case failed(status: Int32)

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .launcherMissing:
      "xdg-email was not found. Install the package xdg-utils, then send again."
    case .launcherNotStarted:
      "xdg-email could not be started. Shorten the text or close other programs, then send again."
    case .invalidAddress:
      "One of the addresses is not an e-mail address. Correct it, then send again."
    case .attachmentMissing:
      "A file to attach is not there. Remove it, then send again."
    case .mailProgramMissing:
      "No mail program was found. Install one or choose one in the settings, then send again."
    case .failed(let status):
      "The mail program could not be opened (xdg-email ended with status \(status)). Open it "
        + "yourself, then send again."
    }
  }
}
