// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// The application's keys as an archiver has them: the present one, which may be locked or wiped
/// (R120, R122), and the one that is to follow it.
final class KeyRing: Sendable {
  private let provider: any KeyProvider
  private let log: ArchiverLog
  private let state = Mutex(State())

  private struct State {
    /// The key as it was had last, at the levels that lock.
    var key: ArchiveKey?
    /// The key that is to follow, while one replaces the other: it opens archives, too.
    var nextKey: ArchiveKey?
    /// Whether the key must not be fetched, even if it could be had.
    var isScreenLocked = false
    /// Counts locks and unlocks, so that a wipe that comes late does not undo an unlock.
    var turn: UInt64 = 0
    private var isLockInLog = false

    /// Whether the log is to be told of a lock, or of its end: once each.
    mutating func noteInLog(_ isLocked: Bool) -> Bool {
      defer { isLockInLog = isLocked }
      return isLockInLog != isLocked
    }
  }

  init(_ provider: any KeyProvider, log: ArchiverLog) {
    (self.provider, self.log) = (provider, log)
  }

  var protection: KeyProtection { provider.protection }

  /// See ``Archiver/isKeyAvailable``.
  var isAvailable: Bool {
    let (isLocked, isHeld) = state.withLock { ($0.isScreenLocked, $0.key != nil) }
    if isLocked { return false }
    return isHeld && protection == .completeUntilFirstUserAuthentication
      || provider.isKeyAvailable
  }

  func observeAvailability(_ onChange: @escaping @Sendable () -> Void) {
    provider.observeKeyAvailability { _ in onChange() }
  }

  /// What the provider has put right by itself since it was asked last.
  func takeRemarks() -> [String] { provider.takeRemarks() }

  // MARK: The present key

  /// The key, from the provider or, where that is locked, from memory.
  ///
  /// Asked for each time, as the provider may have got another one; on the archiver's queue.
  func current() throws(ArchiveError) -> ArchiveKey {
    do throws(ArchiveError) {
      if state.withLock({ $0.isScreenLocked }) { throw Self.screenIsLocked }
      let key = try provider.key()
      let isLockable = protection != .none
      let isLocked = state.withLock { state in
        if isLockable, !state.isScreenLocked { state.key = key }
        return state.isScreenLocked
      }
      if isLocked { throw Self.screenIsLocked }  // it was while the key was fetched
      if state.withLock({ $0.noteInLog(false) }) {
        log.logger.notice("The key is unlocked")
        log.newTrace(.lock)?.say("unlock", "the key can be had")
      }
      return key
    } catch {
      guard error.code == .keyLocked else { throw error }
      if let key = state.withLock({ $0.key }) { return key }
      if state.withLock({ $0.noteInLog(true) }) {
        log.newTrace(.lock)?.say("lock", "the key cannot be had")
        log.logger.notice(
          "State is neither restored nor saved as long as the key is locked: \(error)")
      }
      throw error
    }
  }

  private static let screenIsLocked = ArchiveError(
    .keyLocked, "The key was wiped when the screen was locked")

  // MARK: Locking

  /// The screen is unlocked: the key may be fetched again, and no earlier wipe counts.
  func unlock() {
    state.withLock {
      $0.isScreenLocked = false
      $0.turn += 1
    }
  }

  /// Announces a wipe.
  ///
  /// - Returns: Its turn, which a later wipe or unlock makes void.
  func beginWipe() -> UInt64 {
    state.withLock { state in
      state.turn += 1
      return state.turn
    }
  }

  /// Wipes both keys from memory, unless a later lock or unlock has made this wipe void.
  ///
  /// - Parameters:
  ///   - turn: From ``beginWipe()``.
  ///   - isScreenLocked: Whether the key must not be fetched until ``unlock()``.
  ///   - whenValid: Called before the keys are forgotten.
  func wipe(turn: UInt64, isScreenLocked: Bool, whenValid: () -> Void) {
    state.withLock { state in
      guard state.turn == turn else { return }
      if isScreenLocked { state.isScreenLocked = true }
      (state.key, state.nextKey) = (nil, nil)
      whenValid()
    }
    provider.forgetKey()
    log.newTrace(.lock)?.say("wipe", "the \(isScreenLocked ? "screen" : "keyring") is locked")
  }

  // MARK: The next key

  /// The provider, if it can replace and destroy keys.
  var rotatable: (any RotatableKeyProvider)? { provider.rotatable }

  /// Looks for a key that is to follow, with which some archives may be sealed already.
  ///
  /// - Throws: ``ArchiveError`` when it cannot be read: what it seals would count as another key's.
  func noteNext() throws(ArchiveError) {
    guard let rotatable else { return }
    let next: ArchiveKey?
    do throws(ArchiveError) {
      next = try rotatable.nextKey()
    } catch {
      // Where the key is locked and was kept, nothing is replaced now.
      guard error.code == .keyLocked else { throw error }
      next = nil
    }
    state.withLock { $0.nextKey = next }
  }

  /// The next key has taken the place of the present one.
  func didAdvance(to next: ArchiveKey) {
    state.withLock { state in
      state.nextKey = nil
      if state.key != nil { state.key = next }
    }
  }

  /// There are no keys any more.
  func didDestroy() { state.withLock { ($0.key, $0.nextKey) = (nil, nil) } }

  /// Opens a file with the key, or with the one that is to follow it.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - key: The application's key.
  ///   - willOpen: See ``ArchiveSeal/open(_:with:as:willOpen:)``.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``.
  func open(
    _ file: StoredBytes, with key: ArchiveKey, willOpen: () throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> OpenedArchive {
    if let next = state.withLock({ $0.nextKey }),
      try ArchiveSeal.keyIdentifier(of: file) == next.identifier
    {
      return try ArchiveSeal.open(file, with: next, willOpen: willOpen)
    }
    return try ArchiveSeal.open(file, with: key, willOpen: willOpen)
  }
}
