// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
