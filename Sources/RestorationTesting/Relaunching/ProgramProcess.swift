// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import PosixSupport

/// A real process under test that can be killed abruptly.
///
/// ```swift
/// let home = try ProgramHome()
/// let first = try ProgramProcess(.product("Headless"), home: home)
/// try first.send("next")
/// _ = try first.line(after: "saved")
/// first.kill()
/// let second = try ProgramProcess(.product("Headless"), home: home)
/// #expect(try second.line(after: "restored") == "restored 1")
/// ```
///
/// The kill is as sudden as a power cut. The process and the test exchange lines. A process that
/// the test does not end is killed with the object.
public final class ProgramProcess {
  /// The lines that the process has printed, as far as read.
  public private(set) var lines: [String] = []

  private let process = Process()
  /// Kept so that the folder exists as long as the process.
  private let home: ProgramHome
  private let input = Pipe()
  private let output = Pipe()
  private let errorFile: URL
  private var rest = Data()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: The program; see `URL.product(_:)`.
  ///   - home: Its home folder; kept for as long as this object.
  ///   - arguments: Its options.
  ///   - command: A command that runs it: the program's path and arguments are appended to the
  ///     command's own.
  /// - Throws: When it cannot be started.
  public init(
    _ executable: URL, home: ProgramHome, arguments: [String] = [], through command: [String] = []
  ) throws {
    self.home = home
    process.executableURL = command.first.map { URL(fileURLWithPath: $0) } ?? executable
    process.arguments =
      (command.isEmpty ? [] : command.dropFirst() + [executable.path]) + arguments
    process.environment = home.environment
    errorFile = home.folder.appendingPathComponent("errors-\(UUID().uuidString)")
    try Data().write(to: errorFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Starts a program that is killed right before a save step.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - home: Its home folder.
  ///   - arguments: Its options.
  ///   - identifier: The application's identifier, which names its folder.
  ///   - step: The step; needs `strace`, see ``SaveStep/isAvailable``.
  ///   - occurrence: The occurrence of that step at which to kill, counted from 1.
  /// - Throws: When it cannot be started.
  public convenience init(
    _ executable: URL, home: ProgramHome, arguments: [String] = [], identifier: String,
    killedBefore step: SaveStep, occurrence: Int = 1
  ) throws {
    guard let strace = SaveStep.strace else {
      throw ProgramProcessError(
        .straceIsMissing,
        "Killing a process at a step of its save needs strace; install the package of that name.")
    }
    try self.init(
      executable, home: home, arguments: arguments,
      through: step.command(
        strace, occurrence: occurrence, archives: home.archives(of: identifier)))
  }

  deinit { kill() }

  /// Writes a line to the process.
  ///
  /// - Parameter line: The line, without line break.
  /// - Throws: When the process no longer reads.
  public func send(_ line: String) throws {
    let file = input.fileHandleForWriting
    try OpenFile.withoutSignal(file.fileDescriptor) {
      try file.write(contentsOf: Data((line + "\n").utf8))
    }
  }

  /// Reads up to the next line with a prefix.
  ///
  /// - Parameters:
  ///   - prefix: The prefix.
  ///   - deadline: The maximum time to wait.
  /// - Returns: The line.
  /// - Throws: ``ProgramProcessError`` when no such line arrives in time, or the output ends
  ///   before.
  public func line(after prefix: String, deadline: Duration = .seconds(60)) throws -> String {
    let end = ContinuousClock.now + deadline
    while true {
      while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<lineEnd], as: UTF8.self)
        rest.removeSubrange(...lineEnd)
        lines.append(line)
        if line.hasPrefix(prefix) { return line }
      }
      let file = output.fileHandleForReading
      let left = end - ContinuousClock.now
      guard left > .zero else {
        throw ProgramProcessError(
          .noLine, "The process printed no line that begins with \"\(prefix)\" in time.",
          log: errors)
      }
      guard OpenFile.canRead(file.fileDescriptor, within: left) else { continue }
      let more = file.availableData
      guard !more.isEmpty else {
        throw ProgramProcessError(
          .ended, "The process ended without a line that begins with \"\(prefix)\".", log: errors)
      }
      rest.append(more)
    }
  }

  /// Everything that the process has logged.
  public var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// The identifier of the process, or of the command that runs it.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Waits until the process has ended on its own.
  ///
  /// - Returns: The exit status, or the signal that ended it.
  @discardableResult public func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Kills the process abruptly, if it still runs.
  public func kill() {
    guard process.isRunning else { return }
    // Processes that a command has started would outlive it.
    let number = process.processIdentifier
    let children = try? String(
      contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ").compactMap({ Int32($0) }) {
      ThisProcess.end(child)
    }
    ThisProcess.end(number)
    process.waitUntilExit()
  }
}

