// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// A key provider that fails, or gives a stranger's key, when a test wants it to.
///
/// It passes everything else on to a real one, and counts. For a key that is locked and unlocked by
/// the user take a `MemoryKeyProvider`: that tells its observers, as a keyring does.
public final class FaultyKeyProvider: KeyProvider {
  private struct State {
    var failure: ArchiveError?
    var substitute: ArchiveKey?
    var keyRequests = 0
    var forgotten = 0
  }

  private let base: any KeyProvider
  private let state = Mutex(State())

  /// Wraps a provider.
  ///
  /// - Parameter base: Has the key; by default one in memory.
  public init(_ base: any KeyProvider = MemoryKeyProvider()) { self.base = base }

  /// How often ``key()`` was called, whatever came of it.
  public var keyRequests: Int { state.withLock { $0.keyRequests } }

  /// How often ``forgetKey()`` was called.
  public var forgottenCount: Int { state.withLock { $0.forgotten } }

  /// Lets ``key()`` throw from now on.
  ///
  /// No observer hears of it. While the error says that the key is locked, it counts as not
  /// available.
  ///
  /// - Parameter error: What it throws.
  public func fail(
    with error: ArchiveError = ArchiveError(.keyUnavailable, "The test has no key")
  ) {
    state.withLock { $0.failure = error }
  }

  /// Lets ``key()`` give another key from now on, as after a keyring was lost and made anew.
  ///
  /// - Parameter key: The other key; by default a new one.
  public func substitute(_ key: ArchiveKey = ArchiveKey()) {
    state.withLock { $0.substitute = key }
  }

  /// Lets everything work from now on, with the key of before.
  public func repair() { state.withLock { ($0.failure, $0.substitute) = (nil, nil) } }

  /// What the wrapped provider says.
  public var protection: KeyProtection { base.protection }

  /// The key, or what the test wants instead of it.
  public func key() throws(ArchiveError) -> ArchiveKey {
    let (failure, substitute) = state.withLock { state in
      state.keyRequests += 1
      return (state.failure, state.substitute)
    }
    if let failure { throw failure }
    if let substitute { return substitute }
    return try base.key()
  }

  /// What the wrapped provider says, unless the test lets the key seem locked.
  public var isKeyAvailable: Bool {
    state.withLock { $0.failure?.code } != .keyLocked && base.isKeyAvailable
  }

  /// Hands the observer to the wrapped provider.
  ///
  /// - Parameter onChange: Called when that is locked or unlocked.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    base.observeKeyAvailability(onChange)
  }

  /// What the wrapped provider says.
  public func takeRemarks() -> [String] { base.takeRemarks() }

  /// Counts, and tells the wrapped provider.
  public func forgetKey() {
    state.withLock { $0.forgotten += 1 }
    base.forgetKey()
  }
}
