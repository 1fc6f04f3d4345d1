// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The folders of one application, by the XDG base directory rules (R50).
package struct StateFolders {
  /// Where archives lie.
  package let archives: String
  /// Where the embedded key lies.
  package let keys: String

  package init(_ applicationIdentifier: String, _ environment: [String: String])
    throws(ArchiveError)
  {
    guard !applicationIdentifier.isEmpty, !applicationIdentifier.hasPrefix("."),
      !applicationIdentifier.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }),
      applicationIdentifier.utf8.count <= 200
    else {
      throw ArchiveError(
        .invalidIdentifier,
        "An application's identifier names a folder: it must not be empty, begin with a dot or "
          + "contain a slash")
    }
    // The rules say that a relative path in these variables is to be ignored.
    func base(_ variable: String, _ fallback: String) -> String {
      if let path = environment[variable], path.hasPrefix("/") { return path }
      return (environment["HOME"] ?? "") + fallback
    }
    archives =
      base("XDG_STATE_HOME", "/.local/state") + "/" + applicationIdentifier + "/restoration"
    keys = base("XDG_DATA_HOME", "/.local/share") + "/" + applicationIdentifier
  }
}