/// The reason why a process under test did not behave as expected.
public struct ProgramProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    let name: String

    /// No line with that prefix arrived in time.
    public static let noLine = Code(name: "noLine")
    /// The output ended before a line with that prefix.
    public static let ended = Code(name: "ended")
    /// Killing at a step of a save needs `strace`.
    public static let straceIsMissing = Code(name: "straceIsMissing")
  }

  /// The kind of failure.
  public var code: Code
  /// The problem and what to do about it, in one sentence.
  public var reason: String
  /// The process's log; empty if it was not started.
  public var log: String

  /// Creates an error.
  public init(_ code: Code, _ reason: String, log: String = "") {
    (self.code, self.reason, self.log) = (code, reason, log)
  }

  /// The reason, and the process's log.
  public var description: String { log.isEmpty ? reason : "\(reason) \(log)" }
}

extension URL {
  /// Returns an executable of the tested package, built beside the tests.
  ///
  /// - Parameter name: The product's name; make it a dependency of the test target.
  /// - Returns: The executable's location, which need not exist.
  public static func product(_ name: String) -> URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name)
  }
}

/// An empty home folder for real processes under test.
///
/// It holds nothing of the user's. The folder is removed with the object.
public final class ProgramHome: Sendable {
  /// The folder; it holds state in `state`, keys in `data`.
  public let folder: URL

  /// Makes an empty folder.
  ///
  /// - Throws: When it cannot be made.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("home-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the folder of an application's archives.
  ///
  /// - Parameter identifier: The application's identifier.
  /// - Returns: The folder, which need not exist.
  public func archives(of identifier: String) -> URL {
    folder.appendingPathComponent("state/\(identifier)/restoration")
  }

  /// Returns an application's key file, if it uses one.
  ///
  /// - Parameter identifier: The application's identifier.
  /// - Returns: The file, which need not exist.
  public func key(of identifier: String) -> URL {
    folder.appendingPathComponent("data/\(identifier)/restoration.key")
  }

  /// The environment of a process with this home folder.
  var environment: [String: String] {
    var environment = [
      "HOME": folder.path, "SWIFT_BACKTRACE": "enable=no",
      "XDG_STATE_HOME": folder.appendingPathComponent("state").path,
      "XDG_DATA_HOME": folder.appendingPathComponent("data").path,
    ]
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    return environment
  }
}

/// A step of a save by `FileStore`.
///
/// A test can kill a process right before the step.
///
/// The first two saves of a process write a new file that replaces the current one; later ones are
/// appended to it, as long as appending succeeds.
public enum SaveStep: String, Hashable, Sendable, CaseIterable {
  /// The new file exists and is empty.
  case writing
  /// The new file is written but perhaps not on disk.
  case syncing
  /// The new file is on disk; the old one is still current.
  case replacing
  /// The new file is current; its name may not be on disk.
  case syncingFolder
  /// Nothing has been appended to the current file yet.
  case appending
  /// The save is appended to the current file, perhaps not on disk.
  case syncingAppended

  /// Whether processes can be killed at steps: `strace` is installed.
  public static var isAvailable: Bool { strace != nil }

  static var strace: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/strace" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The system call that performs the step.
  private var call: String {
    switch self {
    case .writing, .appending: "write"
    case .syncing, .syncingFolder: "fsync"
    case .replacing: "rename"
    case .syncingAppended: "fdatasync"
    }
  }

  /// The file that the system call works on.
  private func file(in archives: URL) -> String {
    switch self {
    case .writing, .syncing, .replacing: archives.appendingPathComponent("new.archive").path
    case .syncingFolder: archives.path
    case .appending, .syncingAppended: archives.appendingPathComponent("current.archive").path
    }
  }

  /// Returns a command that kills the process on entry to the call.
  func command(_ strace: String, occurrence: Int, archives: URL) -> [String] {
    [
      strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-P", file(in: archives), "-e",
      "inject=\(call):signal=SIGKILL:when=\(occurrence)",
    ]
  }
}
