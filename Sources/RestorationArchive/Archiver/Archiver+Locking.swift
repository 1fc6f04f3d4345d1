// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

/// When the key can be had, and how it is wiped (R120, R122).
extension Archiver {
  /// What the key's provider promises.
  public var protection: KeyProtection { keys.protection }

  /// Whether state can be restored and saved now.
  ///
  /// At the level ``KeyProtection/completeUntilFirstUserAuthentication`` it stays `true` once the
  /// key was had.
  public var isKeyAvailable: Bool {
    let (isLocked, isHeld) = state.withLock { ($0.lock.isScreenLocked, $0.lock.key != nil) }
    if isLocked { return false }
    return isHeld && protection == .completeUntilFirstUserAuthentication || keys.isKeyAvailable
  }

  /// Has changes of the provider's availability reported; see ``isKeyAvailable``.
  ///
  /// - Parameter onChange: Kept as long as the provider lives, and called on any thread.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable () -> Void) {
    keys.observeKeyAvailability { _ in onChange() }
  }

  /// The screen is locked: at the level ``KeyProtection/complete`` the key is wiped, after the saves
  /// handed over so far, and not fetched until ``screenDidUnlock()`` (R27).
  ///
  /// - Parameter deadline: How long saves may take; what is not on disk by then is not saved, and
  ///   the older archive stays. `nil` waits as long as it takes.
  public func screenDidLock(deadline: Duration? = nil) {
    wipe(deadline: deadline, isScreenLocked: true)
  }

  /// The screen is unlocked: the key may be fetched again.
  ///
  /// At the level ``KeyProtection/completeUntilFirstUserAuthentication`` it is fetched at once if it
  /// can be had, and kept.
  public func screenDidUnlock() {
    state.withLock {
      $0.lock.isScreenLocked = false
      $0.lock.turn += 1
    }
    holdKey()
  }

  /// The keyring is locked: at the level ``KeyProtection/complete`` the key is wiped, after the saves
  /// handed over so far.
  ///
  /// - Parameter deadline: How long saves may take; `nil` waits as long as it takes.
  public func wipeKey(deadline: Duration? = nil) {
    wipe(deadline: deadline, isScreenLocked: false)
  }

  /// Fetches the key and keeps it, where the level says that it stays once it was had.
  package func holdKey() {
    guard protection == .completeUntilFirstUserAuthentication else { return }
    queue.async { [self] in _ = try? currentKey() }
  }

  /// The key, from the provider or, where that is locked, from memory.
  ///
  /// Asked for each time, as the provider may have got another one; on the archiver's queue.
  func currentKey() throws(ArchiveError) -> ArchiveKey {
    do throws(ArchiveError) {
      if state.withLock({ $0.lock.isScreenLocked }) { throw Self.screenIsLocked }
      let key = try keys.key()
      let isLockable = protection != .none
      let isLocked = state.withLock { state in
        if isLockable, !state.lock.isScreenLocked { state.lock.key = key }
        return state.lock.isScreenLocked
      }
      if isLocked { throw Self.screenIsLocked }  // it was while the key was fetched
      if state.withLock({ $0.lock.noteInLog(false) }) {
        logger.notice("The key is unlocked")
        playByPlay(.lock)?.say("unlock", "the key can be had")
      }
      return key
    } catch {
      guard error.code == .keyLocked else { throw error }
      if let key = state.withLock({ $0.lock.key }) { return key }
      if state.withLock({ $0.lock.noteInLog(true) }) {
        playByPlay(.lock)?.say("lock", "the key cannot be had")
        logger.notice("State is neither restored nor saved as long as the key is locked: \(error)")
      }
      throw error
    }
  }

  private static let screenIsLocked = ArchiveError(
    .keyLocked, "The key was wiped when the screen was locked")

  private func wipe(deadline: Duration?, isScreenLocked: Bool) {
    guard protection == .complete else { return }
    let turn = state.withLock { state in
      state.lock.turn += 1
      return state.lock.turn
    }
    let isWiped = Self.wait(deadline: deadline) { done in
      queue.async { [self] in
        wipe(turn: turn, isScreenLocked: isScreenLocked)
        done(.success(()))
      }
    }
    if isWiped == nil { wipe(turn: turn, isScreenLocked: isScreenLocked) }
  }

  /// Wipes, unless a later lock or unlock has made this one void.
  private func wipe(turn: UInt64, isScreenLocked: Bool) {
    state.withLock { state in
      guard state.lock.turn == turn else { return }
      if isScreenLocked { state.lock.isScreenLocked = true }
      (state.lock.key, state.nextKey) = (nil, nil)
      state.lock.mustLookAgain = true
      state.appendable = nil
    }
    keys.forgetKey()
    playByPlay(.lock)?.say("wipe", "the \(isScreenLocked ? "screen" : "keyring") is locked")
  }
}
