// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A home folder for real processes under test, with nothing of the user's in it.
///
/// The folder goes with the object.
public final class ProgramHome: Sendable {
  /// The folder; state lies in `state`, keys in `data` below it.
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

  /// Where an application keeps its archives.
  ///
  /// - Parameter identifier: The application's identifier.
  /// - Returns: The folder, there or not.
  public func archives(of identifier: String) -> URL {
    folder.appendingPathComponent("state/\(identifier)/restoration")
  }

  /// Where an application keeps its key, if that is a file.
  ///
  /// - Parameter identifier: The application's identifier.
  /// - Returns: The file, there or not.
  public func key(of identifier: String) -> URL {
    folder.appendingPathComponent("data/\(identifier)/restoration.key")
  }

  /// What a process that lives here sees.
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
