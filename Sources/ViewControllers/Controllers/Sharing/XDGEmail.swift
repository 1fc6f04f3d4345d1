// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if GTK && os(Linux)
import Subprocess
#endif

/// A launcher that opens drafts through `xdg-email`.
///
/// `xdg-email` knows the user's mail program (Debian package: xdg-utils). It gets its arguments as
/// a list, without a shell. Addresses are checked first, so that none of them can be an option.
/// Without the trait `GTK`, or elsewhere than on Linux, no launcher is there.
public struct XDGEmail: MailLauncher {
  private let environment: [String: String]
  private let patience: Duration

  /// Creates a launcher.
  ///
  /// - Parameters:
  ///   - environment: The environment for the program; its `PATH` also leads to the program.
  ///   - patience: The longest wait for the program's exit status. With some mail programs it runs
  ///     until they are closed. If it still runs after that time, it has opened the draft.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    patience: Duration = .seconds(10)
  ) {
    self.environment = environment
    self.patience = patience
  }

  /// Opens a message as a draft.
  ///
  /// - Parameter message: The message; empty parts are left out.
  /// - Throws: The reason for the failure.
  @concurrent public func open(_ message: MailMessage) async throws(MailError) {
    let arguments = try arguments(for: message)
    #if GTK && os(Linux)
    let (verdicts, continuation) = AsyncStream.makeStream(of: Result<Int32, MailError>.self)
    // Not a child task: the program may outlive this call, and cancelling its task would kill it.
    Task { continuation.yield(await status(arguments)) }
    let alarm = Task {
      try? await Task.sleep(for: patience)
      continuation.yield(.success(0))
    }
    defer { alarm.cancel() }
    for await status in verdicts { return try judge(status.get()) }
    #else
    throw MailError(.launcherMissing)
    #endif
  }

  #if GTK && os(Linux)
  /// Returns the program's exit status; −1 after a signal.
  private func status(_ arguments: [String]) async -> Result<Int32, MailError> {
    let variables = environment.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }
    do {
      let end = try await run(
        .name("xdg-email"), arguments: Arguments(arguments),
        environment: .custom(Dictionary(uniqueKeysWithValues: variables)), output: .discarded)
      if case .exited(let status) = end.terminationStatus { return .success(status) }
      return .success(-1)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .failure(MailError(.launcherMissing))
    } catch {
      return .failure(MailError(.launcherNotStarted))
    }
  }
  #endif

  /// Throws the error for an exit status of the program.
  ///
  /// The program's manual defines the exit statuses.
  private func judge(_ status: Int32) throws(MailError) {
    switch status {
    case 0: return
    case 2: throw MailError(.attachmentMissing)
    case 3: throw MailError(.mailProgramMissing)
    default: throw MailError(.failed, status: status)
    }
  }

  private func arguments(for message: MailMessage) throws(MailError) -> [String] {
    guard (message.to + message.cc + message.bcc).allSatisfy(MailAddressList.isValid) else {
      throw MailError(.invalidAddress)
    }
    var arguments = ["--utf8"]
    for address in message.cc { arguments += ["--cc", address] }
    for address in message.bcc { arguments += ["--bcc", address] }
    if !message.subject.isEmpty { arguments += ["--subject", noQuestion(message.subject)] }
    if !message.body.isEmpty { arguments += ["--body", noQuestion(message.body)] }
    for attachment in message.attachments {
      guard attachment.url.isFileURL else { throw MailError(.attachmentMissing) }
      arguments += ["--attach", attachment.url.path]
    }
    return arguments + message.to
  }

  /// Returns the text, changed if `xdg-email` would take it for an option.
  ///
  /// The program accepts options about itself in any place. It then succeeds without opening
  /// anything.
  private func noQuestion(_ text: String) -> String {
    ["--help", "--manual", "--version"].contains(text) ? text + " " : text
  }
}
