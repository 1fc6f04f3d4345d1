// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// The archiver's view of the application's keys.
///
/// These are the present key, which may be locked or wiped, and the next key during a replacement.
/// The only part of an archive that other threads reach: a wipe cannot wait for a save that hangs.
final class KeyRing: Sendable {
  private let provider: any KeyProvider
  private let log: ArchiverLog
  private let state = Mutex(State())

  private struct State {
    /// The key as last fetched, if its protection level locks.
    var key: ArchiveKey?
    /// The next key during a replacement; it opens archives, too.
    var nextKey: ArchiveKey?
    /// Whether the key must not be fetched, even if it is available.
    var isScreenLocked = false
    /// Counts locks and unlocks; a late wipe must not undo an unlock.
    var turn: UInt64 = 0
    /// Counts the valid wipes.
    var wipes = 0
    private var isLockInLog = false

    /// Returns whether to log a lock or its end, once each.
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

  // MARK: The present key

  /// Returns the provider's key, or the kept one while that is locked.
  ///
  /// Every use asks again, since the provider may have a different key by then. Runs on the
  /// archiver's queue.
  func current() throws(ArchiveError) -> ArchiveKey {
    do throws(ArchiveError) {
      if state.withLock({ $0.isScreenLocked }) { throw Self.screenIsLocked }
      let key = try provider.key()
      let isLockable = protection != .none
      let isLocked = state.withLock { state in
        if isLockable, !state.isScreenLocked { state.key = key }
        return state.isScreenLocked
      }
      if isLocked { throw Self.screenIsLocked }  // it was locked while the key was fetched
      if state.withLock({ $0.noteInLog(false) }) {
        log.logger.notice("The key is unlocked")
        log.newTrace(.lock)?.say("unlock", "the key is available")
      }
      return key
    } catch {
      guard error.code == .keyLocked else { throw error }
      if let key = state.withLock({ $0.key }) { return key }
      if state.withLock({ $0.noteInLog(true) }) {
        log.newTrace(.lock)?.say("lock", "the key is not available")
        log.logger.notice(
          "State is neither restored nor saved as long as the key is locked: \(error)")
      }
      throw error
    }
  }

  private static let screenIsLocked = ArchiveError(
    .keyLocked, "The key was wiped when the screen was locked")

  // MARK: Locking

  /// The number of times that the key was wiped.
  var wipes: Int { state.withLock { $0.wipes } }

  /// Allows the key to be fetched again, and cancels earlier wipes.
  func unlock() {
    state.withLock {
      $0.isScreenLocked = false
      $0.turn += 1
    }
  }

  /// Announces a wipe.
  ///
  /// - Returns: The turn of this wipe. A later wipe or unlock invalidates it.
  func beginWipe() -> UInt64 {
    state.withLock { state in
      state.turn += 1
      return state.turn
    }
  }

  /// Wipes both keys from memory, unless a later change cancelled this.
  ///
  /// A later wipe or unlock cancels it.
  ///
  /// - Parameters:
  ///   - turn: The value from ``beginWipe()``.
  ///   - isScreenLocked: Whether the key must not be fetched until ``unlock()``.
  func wipe(turn: UInt64, isScreenLocked: Bool) {
    let isValid = state.withLock { state in
      guard state.turn == turn else { return false }
      if isScreenLocked { state.isScreenLocked = true }
      (state.key, state.nextKey) = (nil, nil)
      state.wipes += 1
      return true
    }
    guard isValid else { return }
    provider.forgetKey()
    log.newTrace(.lock)?.say("wipe", "the \(isScreenLocked ? "screen" : "keyring") is locked")
  }

  // MARK: The next key

  /// The provider, if it can replace and destroy keys.
  var rotatable: (any RotatableKeyProvider)? { provider.rotatable }

  /// Fetches the next key, which may have sealed some archives already.
  ///
  /// - Throws: ``ArchiveError`` when it cannot be read. Without it, the archives it sealed would
  ///   look like those of a foreign key.
  func noteNext() throws(ArchiveError) {
    guard let rotatable else { return }
    let next: ArchiveKey?
    do throws(ArchiveError) {
      next = try rotatable.nextKey()
    } catch {
      // If the key is locked and kept in memory, no replacement can run now.
      guard error.code == .keyLocked else { throw error }
      next = nil
    }
    state.withLock { $0.nextKey = next }
  }

  /// Replaces the present key in memory by the next one.
  func didAdvance(to next: ArchiveKey) {
    state.withLock { state in
      state.nextKey = nil
      if state.key != nil { state.key = next }
    }
  }

  /// Forgets both keys, which the provider may not have any more.
  func forget() { state.withLock { ($0.key, $0.nextKey) = (nil, nil) } }

  /// Opens a file with the present or the next key.
  ///
  /// - Parameters:
  ///   - file: The sealed file.
  ///   - key: The application's key.
  /// - Returns: The authenticated content.
  /// - Throws: ``ArchiveError``.
  func open(_ file: StoredBytes, with key: ArchiveKey) throws(ArchiveError) -> OpenedArchive {
    if let next = state.withLock({ $0.nextKey }),
      try ArchiveSeal.keyIdentifier(of: file) == next.identifier
    {
      return try ArchiveSeal.open(file, with: next)
    }
    return try ArchiveSeal.open(file, with: key)
  }

  /// Whether a file names the present or the next key.
  func mayOpen(_ file: StoredBytes, with key: ArchiveKey) -> Bool {
    guard let identifier = try? ArchiveSeal.keyIdentifier(of: file) else { return false }
    return [key, state.withLock { $0.nextKey }].contains { $0?.identifier == identifier }
  }
}
