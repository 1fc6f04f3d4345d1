// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import Dispatch
import Foundation
public import RestorationArchive
import Synchronization

/// Protects a sandboxed application's key with the desktop's Secret portal.
///
/// A Flatpak reaches the portal without a permission. The desktop keeps one secret for each
/// application in the user's keyring. The key is made of that secret and of the key file, so
/// neither of them opens an archive alone.
///
/// ```swift
/// let keys: any KeyProvider = SecretPortalKeyProvider.isPortalPresent()
///   ? try SecretPortalKeyProvider(for: program) : try SecretServiceKeyProvider(for: program)
/// ```
///
/// The desktop may ask the user to unlock the keyring. Until it has answered, the key is reported
/// as ``/RestorationArchive/ArchiveError/Code/keyLocked``. Observers learn of that, and of a late
/// answer. A user who declines is asked again at the next launch.
/// A missing portal is reported as ``/RestorationArchive/ArchiveError/Code/keyUnavailable``.
///
/// The desktop tells applications apart by their sandbox. Outside one, all programs of the user
/// can get the same secret. An application that gets another Flatpak identifier gets another
/// secret, and cannot read its former state.
public final class SecretPortalKeyProvider: KeyProvider {
  private let file: KeyFile
  private let timeout: Duration
  private let state = Mutex(State())
  /// Calls observers in order, while no lock of a caller is held.
  private let observing = DispatchQueue(label: "secret portal observers")

  private struct State {
    var secret: ArchiveKey?
    var request: SecretRequest?
    /// Whether the last request failed, or has not been answered in time.
    var isLocked = false
    var observers: [@Sendable (Bool) -> Void] = []
  }

  /// Creates the provider for an application's key.
  ///
  /// - Parameters:
  ///   - application: Supplies the identifier, which names the folder of the key file.
  ///   - timeout: The maximum time that a caller waits for the portal, also at launch.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the identifier cannot name a folder.
  public convenience init(
    for application: ApplicationDescription, timeout: Duration = .seconds(5)
  ) throws(ArchiveError) {
    self.init(file: try KeyFile(for: application), timeout: timeout)
  }

  package init(file: KeyFile, timeout: Duration) { (self.file, self.timeout) = (file, timeout) }

  deinit { state.withLock { $0.request }?.cancel() }

  /// Always ``/RestorationArchive/KeyProtection/completeUntilFirstUserAuthentication``.
  public var protection: KeyProtection { .completeUntilFirstUserAuthentication }

  /// Returns the application's key, and creates it if needed.
  ///
  /// - Returns: The key, equal in every launch and every process of the application.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the portal does not give its secret, or
  ///   the key file cannot be used.
  public func key() throws(ArchiveError) -> ArchiveKey {
    // The secret first, so that a program without a portal makes no file.
    let secret = try secret()
    return try file.key().combined(with: secret)
  }

  private func secret() throws(ArchiveError) -> ArchiveKey {
    let request: SecretRequest
    switch state.withLock({ pending(&$0) }) {
    case .secret(let secret): return secret
    case .request(let pending): request = pending
    }
    if let result = request.result(within: timeout) { return try result.get() }
    // The answer may have arrived meanwhile.
    let secret = state.withLock { state in
      setLocked(state.secret == nil, &state)
      return state.secret
    }
    if let secret { return secret }
    throw ArchiveError(
      .keyLocked,
      "The desktop's Secret portal did not answer within \(timeout); it may be asking the user "
        + "to unlock the keyring")
  }

  private enum Pending {
    case secret(ArchiveKey)
    case request(SecretRequest)
  }

  /// The secret, or the one request for it.
  private func pending(_ state: inout State) -> Pending {
    if let secret = state.secret { return .secret(secret) }
    if let request = state.request { return .request(request) }
    let request = SecretRequest { [weak self] in self?.finish($0) }
    state.request = request
    return .request(request)
  }

  private func finish(_ result: Result<ArchiveKey, ArchiveError>) {
    state.withLock { state in
      state.request = nil
      state.secret = try? result.get()
      setLocked(state.secret == nil, &state)
    }
  }

  /// Notes whether the key is locked, and tells observers of a change.
  private func setLocked(_ isLocked: Bool, _ state: inout State) {
    guard state.isLocked != isLocked else { return }
    state.isLocked = isLocked
    let observers = state.observers
    observing.async { observers.forEach { $0(!isLocked) } }
  }

