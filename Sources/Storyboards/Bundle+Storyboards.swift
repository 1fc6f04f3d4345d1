// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Bundle {
  /// The name that this bundle has in archives: its identifier, else its folder's name.
  ///
  /// Not its place, which differs from one installation to the next.
  var storyboardName: String {
    if self == Bundle.main { return "Main Bundle" }
    return bundleIdentifier ?? bundleURL.lastPathComponent
  }

  /// The file of a storyboard: at the top of the bundle, in `Base.lproj`, or in a language's folder.
  ///
  /// - Parameter name: The name without extension; one that leads out of the bundle finds nothing.
  /// - Returns: `nil` when there is none.
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
