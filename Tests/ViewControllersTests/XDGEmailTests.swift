// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation
import Testing
import ViewControllers

/// `XDGEmail` against a stand-in that records its arguments.
final class XDGEmailTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("xdg-email-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Puts the stand-in into the folder that `PATH` names.
  ///
  /// Another process writes the file. If this process had it open for writing, a child that another
  /// test just forked could still have it open, and the system starts no such file.
  private func install(_ ending: String = "exit 0") throws {
    let program = folder.appendingPathComponent("xdg-email")
    let text = "#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$ARGUMENTS\"\n\(ending)\n"
    let shell = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: [
        "-c", "printf %s \"$1\" > \"$2\" && chmod 700 \"$2\"", "sh", text, program.path,
      ])
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
  }

  private func launcher(patience: Duration = .seconds(60)) -> XDGEmail {
    XDGEmail(
      environment: ["PATH": folder.path, "ARGUMENTS": argumentsFile.path], patience: patience)
  }

  private var argumentsFile: URL { folder.appendingPathComponent("arguments") }

  private var arguments: [String] {
    get throws {
      try String(contentsOf: argumentsFile, encoding: .utf8).split(
        separator: "\0", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
    }
  }

  private var message: MailMessage {
    var message = MailMessage()
    message.to = ["jane@example.org", "joe@example.org"]
    return message
  }

  @Test("R84: every part of a draft reaches the program unchanged, and empty ones are left out")
  func partsArrive() async throws {
    try install()
    var message = message
    message.cc = ["ann@example.org"]
    message.bcc = ["bob@example.org", "eve@example.org"]
    message.subject = "--attach $(id) 👍🏽"
    message.body = "'; touch x\n\"two\" `three`"
    let file = URL(fileURLWithPath: "/tmp/-a photo.jpg")
    message.attachments = [Attachment(url: file, name: "A photo")]
    try await launcher().open(message)
    #expect(
      try arguments == [
        "--utf8", "--cc", "ann@example.org", "--bcc", "bob@example.org", "--bcc",
        "eve@example.org", "--subject", message.subject, "--body", message.body, "--attach",
        file.path, "jane@example.org", "joe@example.org",
      ])
    try await launcher().open(MailMessage())
    #expect(try arguments == ["--utf8"])
  }

  @Test("Texts such as --help are not taken for options")
  func questions() async throws {
    try install("for text; do case $text in --help|--manual|--version) exit 1;; esac; done")
    for question in ["--help", "--manual", "--version"] {
      var message = message
      (message.subject, message.body) = (question, question)
      try await launcher().open(message)
      #expect(try arguments.filter { $0.hasPrefix(question) }.count == 2)
    }
  }

  @Test("R84: an attachment must be a file")
  func remoteAttachment() async throws {
    try install()
    var message = message
    let url = try #require(URL(string: "https://example.org/etc/passwd"))
    message.attachments = [Attachment(url: url, name: "A photo")]
    let hostile = message
    await #expect(throws: MailError(.attachmentMissing)) { try await self.launcher().open(hostile) }
  }

  @Test(
    "An address cannot be an option or a link with options",
    arguments: [
      "--attach=/etc/passwd@example.org", "-@example.org",
      "mailto:a@example.org?attach=/etc/passwd", "jane", "@example.org", "jane@",
      "jane doe@example.org", "jane@example.org\n--attach", "",
    ])
  func hostileAddresses(address: String) async throws {
    try install()
    for part in [\MailMessage.to, \.cc, \.bcc] {
      var message = message
      message[keyPath: part] = [address]
      await #expect(throws: MailError(.invalidAddress)) { try await self.launcher().open(message) }
    }
    #expect(!FileManager.default.fileExists(atPath: argumentsFile.path), "it was not started")
  }

  @Test("A missing program is reported with the package to install")
  func missingProgram() async throws {
    let launcher = launcher()
    await #expect(throws: MailError(.launcherMissing)) { try await launcher.open(self.message) }
    #expect(MailError(.launcherMissing).description.contains("Install the package xdg-utils"))
  }

  @Test("The program's exit status becomes the error", arguments: [1, 2, 3, 4] as [Int32])
  func failures(status: Int32) async throws {
    try install("exit \(status)")
    let codes: [Int32: MailError.Code] = [2: .attachmentMissing, 3: .mailProgramMissing]
    let expected = codes[status].map { MailError($0) } ?? MailError(.failed, status: status)
    await #expect(throws: expected) { try await self.launcher().open(self.message) }
  }

  @Test("A program that runs on has opened the draft")
  func lastingProgram() async throws {
    // The program ends when the other end of the pipe is closed, at the latest with this test.
    let pipe = folder.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let end = open(pipe.path, O_RDWR)
    defer { close(end) }
    try install("read line < '\(pipe.path)'")
    try await launcher(patience: .zero).open(message)
    #expect(write(end, "\n", 1) == 1)
  }
}
#endif
