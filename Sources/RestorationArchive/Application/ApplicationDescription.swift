// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What an application tells about itself at launch; saved with every record (R45, R170).
public struct ApplicationDescription: Hashable, Sendable {
  /// The name of the application's folders, in reverse-domain style by custom.
  public var identifier: String
  /// The application's version, in any form; compared by nobody but the application.
  public var version: String
  /// The identifiers that the application had before, latest first.
  ///
  /// What was saved under one of them is found, keys included, as long as there is nothing under
  /// ``identifier``; it stays where it lies, and so do all later saves.
  public var formerIdentifiers: [String]
  /// The version of what the application saves, counted from 1 (R154).
  ///
  /// Raise it whenever older versions of the application must not read the state of this one, such
  /// as together with any class's `schemaVersion`. An older version then leaves the archive
  /// untouched, launches without state and saves beside it.
  public var schemaVersion: Int
  /// The system's version: `VERSION_ID` of os-release, else the kernel's release.
  public var systemVersion: String

  /// Describes an application.
  ///
  /// - Parameters:
  ///   - identifier: The name of its folders; the executable's name by default.
  ///   - version: Its version; "0" by default.
  ///   - formerIdentifiers: The names that its folders had before, latest first; none by default.
  ///   - schemaVersion: The version of what it saves; 1 by default.
  ///   - systemVersion: The system's version; looked up by default.
  public init(
    identifier: String = Self.executableName, version: String = "0",
    formerIdentifiers: [String] = [], schemaVersion: Int = 1,
    systemVersion: String = SystemVersion.current
  ) {
    self.identifier = identifier
    self.version = version
    self.formerIdentifiers = formerIdentifiers
    self.schemaVersion = schemaVersion
    self.systemVersion = systemVersion
  }

  /// The name of the running executable.
  public static var executableName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "application"
  }
}
