// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// A key provider that fails or returns a wrong key on demand.
///
/// It passes everything else on to a real provider, and counts calls. For a key that the user locks
/// and unlocks, use a `MemoryKeyProvider`: it notifies its observers, as a keyring does.
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

  /// The number of calls of ``key()``, failed ones included.
  public var keyRequests: Int { state.withLock { $0.keyRequests } }

  /// The number of calls of ``forgetKey()``.
  public var forgottenCount: Int { state.withLock { $0.forgotten } }

  /// Makes ``key()`` throw from now on.
  ///
  /// Observers are not notified. If the error says that the key is locked, the key counts as not
  /// available.
  ///
  /// - Parameter error: The error to throw.
  public func fail(
    with error: ArchiveError = ArchiveError(.keyUnavailable, "The test has no key")
  ) {
    state.withLock { $0.failure = error }
  }

  /// Makes ``key()`` return another key from now on.
  ///
  /// This simulates a keyring that was lost and made again.
  ///
  /// - Parameter key: The other key; by default a new one.
  public func substitute(_ key: ArchiveKey = ArchiveKey()) {
    state.withLock { $0.substitute = key }
  }

  /// Makes everything work again, with the original key.
  public func repair() { state.withLock { ($0.failure, $0.substitute) = (nil, nil) } }

  /// The wrapped provider's value.
  public var protection: KeyProtection { base.protection }

  /// Returns the key, or what the test has set up instead.
  public func key() throws(ArchiveError) -> ArchiveKey {
    let (failure, substitute) = state.withLock { state in
      state.keyRequests += 1
      return (state.failure, state.substitute)
    }
    if let failure { throw failure }
    if let substitute { return substitute }
    return try base.key()
  }

  /// The wrapped provider's value, unless the test simulates a locked key.
  public var isKeyAvailable: Bool {
    state.withLock { $0.failure?.code } != .keyLocked && base.isKeyAvailable
  }

  /// Passes the observer on to the wrapped provider.
  ///
  /// - Parameter onChange: Called when that is locked or unlocked.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    base.observeKeyAvailability(onChange)
  }

  /// Counts the call, and passes it on to the wrapped provider.
  public func forgetKey() {
    state.withLock { $0.forgotten += 1 }
    base.forgetKey()
  }
}
