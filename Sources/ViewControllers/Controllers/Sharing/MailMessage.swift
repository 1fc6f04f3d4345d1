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

  /// A sentence for the user, in English; the draft shows it in the user's language.
  public var description: String { filled { $0.english } }

  /// The sentence as the user is to read it now.
  @MainActor var localizedText: String { filled { $0.localized } }

  private func filled(_ text: (ChromeString) -> String) -> String {
    let status = if case .failed(let status) = self { String(status) } else { "" }
    return ChromeString.fill(text(string), with: [status])
  }

  private var string: ChromeString {
    switch self {
    case .launcherMissing: .mailLauncherMissing
    case .launcherNotStarted: .mailLauncherNotStarted
    case .invalidAddress: .mailInvalidAddress
    case .attachmentMissing: .mailAttachmentMissing
    case .mailProgramMissing: .mailProgramMissing
    case .failed: .mailProgramFailed
    }
  }
}
