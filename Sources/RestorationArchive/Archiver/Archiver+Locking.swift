// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// When the key can be had, and how it is wiped (R120, R122).
extension Archiver {
  /// What the key's provider promises.
  public var protection: KeyProtection { keys.protection }

  /// Whether state can be restored and saved now.
  ///
  /// At the level ``KeyProtection/completeUntilFirstUserAuthentication`` it stays `true` once the
  /// key was had.
  public var isKeyAvailable: Bool { keys.isAvailable }

  /// Has changes of the provider's availability reported; see ``isKeyAvailable``.
  ///
  /// - Parameter onChange: Kept as long as the provider lives, and called on any thread.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable () -> Void) {
    keys.observeAvailability(onChange)
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
    keys.unlock()
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
    queue.async { [self] in _ = try? keys.current() }
  }

  private func wipe(deadline: Duration?, isScreenLocked: Bool) {
    guard protection == .complete else { return }
    let turn = keys.beginWipe()
    let wipe = { @Sendable [keys, writer] in
      keys.wipe(turn: turn, isScreenLocked: isScreenLocked) { writer.didWipeKey() }
    }
    let isWiped = SaveQueue.wait(deadline: deadline) { done in
      queue.async {
        wipe()
        done(.success(()))
      }
    }
    if isWiped == nil { wipe() }
  }
}
