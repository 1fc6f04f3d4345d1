// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An application's description of itself, saved with every record.
public struct ApplicationDescription: Hashable, Sendable {
  /// The name of the application's folders, usually in reverse-domain style.
  public var identifier: String
  /// The application's version, in any form.
  ///
  /// Only the application itself compares it.
  public var version: String
  /// The application's former identifiers, latest first.
  ///
  /// State and keys under a former identifier are used as long as there is nothing under
  /// ``identifier``. They stay in place, and later saves go there, too.
  public var formerIdentifiers: [String]
  /// The version of the application's saved state, counted from 1.
  ///
  /// Increase it when older versions of the application must not read the new state, for example
  /// together with any class's `schemaVersion`. An older version then leaves the archive untouched,
  /// launches without state and saves beside it.
  public var schemaVersion: Int
  /// The system's version: `VERSION_ID` of os-release, or the kernel's release.
  public var systemVersion: String

  /// Describes an application.
  ///
  /// - Parameters:
  ///   - identifier: The name of the application's folders; the executable's name by default.
  ///   - version: The application's version; "0" by default.
  ///   - formerIdentifiers: The former names of its folders, latest first; none by default.
  ///   - schemaVersion: The version of its saved state; 1 by default.
  ///   - systemVersion: The system's version; detected by default.
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

/// The version of the operating system, as records store it.
public enum SystemVersion {
  /// `VERSION_ID` of os-release, or the kernel's release; read once.
  public static let current: String =
    ["/etc/os-release", "/usr/lib/os-release"].lazy
    .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    .compactMap(versionID(inOSRelease:)).first ?? kernelRelease

  /// Finds `VERSION_ID` in the text of an os-release file.
  ///
  /// - Parameter text: The file's text.
  /// - Returns: The value without quotes; `nil` when there is none.
  package static func versionID(inOSRelease text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("VERSION_ID=") {
      let quoted = line.dropFirst("VERSION_ID=".count)
      let isValue = { (character: Character) in !"\"' \t".contains(character) }
      if let first = quoted.firstIndex(where: isValue), let last = quoted.lastIndex(where: isValue)
      {
        return String(quoted[first...last])
      }
    }
    return nil
  }

  private static var kernelRelease: String {
    (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8))?
      .split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "unknown"
  }
}
