// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder to show.
enum PictureFolder {
  /// Returns the requested folder, the user's pictures, or the desktop's photographs.
  static func choose(_ folder: String?) -> URL {
    let candidates = [folder, userPictures, "/usr/share/backgrounds/mate/nature"]
      .compactMap(\.self)
    let chosen = candidates.first { folder != nil || holdsPictures($0) } ?? "."
    return URL(fileURLWithPath: chosen).standardizedFileURL
  }

  private static var userPictures: String? {
    FileManager.default.urls(for: .picturesDirectory, in: .userDomainMask).first?.path
  }

  private static func holdsPictures(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      PictureListing.endings.contains(($0 as NSString).pathExtension.lowercased())
    }
  }
}
