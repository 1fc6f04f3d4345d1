// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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
