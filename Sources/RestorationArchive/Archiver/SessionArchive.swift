// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The archive of one session, whose bytes lie in a store of sessions and not in an ``ArchiveStore``.
///
/// Opened by each owner once. What an owner before has sealed is never appended to: it may have sealed
/// other bytes under the same numbers, which the store has refused. So the first save writes the archive
/// whole, and those that follow are appended.
package struct SessionArchive: Sendable {
  private var appendable: AppendableArchive?
  private var generation: UInt64 = 0

  /// An archive that there is nothing of yet.
  package init() {}

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - bytes: All of it, with what was appended.
  ///   - keys: The session's keys, one of which has sealed it.
  ///   - schema: The newest schema of the application that can be read.
  /// - Returns: What to restore.
  /// - Throws: ``ArchiveError``; also where saves that were appended were changed since. One that a process
  ///   has left half written was never acknowledged, and is passed over.
  package mutating func open(_ bytes: [UInt8], with keys: [ArchiveKey], upTo schema: Int)
    throws(ArchiveError) -> ArchiveLoad
  {
    let identifier = try ArchiveSeal.keyIdentifier(of: StoredBytes(bytes))
    guard let key = keys.first(where: { $0.identifier == identifier }) else {
      throw ArchiveError(
        .wrongKey, "The session was sealed with another key, or is another session")
    }
    let state = try ArchiveSeal.open(bytes, with: key).state()
    guard !state.isDamaged else {
      throw ArchiveError(.damaged, "The saves that were appended to the session were changed since")
    }
    if let saved = state.snapshot.applicationSchema, saved > schema {
      throw ArchiveError(
        .newerSchema,
        "The session has schema \(saved) of the application; this version reads up to \(schema)")
    }
    generation = state.generation
    var load = ArchiveLoad()
    load.snapshot = state.snapshot.isWasteful ? state.snapshot.compacted() : state.snapshot
    (load.generation, load.source) = (state.generation, .current)
    return load
  }

  /// What the store is to be given.
  package enum Save: Sendable {
    /// Behind what it has.
    case append([UInt8])
    /// In place of what it has.
    case replace([UInt8])
  }

  /// Seals a state.
  ///
  /// - Parameters:
  ///   - state: What to save.
  ///   - key: The session's key.
  /// - Returns: What to give to the store, and the base to go on with, if one was made.
  /// - Throws: ``ArchiveError``; seal again only after the store's archive was opened again.
  package mutating func seal(_ state: LoggedState, with key: ArchiveKey) throws(ArchiveError)
    -> (save: Save, compaction: Compaction?)
  {
    var archive = appendable.take()
    if let (bytes, saves) = try archive?.seal(state, with: key) {
      appendable = archive
      generation += UInt64(saves)
      return (.append(bytes), nil)
    }
    generation += 1
    let snapshot = state.flattened()
    let (file, tail) = try ArchiveSeal.sealBase(snapshot.bytes, with: key, generation: generation)
    appendable = AppendableArchive(
      state, base: snapshot, tail: tail, smallLog: ArchiveLimits.smallSessionLog)
    return (.replace(file), state.changes.last.map { Compaction(base: snapshot, last: $0) })
  }
}
