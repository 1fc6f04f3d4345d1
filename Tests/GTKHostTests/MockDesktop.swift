// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost

/// The desktop services of `Scripts/mock-desktop`, on their own bus.
@MainActor final class MockDesktop {
  private let bus = Process()
  private let services = Process()
  private let commands = Pipe()
  private let said = Pipe()
  private let folder: URL
  private var unread = Data()
  /// The address of the bus.
  let address: String

  /// Starts the bus and the services.
  ///
  /// Skips the test if their packages are not installed.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let programs = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/gi/__init__.py"]
    try XCTSkipUnless(
      programs.allSatisfy { FileManager.default.fileExists(atPath: $0) },
      "dbus or python3-gi is not installed.")
    let configuration = folder.appendingPathComponent("bus.conf")
    try Data(
      """
      <busconfig><listen>unix:dir=\(folder.path)</listen><policy context="default">
      <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      </policy></busconfig>
      """.utf8
    ).write(to: configuration)
    let addresses = Pipe()
    bus.executableURL = URL(fileURLWithPath: programs[0])
    bus.arguments = ["--config-file=\(configuration.path)", "--nofork", "--print-address=1"]
    bus.standardOutput = addresses
    try bus.run()
    var unread = Data()
    address = try Self.line(from: addresses, &unread)
    services.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    services.arguments = [
      root.appendingPathComponent("Scripts/mock-desktop").path, folder.path,
    ]
    services.environment = ProcessInfo.processInfo.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": address
    ]) { $1 }
    (services.standardInput, services.standardOutput) = (commands, said)
    try services.run()
    try expect("ready")
  }

  /// Sends a command and waits until it is done.
  ///
  /// Returns the lines printed since the last call.
  @discardableResult
  func tell(_ command: String) throws -> [String] {
    try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    return try expect("done \(command)")
  }

  /// Waits for a line that the services print, and returns those before it.
  @discardableResult
  func expect(_ line: String) throws -> [String] {
    var others: [String] = []
    while true {
      let next = try Self.line(from: said, &unread)
      if next == line { return others }
      others.append(next)
    }
  }

  /// Stops the bus and the services.
  func close() {
    try? commands.fileHandleForWriting.close()
    if services.isRunning { services.waitUntilExit() }
    bus.terminate()
    bus.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns the next line.
  ///
  /// Throws an error if the program has ended.
  private static func line(from pipe: Pipe, _ unread: inout Data) throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[unread.index(after: end)...])
        return line
      }
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { throw ServiceEnded() }
      unread += more
    }
  }

  private struct ServiceEnded: Error {}
}
#endif
