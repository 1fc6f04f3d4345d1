// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A picture in the folder.
struct Photo: Hashable, Sendable, Identifiable {
  /// The identifier, constant for a file name without revealing it.
  var id: String
  var title: String
  var image: Image
  /// The modification time of the file, in nanoseconds.
  ///
  /// It tells two pictures with the same name apart.
  var modified: Int
}

/// The photos of one folder, which all screens use.
///
/// It saves no state. It is registered, so that other objects can refer to it.
@MainActor final class PhotoLibrary: @MainActor StateRestoring, AttachmentSource {
  /// An action to run after changes, while its owner lives.
  private struct Observer {
    weak var object: AnyObject?
    let action: @MainActor () -> Void
  }

  let folder: URL
  private(set) var photos: [Photo]
  private let root: BytePath
  private let parent: BytePath
  private var watcher: FolderWatcher?
  private var observers: [Observer] = []

  /// Lists the pictures in a folder and its subfolders by title.
  ///
  /// The folder may be a symbolic link.
  init(folder: URL) {
    self.folder = folder
    root = BytePath(folder.resolvingSymlinksInPath())
    parent = BytePath(folder.resolvingSymlinksInPath().deletingLastPathComponent())
    photos = Self.photos(in: root) { _ in }
  }

  /// Follows the changes of the folder from now on.
  func watch() {
    watcher = FolderWatcher { [weak self] in self?.update() }
    update()
  }

  /// Runs an action after each change while an object lives.
  func observe(_ object: AnyObject, _ action: @escaping @MainActor () -> Void) {
    observers.removeAll { $0.object == nil || $0.object === object }
    observers.append(Observer(object: object, action: action))
  }

  private func update() {
    // A folder that is gone may come back.
    if !FileManager.default.fileExists(atPath: folder.path) { watcher?.watch(parent) }
    let photos = Self.photos(in: root) { watcher?.watch($0) }
    guard photos != self.photos else { return }
    self.photos = photos
    observers.forEach { $0.action() }
  }

  private static func photos(in root: BytePath, visit: (BytePath) -> Void) -> [Photo] {
    PictureListing(of: root, visit: visit).files.map { file in
      let title = file.path.nameAndEnding.name.replacing("_", with: " ")
      let photo = Photo(
        id: identifier(of: file.path.bytes.dropFirst(root.bytes.count)), title: title,
        image: Image(contentsOf: file.path.url), modified: file.modified)
      return (photo: photo, key: sortKey(of: title))
    }
    .sorted { ($0.key, $0.photo.id) < ($1.key, $1.photo.id) }
    .map(\.photo)
  }

  /// Returns a key that sorts numbers by value.
  ///
  /// It ignores case and diacritics. `localizedStandardCompare` gives the same order, but takes
  /// seconds for ten thousand photos.
  private static func sortKey(of title: String) -> String {
    let folded = title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return folded.replacing(/[0-9]+/) { number in
      String(repeating: "0", count: max(0, 20 - number.output.count)) + number.output
    }
  }

  func photo(withID id: String) -> Photo? { photos.first { $0.id == id } }

  /// Returns the file of a photo, to be shared.
  func attachment(withModelIdentifier identifier: String) -> Attachment? {
    guard let file = photo(withID: identifier)?.image.fileURL,
      FileManager.default.fileExists(atPath: file.path)
    else { return nil }
    return Attachment(url: file, name: file.lastPathComponent)
  }

  /// Returns 64 bits of FNV-1a in four groups, as in `8993-455F-7D5C-2110`.
  private static func identifier(of name: ArraySlice<UInt8>) -> String {
    let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return stride(from: 0, to: 16, by: 4)
      .map { String(padded.dropFirst($0).prefix(4)) }
      .joined(separator: "-")
  }
}
