// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateRestoration
import ViewControllers

/// A picture in the folder.
struct Photo: Hashable, Sendable, Identifiable {
  /// Stays the same while the file keeps its name; says nothing about the name.
  var id: String
  var title: String
  var image: Image
}

/// The photos of one folder: the data source that all screens refer to.
///
/// It saves nothing of its own; being registered, it can be referred to (R90).
@MainActor final class PhotoLibrary: @MainActor StateRestoring, AttachmentSource {
  let folder: URL
  let photos: [Photo]

  /// Lists the pictures in a folder by title, those in its subfolders too.
  ///
  /// The folder may be a link to one.
  init(folder: URL) {
    self.folder = folder
    let endings: Set = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff", "bmp"]
    let root = folder.resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey],
      options: [.skipsHiddenFiles])
    var photos: [Photo] = []
    while let file = files?.nextObject() as? URL {
      guard endings.contains(file.pathExtension.lowercased()) else { continue }
      let relative = file.path.dropFirst(root.path.count)
      photos.append(
        Photo(
          id: Self.identifier(of: String(relative)),
          title: file.deletingPathExtension().lastPathComponent
            .replacingOccurrences(of: "_", with: " "),
          image: Image(contentsOf: file)))
    }
    self.photos = photos.map { (photo: $0, key: Self.sortKey(of: $0.title)) }
      .sorted { $0.key < $1.key }
      .map(\.photo)
  }

  /// What titles are ordered by: letters whatever their case and marks, numbers by their value.
  ///
  /// `localizedStandardCompare` orders the same and takes seconds for ten thousand photos.
  private static func sortKey(of title: String) -> String {
    let folded = title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return folded.replacing(/[0-9]+/) { number in
      String(repeating: "0", count: max(0, 20 - number.output.count)) + number.output
    }
  }

  func photo(withID id: String) -> Photo? { photos.first { $0.id == id } }

  /// What is shared of a photo is its file (R84).
  func attachment(withModelIdentifier identifier: String) -> Attachment? {
    guard let file = photo(withID: identifier)?.image.fileURL,
      FileManager.default.fileExists(atPath: file.path)
    else { return nil }
    return Attachment(url: file, name: file.lastPathComponent)
  }

  /// Sixty-four bits of FNV-1a in four groups, such as `8993-455F-7D5C-2110`.
  private static func identifier(of name: String) -> String {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return stride(from: 0, to: 16, by: 4)
      .map { String(padded.dropFirst($0).prefix(4)) }
      .joined(separator: "-")
  }
}
