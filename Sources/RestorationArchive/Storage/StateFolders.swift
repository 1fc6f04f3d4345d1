// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// An application's folders, by the XDG base directory rules.
package struct StateFolders {
  private let application: String
  private let environment: [String: String]
  private let accountHome: () -> String?
  /// The largest size of an identifier, in bytes; a file system allows names of 255 bytes.
  private static let longestIdentifier = 200

  /// Creates a description of an application's folders.
  ///
  /// - Parameters:
  ///   - applicationIdentifier: The name of the application's folders.
  ///   - environment: The variables to look up.
  ///   - accountHome: The user's home folder in the system's accounts, used when `HOME` is unset
  ///     or empty.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  package init(
    _ applicationIdentifier: String, _ environment: [String: String],
    accountHome: @escaping () -> String? = { ThisProcess.homeOfAccount() }
  ) throws(ArchiveError) {
    guard !applicationIdentifier.isEmpty, !applicationIdentifier.hasPrefix("."),
      !applicationIdentifier.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }),
      applicationIdentifier.utf8.count <= Self.longestIdentifier
    else {
      throw ArchiveError(
        .invalidIdentifier,
        "An application's identifier names a folder: it must not be empty, begin with a dot, "
          + "contain a slash or have more than \(Self.longestIdentifier) bytes")
    }
    application = applicationIdentifier
    (self.environment, self.accountHome) = (environment, accountHome)
  }

  /// The folder of archives; throws for a user without a home.
  package var archives: String {
    get throws(ArchiveError) {
      try base("XDG_STATE_HOME", "/.local/state") + "/" + application + "/restoration"
    }
  }

  /// The key file's folder; throws for a user without a home.
  package var keys: String {
    get throws(ArchiveError) { try base("XDG_DATA_HOME", "/.local/share") + "/" + application }
  }

  /// Returns the folder in a variable, or the fallback below home.
  ///
  /// The XDG rules require that relative paths in these variables are ignored.
  private func base(_ variable: String, _ fallback: String) throws(ArchiveError) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return try home + fallback
  }

  /// The user's home folder.
  ///
  /// Throws when there is none: state would lie wherever the program happens to run.
  private var home: String {
    get throws(ArchiveError) {
      let named = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
      if let named, !named.hasPrefix("/") {
        throw ArchiveError(
          .inputOutput, "HOME is a relative path, so there is no place for state and key")
      }
      guard let home = named ?? accountHome(), home.hasPrefix("/") else {
        throw ArchiveError(
          .inputOutput, "The user has no home folder, so there is no place for state and key")
      }
      return home
    }
  }
}
