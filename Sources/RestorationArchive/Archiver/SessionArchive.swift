// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The archive of one session, kept in a store of sessions.
///
/// Its bytes are not in an ``ArchiveStore``.
///
/// Each owner opens it once and never appends to bytes that an earlier owner sealed. That owner may
/// have sealed different bytes under the same numbers, which the store refused. So the first save
/// writes the complete archive, and later saves are appended.
package struct SessionArchive: Sendable {
  private var appendable: AppendableArchive?
  private var sequenceNumber: UInt64 = 0

  /// Creates an archive that has no saves yet.
  package init() {}

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - bytes: The complete archive, with all appended saves.
  ///   - keys: The session's keys; one of them must have sealed it.
  ///   - schema: The newest readable schema of the application.
  /// - Returns: The state to restore.
  /// - Throws: ``ArchiveError``, also when appended saves were changed later. A save that was left
  ///   half written was never acknowledged, and is passed over.
  package mutating func open(_ bytes: [UInt8], with keys: [ArchiveKey], upTo schema: Int)
    throws(ArchiveError) -> ArchiveLoad
  {
    let identifier = try ArchiveSeal.keyIdentifier(of: StoredBytes(bytes))
    guard let key = keys.first(where: { $0.identifier == identifier }) else {
      throw ArchiveError(
        .wrongKey, "The session was sealed with another key, or is another session")
    }
    let state = try ArchiveSeal.open(bytes, with: key).state()
    guard state.end != .damaged else {
      throw ArchiveError(
        .damaged, "An appended save of the session was changed after it was written")
    }
    if let saved = state.snapshot.applicationSchema, saved > schema {
      throw ArchiveError(
        .newerSchema,
        "The session has schema \(saved) of the application; this version reads up to \(schema)")
    }
    sequenceNumber = state.sequenceNumber
    var load = ArchiveLoad()
    (load.saved, load.source) = (SavedState(state), .current)
    return load
  }

  /// Seals an archive's newest state for another session.
  ///
  /// - Parameters:
  ///   - bytes: The complete archive, with all appended saves.
  ///   - keys: The session's keys; one of them must have sealed it.
  ///   - key: The other session's key.
  /// - Returns: The other session's archive.
  /// - Throws: ``ArchiveError``, as ``open(_:with:upTo:)`` does.
  package static func resealed(_ bytes: [UInt8], from keys: [ArchiveKey], for key: ArchiveKey)
    throws(ArchiveError) -> [UInt8]
  {
    var (archive, other) = (SessionArchive(), SessionArchive())
    guard let saved = try archive.open(bytes, with: keys, upTo: .max).saved else {
      throw ArchiveError(.damaged, "The session has no state")
    }
    switch try other.seal(saved.state, with: key).save {
    case .append(let bytes), .replace(let bytes): return bytes
    }
  }

  /// The bytes to hand to the store.
  package enum Save: Sendable {
    /// Bytes to append to the stored archive.
    case append([UInt8])
    /// Bytes that replace the stored archive.
    case replace([UInt8])
  }

  /// Seals a state for the store.
  ///
  /// - Parameters:
  ///   - state: The state to save.
  ///   - key: The session's key.
  /// - Returns: The bytes for the store, and the base to continue with, if there is a new one.
  /// - Throws: ``ArchiveError``. Open the store's archive again before the next call.
  package mutating func seal(_ state: LoggedState, with key: ArchiveKey) throws(ArchiveError)
    -> (save: Save, compaction: Compaction?)
  {
    var archive = appendable.take()
    if let (bytes, saves) = try archive?.seal(state, with: key) {
      appendable = archive
      sequenceNumber &+= UInt64(saves)
      return (.append(bytes), nil)
    }
    // A session's number only tells its saves apart, so it may begin again.
    sequenceNumber &+= 1
    let snapshot = state.flattened()
    let (file, tail) = try ArchiveSeal.sealBase(
      snapshot.bytes, with: key, sequenceNumber: sequenceNumber)
    appendable = AppendableArchive(
      state, base: snapshot, tail: tail, smallLog: ArchiveLimits.smallSessionLog)
    return (.replace(file), state.changes.last.map { Compaction(base: snapshot, last: $0) })
  }
}
