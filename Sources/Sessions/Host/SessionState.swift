// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// A session's objects, and the archive in which the store has them.
struct SessionState<Session> {
  let session: Session
  private let name: SessionName
  private let surroundings: SessionSurroundings
  private let coordinator: RestorationCoordinator
  private var archive = SessionArchive()
  /// The key that sealed the last save, and the one that it is derived from.
  private var key: (ArchiveKey, of: ArchiveKey)?

  /// Restores a session.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - bytes: Its stored bytes; `nil` when the store has none.
  ///   - surroundings: State that all sessions of a host share.
  ///   - make: Makes the session, with its objects registered.
  /// - Throws: ``SessionError`` when it cannot be read, or too little of it came back, or what
  ///   `make` throws.
  init(
    of name: SessionName, from bytes: [UInt8]?, _ surroundings: SessionSurroundings,
    make: (RestorationCoordinator) throws -> Session
  ) throws {
    (self.name, self.surroundings) = (name, surroundings)
    let load: ArchiveLoad?
    if let bytes {
      load = try surroundings.open(bytes, of: name, with: &archive)
    } else {
      load = nil
    }
    coordinator = surroundings.makeCoordinator()
    session = try make(coordinator)
    if let load { try surroundings.check(coordinator.restore(load)) }
    // What the program makes at start, or writes in another form than it read, is no change: a call
    // that only reads writes nothing.
    coordinator.preserve(reason: .changed).didStore(nil)
    coordinator.arrivalsChangeNothing = true
  }

  /// The size of the state, in bytes, before sealing.
  var byteCount: Int { coordinator.byteCount }

  /// Encodes the changes.
  ///
  /// - Returns: The pass, and its state; `nil` when nothing has changed.
  /// - Throws: ``SessionError`` when the state cannot be saved.
  func encode() throws(SessionError) -> (pass: PreservedState, state: LoggedState?) {
    // Also when no object has announced a change: a session has few objects.
    let pass = coordinator.preserve(reason: .changed)
    guard pass.report.omissions.isEmpty else { throw .tooLarge(surroundings.options.size) }
    do throws(ArchiveError) { return (pass, try pass.stateToStore()) } catch {
      throw notSaved(error)
    }
  }

  /// The bytes for the store, and the base to continue with, if there is a new one.
  typealias Sealed = (save: SessionArchive.Save, compaction: Compaction?)

  /// Encodes and seals the changes.
  ///
  /// - Returns: The pass, without sealed bytes when nothing has changed.
  /// - Throws: ``SessionError`` when it cannot be sealed.
  mutating func seal() throws(SessionError) -> (PreservedState, Sealed?) {
    let (pass, state) = try encode()
    guard let state else { return (pass, nil) }
    do throws(ArchiveError) {
      return (pass, try archive.seal(state, with: try currentKey()))
    } catch {
      throw notSaved(error)
    }
  }

  /// Returns the session's key, which is derived again only when the sealing key was replaced.
  private mutating func currentKey() throws(ArchiveError) -> ArchiveKey {
    let sealing = try surroundings.sealingKey()
    if let key, key.of.identifier == sealing.identifier { return key.0 }
    let key = surroundings.key(of: name, from: sealing)
    self.key = (key, of: sealing)
    return key
  }

  private func notSaved(_ error: ArchiveError) -> SessionError {
    surroundings.logger.error("A session could not be sealed: \(error)")
    return .notSealed(error)
  }
}
