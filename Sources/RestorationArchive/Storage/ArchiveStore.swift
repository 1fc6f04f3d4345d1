// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One of the archives kept for an application, in the order in which they are tried (R195).
public enum ArchiveGeneration: String, Hashable, Sendable, CaseIterable {
  /// The newest state.
  case current
  /// The state before.
  case previous
  /// The newest state that was restored and then ran well for a while (R196).
  case lastGood
}

/// Where the archives of an application lie; knows bytes only.
///
/// A *slot* is a set of generations. There is more than one only when an archive is there that this
/// process must neither read nor touch (R48), or when several processes run at once (R156). Each
/// operation either takes place as a whole or not at all, whatever happens in between. Called on one
/// queue at a time.
public protocol ArchiveStore: Sendable {
  /// The bytes of a generation.
  ///
  /// - Parameters:
  ///   - generation: Which one.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when there is none, for certain.
  /// - Throws: ``ArchiveError`` when it cannot be read. With any code but ``ArchiveError/Code/damaged``
  ///   and ``ArchiveError/Code/limitExceeded`` the archive may be intact, and nothing is written until
  ///   it was read.
  func load(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> [UInt8]?

  /// The bytes of a generation, to be read piece by piece; by default ``load(_:slot:)`` reads them all.
  ///
  /// An archiver asks for this, so that a file of an absurd size costs a launch nothing.
  ///
  /// - Parameters:
  ///   - generation: Which one.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when there is none.
  /// - Throws: ``ArchiveError`` when it cannot be read.
  func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?

  /// Makes an archive the current one, durably; the one before becomes the previous one (R152).
  ///
  /// - Parameters:
  ///   - bytes: A sealed archive.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be written; the old state is intact then.
  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError)

  /// Whether saves can be appended; a store that says `false`, as by default, gets whole archives.
  var canAppend: Bool { get }

  /// Appends a save to the current archive, durably, in one write (R150).
  ///
  /// Nothing is written unless the archive ends as the caller remembers it, belongs to no other
  /// generation, and is not the only one: what is appended to one generation must not show in
  /// another, and damage to the base must leave one to fall back on.
  ///
  /// - Parameters:
  ///   - bytes: A sealed save.
  ///   - end: How the archive ends, to the process that wrote all of it.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: `false` when nothing was written; the archive must be replaced.
  /// - Throws: ``ArchiveError`` when it could not be written. Some of the bytes may then be there,
  ///   which readers pass over; the archive must be replaced and never be appended to again.
  func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError) -> Bool

  /// Gives one generation other bytes, durably, and leaves all others as they are.
  ///
  /// For sealing with another key; a store that cannot do it, as by default, throws.
  ///
  /// - Parameters:
  ///   - generation: Which one.
  ///   - bytes: A sealed archive.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be written; the generation is as it was then.
  func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)

  /// Keeps a generation as a candidate for ``ArchiveGeneration/lastGood``.
  ///
  /// When there is no such generation, there is no candidate any more.
  ///
  /// - Parameters:
  ///   - generation: The one that is being restored.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be kept.
  func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)

  /// Makes the candidate the last good generation (R196).
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be done.
  func promoteNominee(slot: String?) throws(ArchiveError)

  /// Keeps a second copy of a damaged generation that is restored in part; see ``setAside(_:slot:)``.
  ///
  /// The generation stays what it is: until the next save it is the newest state there is. One that
  /// is kept already is not kept twice. By default nothing is kept.
  ///
  /// - Parameters:
  ///   - generation: Which one.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: Whether it is kept now.
  /// - Throws: ``ArchiveError`` when it could not be kept.
  func keepAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> Bool

  /// Moves a damaged generation out of the order of loading; three such are kept (R48).
  ///
  /// When there is no such generation, nothing happens.
  ///
  /// - Parameters:
  ///   - generation: Which one.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be moved.
  func setAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)

  /// Opens the file in which this process notes how far its launch has come (R193).
  ///
  /// Made when there is none. By default there are no markers, and no bad start is noticed.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when the store keeps no markers.
  /// - Throws: ``ArchiveError`` when it could not be opened; launch goes on without (R133).
  func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)?

  /// The bytes of the launch image that lies beside the generations (R114).
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when there is none; a store that keeps none, as by default, has none.
  /// - Throws: ``ArchiveError`` when it cannot be read.
  func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]?

  /// The bytes of the launch image, to be read piece by piece; by default
  /// ``loadLaunchImage(slot:)`` reads them all.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when there is none.
  /// - Throws: ``ArchiveError`` when it cannot be read.
  func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes?

  /// Makes bytes the launch image, durably, or removes it.
  ///
  /// The default keeps nothing.
  ///
  /// - Parameters:
  ///   - bytes: A sealed launch image; `nil` removes the one there is.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when it could not be done; the old one is there then.
  func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError)

  /// Removes all generations of a slot, damaged ones included, its launch image and its marker.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when something could not be removed.
  func removeAll(slot: String?) throws(ArchiveError)

  /// Takes a slot for this process alone, for as long as the process lives (R156).
  ///
  /// Never waits. Called before the first look at a slot and again before each change to it, so that
  /// a slot that was lost is noticed. What a process holds that died is free. By default every slot
  /// is free, which suits a store that no other process reaches.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `false` while another process has it.
  /// - Throws: ``ArchiveError`` when that cannot be found out.
  func claim(slot: String?) throws(ArchiveError) -> Bool

  /// What the store has put right by itself since it was asked last, such as a folder that was open
  /// to other users; by default nothing.
  ///
  /// - Returns: A part of a sentence for each, for the log.
  func takeRemarks() -> [String]

  /// Gives back a slot that this process has claimed; by default does nothing.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  func release(slot: String?)
}

extension ArchiveStore {
  /// All bytes, loaded at once.
  public func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?
  { try load(generation, slot: slot).map { StoredBytes($0) } }

  /// All bytes, loaded at once.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try loadLaunchImage(slot: slot).map { StoredBytes($0) }
  }

  /// `nil`.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? { nil }

  /// `false`.
  public var canAppend: Bool { false }

  /// Appends nothing.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
    -> Bool
  { false }

  /// `true`: no other process reaches the store.
  public func claim(slot: String?) throws(ArchiveError) -> Bool { true }

  /// Nothing.
  public func takeRemarks() -> [String] { [] }

  /// Does nothing.
  public func release(slot: String?) {}

  /// `nil`.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? { nil }

  /// `false`: nothing is kept.
  public func keepAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> Bool
  { false }

  /// Keeps nothing.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {}

  /// Throws.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)
  { throw ArchiveError(.inputOutput, "This store cannot rewrite an archive in its place") }
}
