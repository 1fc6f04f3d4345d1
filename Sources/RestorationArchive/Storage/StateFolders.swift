// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// The folders of one application, by the XDG base directory rules (R50).
package struct StateFolders {
  private let application: String
  private let environment: [String: String]
  private let accountHome: () -> String?

  /// - Parameters:
  ///   - applicationIdentifier: The name of the application's folders.
  ///   - environment: Where the variables are looked up.
  ///   - accountHome: The home folder that the system knows of the user, where `HOME` names none.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  package init(
    _ applicationIdentifier: String, _ environment: [String: String],
    accountHome: @escaping () -> String? = { ThisProcess.homeOfAccount() }
  ) throws(ArchiveError) {
    guard !applicationIdentifier.isEmpty, !applicationIdentifier.hasPrefix("."),
      !applicationIdentifier.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }),
      applicationIdentifier.utf8.count <= 200
    else {
      throw ArchiveError(
        .invalidIdentifier,
        "An application's identifier names a folder: it must not be empty, begin with a dot or "
          + "contain a slash")
    }
    application = applicationIdentifier
    (self.environment, self.accountHome) = (environment, accountHome)
  }

  /// Where archives lie; throws for a user without a home.
  package var archives: String {
    get throws(ArchiveError) {
      try base("XDG_STATE_HOME", "/.local/state") + "/" + application + "/restoration"
    }
  }

  /// Where the embedded key lies; throws for a user without a home.
  package var keys: String {
    get throws(ArchiveError) { try base("XDG_DATA_HOME", "/.local/share") + "/" + application }
  }

  /// The rules say that a relative path in these variables is to be ignored.
  private func base(_ variable: String, _ fallback: String) throws(ArchiveError) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return try home + fallback
  }

  /// Without a home, state would lie wherever the program happens to run (R201).
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