  /// Drops the portal's secret and the file's key from memory.
  public func forgetKey() {
    state.withLock { $0.secret = nil }
    file.forgetKey()
  }

  /// Whether the portal has given its secret, or has not been asked.
  public var isKeyAvailable: Bool { state.withLock { !$0.isLocked } }

  /// Registers an observer of ``isKeyAvailable``.
  ///
  /// - Parameter onChange: Retained as long as this provider lives. Called in order, on a queue
  ///   of the provider's own.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.observers.append(onChange) }
  }

  /// Returns whether the desktop has the portal.
  ///
  /// - Parameter timeout: The maximum time for the portal to answer.
  /// - Returns: Whether there is a portal; `false` also when there is no session bus.
  public static func isPortalPresent(timeout: Duration = .seconds(5)) -> Bool {
    csecret_has_portal(Int32(min(max(timeout / .milliseconds(1), 1), Double(Int32.max)))) != 0
  }
}

/// Rotation of the key file; the portal's secret stays.
extension SecretPortalKeyProvider: RotatableKeyProvider {
  /// Returns the next key.
  ///
  /// - Returns: `nil` unless a replacement was started and not finished.
  /// - Throws: ``/RestorationArchive/ArchiveError`` as ``key()`` does.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? {
    let secret = try secret()
    return try file.nextKey()?.combined(with: secret)
  }

  /// Creates the next key, or returns the existing one.
  ///
  /// - Returns: The next key.
  /// - Throws: ``/RestorationArchive/ArchiveError`` as ``key()`` does.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey {
    let secret = try secret()
    return try file.makeNextKey().combined(with: secret)
  }

  /// Replaces the present key by the next one.
  ///
  /// - Throws: ``/RestorationArchive/ArchiveError`` of the key file.
  public func advanceToNextKey() throws(ArchiveError) { try file.advanceToNextKey() }

  /// Removes the key files, without which the portal's secret opens nothing.
  ///
  /// - Throws: ``/RestorationArchive/ArchiveError`` of the key file.
  public func destroyKeys() throws(ArchiveError) {
    forgetKey()
    try file.destroyKeys()
  }
}

/// One request to the portal, on a thread of its own.
///
/// It lasts as long as the desktop needs to ask the user.
private final class SecretRequest: Sendable {
  private let cancellation = Cancellation()
  private let answer = Mutex<Result<ArchiveKey, ArchiveError>?>(nil)
  private let done = DispatchGroup()

  /// Starts the request.
  ///
  /// - Parameter onEnd: Called on the request's thread before anyone who waits.
  init(_ onEnd: @escaping @Sendable (Result<ArchiveKey, ArchiveError>) -> Void) {
    done.enter()
    let thread = Thread { [self] in
      let result = ask()
      answer.withLock { $0 = result }
      onEnd(result)
      done.leave()
    }
    thread.name = "secret portal"
    thread.start()
  }

  /// The answer; `nil` if there is none in time.
  func result(within timeout: Duration) -> Result<ArchiveKey, ArchiveError>? {
    guard done.wait(timeout: .after(timeout)) == .success else { return nil }
    return answer.withLock { $0 }
  }

  func cancel() { cancellation.cancel() }

  private func ask() -> Result<ArchiveKey, ArchiveError> {
    // Longer than any desktop's secret.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
      unsafe buffer.initialize(repeating: 0)
      defer {
        if let start = buffer.baseAddress { unsafe explicit_bzero(start, buffer.count) }
      }
      var (count, error): (gsize, UnsafeMutablePointer<GError>?) = (0, nil)
      let answer = unsafe csecret_portal_secret(
        buffer.baseAddress, gsize(buffer.count), &count, cancellation.pointer, &error)
      if unsafe error != nil {
        return unsafe .failure(
          KeyringFailure.error(taking: error, "The Secret portal cannot be reached"))
      }
      guard answer == 0 else {
        return .failure(ArchiveError(.keyLocked, "The desktop did not unlock the keyring"))
      }
      guard count > 0 else {
        return .failure(ArchiveError(.keyUnavailable, "The Secret portal gave an empty secret"))
      }
      return unsafe .success(ArchiveKey(derivedFrom: buffer[..<Int(count)]))
    }
  }
}
#endif
