// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Availability of the key, and its removal from memory.
extension Archiver {
  /// The protection that the key provider promises.
  public var protection: KeyProtection { keys.protection }

  /// Whether state can be restored and saved now.
  ///
  /// At the level ``KeyProtection/completeUntilFirstUserAuthentication`` it stays `true` once the
  /// key was fetched.
  public var isKeyAvailable: Bool { keys.isAvailable }

  /// Registers an observer of the key's availability.
  ///
  /// See ``isKeyAvailable``.
  ///
  /// - Parameter onChange: Retained as long as the provider lives. Called on any thread.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable () -> Void) {
    keys.observeAvailability(onChange)
  }

  /// Reports that the screen was locked.
  ///
  /// At the level ``KeyProtection/complete``, all saves handed over so far are written, then the
  /// key is wiped. It is not fetched again until ``screenDidUnlock()``.
  ///
  /// - Parameter deadline: The maximum time for these saves. A state that is not on disk by then is
  ///   not saved, and the older archive stays. `nil` sets no limit.
  public func screenDidLock(deadline: Duration? = nil) {
    wipe(deadline: deadline, isScreenLocked: true)
  }

  /// Reports that the screen was unlocked.
  ///
  /// The key may be fetched again. At the level
  /// ``KeyProtection/completeUntilFirstUserAuthentication`` it is fetched immediately if it is
  /// available, and kept.
  public func screenDidUnlock() {
    keys.unlock()
    holdKey()
  }

  /// Wipes the key after the keyring was locked.
  ///
  /// This only happens at the level ``KeyProtection/complete``. All saves handed over so far are
  /// written first.
  ///
  /// - Parameter deadline: The maximum time for these saves; `nil` sets no limit.
  public func wipeKey(deadline: Duration? = nil) {
    wipe(deadline: deadline, isScreenLocked: false)
  }

  /// Fetches and keeps the key, if its protection level allows that.
  package func holdKey() {
    guard protection == .completeUntilFirstUserAuthentication else { return }
    queue.async { archive throws(ArchiveError) in _ = try archive.keys.current() }
  }

  private func wipe(deadline: Duration?, isScreenLocked: Bool) {
    guard protection == .complete else { return }
    let turn = keys.beginWipe()
    let isWiped = ArchiveQueue.wait(deadline: deadline) { done in
      queue.async(
        { archive in
          archive.keys.wipe(turn: turn, isScreenLocked: isScreenLocked)
          archive.writer.didWipeKey()
        }, done)
    }
    if isWiped == nil { keys.wipe(turn: turn, isScreenLocked: isScreenLocked) }
  }
}
