// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Bundle {
  /// The name of this bundle in archives.
  ///
  /// It is the bundle's identifier, else its folder's name.
  ///
  /// The path would differ between installations.
  var storyboardName: String {
    if self == Bundle.main { return "Main Bundle" }
    return bundleIdentifier ?? bundleURL.lastPathComponent
  }

  /// Returns the file of a storyboard, or `nil`.
  ///
  /// It lies at the top of the bundle, in `Base.lproj`, or in the folder of a language.
  ///
  /// - Parameter name: The name without extension; one that leads out of the bundle finds nothing.
  /// - Returns: `nil` if there is none.
  func storyboardFile(named name: String) -> URL? {
    guard !name.isEmpty, !name.contains("/"), !name.contains("\0") else { return nil }
    let folder = resourceURL ?? bundleURL
    let languages = UserLanguages.preferred().flatMap(UserLanguages.folders)
    let folders = [""] + languages + ["Base.lproj", "en.lproj"]
    return folders.lazy
      .map { $0.isEmpty ? folder : folder.appendingPathComponent($0) }
      .map { $0.appendingPathComponent("\(name).storyboard") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
