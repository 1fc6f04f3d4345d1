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
public enum MailError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The computer cannot open mail programs.
  case launcherMissing
  /// The launcher could not be started.
  case launcherNotStarted
  /// An address is invalid.
  case invalidAddress
  /// A file to attach is missing.
  case attachmentMissing
  /// No mail program was found.
  case mailProgramMissing
  /// The mail program could not be opened.
  ///
  /// Carries the launcher's exit status.
  case failed(status: Int32)

  /// A sentence for the user, in English.
  ///
  /// The draft shows it in the user's language.
  public var description: String { filled { $0.english } }

  /// The sentence in the user's language.
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
