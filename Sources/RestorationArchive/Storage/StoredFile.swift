// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The parsed name of a file in the folder of a ``FileStore``.
///
/// Tools use it.
package struct StoredFile: Hashable {
  /// The kind of file.
  package enum Content: Hashable {
    case archive(ArchiveGeneration)
    /// The archive that becomes the last good one after running well.
    case candidate
    /// An archive that was set aside; 1 is the newest.
    case damaged(Int)
    /// A readable archive that failed at launch; 1 is the oldest.
    case passedOver(Int)
    case launchImage
    case marker
    case lock
    /// A file left by a process that died while writing.
    case unfinished(String)
  }

  /// The slot's name; `nil` is the application's own.
  package var slot: String?
  package var content: Content

  package init(_ content: Content, slot: String? = nil) {
    (self.content, self.slot) = (content, slot)
  }

  /// Parses a file name; `nil` when no store writes such a file.
  ///
  /// - Parameter name: The name, without a folder.
  package init?(name: String) {
    for content in Self.contents + Self.passedOver(name) {
      let own = Self(content).name
      if name == own {
        self.init(content)
        return
      }
      guard name.hasSuffix("." + own) else { continue }
      let slot = String(name.dropLast(own.utf8.count + 1))
      guard Self.isSlot(slot) else { continue }
      self.init(content, slot: slot)
      return
    }
    return nil
  }

  /// The file's name, without a folder.
  package var name: String {
    let own =
      switch content {
      case .archive(let generation): generation.rawValue + ".archive"
      case .candidate: "nominee.archive"
      case .damaged(let age): "damaged-\(age).archive"
      case .passedOver(let number): "\(Self.passedOverPrefix)\(number).archive"
      case .launchImage: "launch-image.sealed"
      case .marker: "launch.marker"
      case .lock: "lock"
      case .unfinished(let name): name
      }
    return (slot.map { "\($0)." } ?? "") + own
  }

  /// Whether the file is outside of the loading order and keeps an archive that opens.
  package var isKeptReadable: Bool {
    switch content {
    case .candidate, .passedOver: true
    default: false
    }
  }

  /// Whether the file is removed with the state.
  package var isState: Bool { content != .lock }

  /// The number of the process that keeps its state here.
  ///
  /// Numbers start at 1.
  package var instance: Int {
    guard let slot, slot.hasPrefix("instance-") else { return 1 }
    return Int(slot.dropFirst("instance-".count).prefix { $0.isNumber }) ?? 1
  }

  /// The number of processes that can have a state at once.
  package static let instances = 8

  /// Returns the slot that stands for an instance.
  ///
  /// A process that has claimed this slot may use all slots of the instance.
  ///
  /// - Parameter instance: The number of the instance, from 1.
  /// - Returns: The slot's name; `nil` is the application's own.
  package static func slot(ofInstance instance: Int) -> String? {
    instance == 1 ? nil : "instance-\(instance)"
  }

  /// The beginning of the names of readable archives that failed at launch.
  package static let passedOverPrefix = "passed-over-"

  /// Returns the content that a name of such an archive stands for.
  private static func passedOver(_ name: String) -> [Content] {
    guard let match = name.firstMatch(of: /(?:^|\.)passed-over-([1-9][0-9]{0,2})\.archive$/),
      let number = Int(match.1)
    else { return [] }
    return [.passedOver(number)]
  }

  private static let contents: [Content] =
    ArchiveGeneration.allCases.map { .archive($0) } + [.candidate]
    + (1...FileStore.keptDamaged).map { .damaged($0) } + [.launchImage, .marker, .lock]
    + ["new.archive", "link.archive", "launch-image.new"].map { .unfinished($0) }

  /// Whether a name is that of a slot.
  ///
  /// Examples are `instance-2` and `slot-0123456789abcdef-1.1-3`, or both joined by a hyphen.
  private static func isSlot(_ name: String) -> Bool {
    let instance = /instance-[2-8]/
    let other = /slot-[0-9a-f]{16}-[0-9]+\.[0-9]+(-[2-4])?/
    if name.wholeMatch(of: other) != nil { return true }
    guard let start = name.prefixMatch(of: instance)?.range.upperBound else { return false }
    let rest = name[start...]
    return rest.isEmpty || rest.first == "-" && rest.dropFirst().wholeMatch(of: other) != nil
  }
}
