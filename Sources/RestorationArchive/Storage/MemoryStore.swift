// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// A store that keeps archives in memory.
///
/// It is the counterpart of ``FileStore`` for tests, and for state that must not outlive the
/// process.
public final class MemoryStore: ArchiveStore {
  let files = Mutex<[String: [UInt8]]>([:])
  private let markers = Mutex<[String: MemoryMarkerFile.Content]>([:])

  /// Creates an empty store.
  public init() {}

  func name(_ name: String, _ slot: String?) -> String { "\(slot ?? "").\(name)" }

  private func name(_ generation: ArchiveGeneration, _ slot: String?) -> String {
    name(generation.rawValue, slot)
  }

  /// Returns the bytes of a generation.
  public func load(_ generation: ArchiveGeneration, slot: String?) -> [UInt8]? {
    files.withLock { $0[name(generation, slot)] }
  }

  /// Returns the bytes of a generation.
  public func storedBytes(_ generation: ArchiveGeneration, slot: String?) -> StoredBytes? {
    load(generation, slot: slot).map { StoredBytes($0) }
  }

  /// Replaces a generation's bytes, as a test does to damage it.
  ///
  /// - Parameters:
  ///   - generation: The generation.
  ///   - bytes: The new bytes; `nil` removes the generation.
  public func overwrite(_ generation: ArchiveGeneration, with bytes: [UInt8]?) {
    files.withLock { $0[name(generation, nil)] = bytes }
  }

  /// Makes an archive the current one.
  public func replace(with bytes: [UInt8], slot: String?) {
    files.withLock { files in
      if let old = files[name(.current, slot)] { files[name(.previous, slot)] = old }
      files[name(.current, slot)] = bytes
    }
  }

  /// Replaces the bytes of a generation.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?) {
    files.withLock { $0[name(generation, slot)] = bytes }
  }

  /// `true`: the current archive can grow.
  public var canAppend: Bool { true }

  /// Appends to the current archive; other generations are copies.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) -> Bool {
    files.withLock { files in
      guard files[name(.previous, slot)] != nil, let file = files[name(.current, slot)],
        end.matches(file)
      else { return false }
      files[name(.current, slot)] = file + bytes
      return true
    }
  }

  /// Keeps the bytes as the candidate.
  public func nominate(_ generation: ArchiveGeneration, slot: String?) {
    files.withLock { $0[name("nominee", slot)] = $0[name(generation, slot)] }
  }

  /// Makes the candidate the last good generation.
  public func promoteNominee(slot: String?) {
    files.withLock { files in
      guard let nominee = files.removeValue(forKey: name("nominee", slot)) else { return }
      files[name(.lastGood, slot)] = nominee
    }
  }

  /// Keeps the bytes under a name that is not loaded.
  ///
  /// Bytes that are kept already are not kept twice.
  public func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) -> Bool {
    files.withLock { files in
      guard let bytes = files[name(generation, slot)] else { return false }
      switch reason {
      case .damage:
        if !keepsPlace || files[name("damaged-1", slot)] != bytes {
          keepDamaged(bytes, slot, in: &files)
        }
      case .failedLaunch: keepFailed(bytes, slot, in: &files)
      }
      if !keepsPlace { files[name(generation, slot)] = nil }
      return true
    }
  }

  private func keepFailed(_ bytes: [UInt8], _ slot: String?, in files: inout [String: [UInt8]]) {
    var number = 1
    while let kept = files[name("\(StoredFile.passedOverPrefix)\(number)", slot)], kept != bytes {
      number += 1
    }
    files[name("\(StoredFile.passedOverPrefix)\(number)", slot)] = bytes
  }

  /// The archives that were passed over after crashes, the newest last.
  package var passedOver: [[UInt8]] {
    files.withLock { files in
      (1...FileStore.keptPassedOver).compactMap {
        files[name("\(StoredFile.passedOverPrefix)\($0)", nil)]
      }
    }
  }

  private func keepDamaged(_ bytes: [UInt8], _ slot: String?, in files: inout [String: [UInt8]]) {
    for age in stride(from: FileStore.keptDamaged - 1, through: 1, by: -1) {
      guard let older = files[name("damaged-\(age)", slot)] else { continue }
      files[name("damaged-\(age + 1)", slot)] = older
    }
    files[name("damaged-1", slot)] = bytes
  }

  /// Opens the slot's marker.
  ///
  /// It survives a process that a test lets die.
  public func openMarker(slot: String?) -> (any MarkerFile)? {
    let content = markers.withLock { markers in
      let name = name("launch", slot)
      let content = markers[name] ?? MemoryMarkerFile.Content()
      markers[name] = content
      return content
    }
    return MemoryMarkerFile(content)
  }

  /// The damaged archive that was set aside last.
  public var damaged: [UInt8]? { damaged(age: 1) }

  /// Returns a damaged archive: 1 is the newest, 3 the oldest.
  package func damaged(age: Int, slot: String? = nil) -> [UInt8]? {
    files.withLock { $0[name("damaged-\(age)", slot)] }
  }

  /// Returns the bytes of the launch image.
  public func loadLaunchImage(slot: String?) -> [UInt8]? {
    files.withLock { $0[name("launch-image", slot)] }
  }

  /// Returns the bytes of the launch image.
  public func storedLaunchImage(slot: String?) -> StoredBytes? {
    loadLaunchImage(slot: slot).map { StoredBytes($0) }
  }

  /// Replaces or removes the launch image, as a test does for damage.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) {
    files.withLock { $0[name("launch-image", slot)] = bytes }
  }

  /// Removes everything in a slot.
  public func removeAll(slot: String?) {
    let prefix = "\(slot ?? "")."
    files.withLock { files in files = files.filter { !$0.key.hasPrefix(prefix) } }
    markers.withLock { markers in markers = markers.filter { !$0.key.hasPrefix(prefix) } }
  }
}

/// A marker in memory, which a test's next process finds.
final class MemoryMarkerFile: MarkerFile {
  /// The contents, which live as long as the store.
  final class Content: Sendable {
    fileprivate let page = SharedPage(size: ArchiveLimits.markerSize)
    fileprivate let count = Mutex(0)
  }

  let contents: [UInt8]
  let descriptor: Int32? = nil
  private let content: Content

  init(_ content: Content) {
    self.content = content
    contents = content.count.withLock { content.page.bytes($0) }
  }

  /// The memory itself, to be written like a mapped file.
  var page: SharedPage { content.page }

  func write(_ bytes: [UInt8], at offset: Int) {
    content.count.withLock { count in
      if page.write(bytes, at: offset) { count = max(count, offset + bytes.count) }
    }
  }
}
