// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import Dispatch
import PosixSupport
public import RestorationArchive
import Synchronization

import class Foundation.ProcessInfo

/// Keeps an application's key in the desktop's keyring.
///
/// The application's archives are unreadable until the user has logged in.
///
/// ```swift
/// let archiver = try Archiver(for: program, keys: SecretServiceKeyProvider(for: program))
/// ```
///
/// Each application identifier has one key, created on first use in the default keyring. The user
/// sees it there as "State of …". Any keyring with the Secret Service interface works: GNOME's,
/// KDE's, KeePassXC.
///
/// The user is never prompted. A locked keyring, or one that does not answer in time, is reported
/// as ``/RestorationArchive/ArchiveError/Code/keyLocked``; a missing keyring as
/// ``/RestorationArchive/ArchiveError/Code/keyUnavailable``. No weaker provider is substituted
/// automatically; see ``isServicePresent(timeout:)``.
///
/// The provider lives as long as its archiver. Its thread and its connection to the bus end with
/// it.
public final class SecretServiceKeyProvider: KeyProvider {
  /// The availability of the key.
  public let protection: KeyProtection

  /// The application's identifiers, beginning with the one whose state is used.
  let identifiers: [String]
  let lock: KeyMakingLock
  let label: String
  private let timeout: Duration
  private let thread: KeyringThread
  let state = Mutex(State())
  /// Calls observers in order, never on the keyring's thread.
  private let observing = DispatchQueue(label: "keyring observers")

  struct State {
    var key: ArchiveKey?
    /// The next key; fetched and forgotten together with the key.
    var next: ArchiveKey?
    var observers: [@Sendable (Bool) -> Void] = []
    /// Whether the keyring returns keys, as of its last response.
    ///
    /// Answers and signals update it in their order.
    var isUnlocked: Bool?
    /// Whether a keyring that did not answer will be asked again.
    var asksAgain = false
    /// The availability that was last reported to observers.
    var lastTold: Bool?
  }

  /// Creates the provider for an application's key.
  ///
  /// - Parameters:
  ///   - application: Supplies the identifier, which names the key in the keyring. A key of a
  ///     former identifier is used if there is none under the identifier whose state is used.
  ///   - name: The application's name for the user, shown in the keyring instead of its
  ///     identifier.
  ///   - protection: The availability of the key. The keyring decides, so
  ///     ``/RestorationArchive/KeyProtection/none`` is the same as
  ///     ``/RestorationArchive/KeyProtection/completeUntilFirstUserAuthentication``.
  ///   - timeout: The maximum time for each keyring request, also at launch.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the identifier cannot name a folder.
  public convenience init(
    for application: ApplicationDescription, name: String? = nil,
    protection: KeyProtection = .completeUntilFirstUserAuthentication,
    timeout: Duration = .seconds(5)
  ) throws(ArchiveError) {
    try self.init(
      for: application, name: name, protection: protection, timeout: timeout,
      environment: ProcessInfo.processInfo.environment)
  }

  package init(
    for application: ApplicationDescription, name: String? = nil,
    protection: KeyProtection = .completeUntilFirstUserAuthentication,
    timeout: Duration = .seconds(5), environment: [String: String]
  ) throws(ArchiveError) {
    identifiers = try application.identifiersInUse(environment)
    self.protection = protection == .none ? .completeUntilFirstUserAuthentication : protection
    self.timeout = timeout
    label = "State of \(name ?? application.identifier)"
    lock = try KeyMakingLock(application.identifier, environment)
    let changes = ChangeRelay()
    thread = KeyringThread { changes.send() }
    changes.receiver.withLock { $0 = { [weak self] in self?.checkAvailabilityLater() } }
  }

  // MARK: The key

  /// Returns the application's key, and creates it if needed.
  ///
  /// Once fetched, the key is returned from memory.
  ///
  /// - Returns: The key, equal in every launch and every process of the application.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the keyring is locked or unavailable.
  public func key() throws(ArchiveError) -> ArchiveKey {
    if let kept = state.withLock({ $0.key }) { return kept }
    return try ask { [identifiers, label, lock, weak self] session throws(ArchiveError) in
      let items: KeyringSession.Successive
      do throws(ArchiveError) {
        items = try Self.items(of: identifiers, label: label, lock, session)
      } catch {
        if !session.isCancelled { self?.state.withLock { $0.isUnlocked = false } }
        throw error
      }
      guard let key = items.first?.key else {
        throw ArchiveError(.keyUnavailable, "The keyring did not keep the key")
      }
      self?.state.withLock { ($0.key, $0.next, $0.isUnlocked) = (key, items.next?.key, true) }
      return key
    }
  }

  /// Finds the keys, or creates one.
  ///
  /// If several processes do this at once, only one of them creates a key.
  private static func items(
    of identifiers: [String], label: String, _ lock: KeyMakingLock, _ session: KeyringSession
  ) throws(ArchiveError) -> KeyringSession.Successive {
    let found = try session.found(identifiers)
    if !found.items.isEmpty { return .init(found.items) }
    return try lock.withLock { () throws(ArchiveError) in
      let made = try session.found(identifiers)
      if !made.items.isEmpty { return .init(made.items) }
      try session.store(ArchiveKey(), number: 1, of: made.identifier, label: label)
      // Read again, because the next launch gets the key that the keyring returns.
      return .init(try session.items(of: made.identifier))
    }
  }

  /// Drops the key from memory.
  ///
  /// Its bytes are cleared when no seal uses it any more.
  public func forgetKey() { state.withLock { ($0.key, $0.next) = (nil, nil) } }

  // MARK: Availability

  /// Whether the key is in memory or the keyring is unlocked.
  ///
  /// A key in memory counts only if the protection level allows that.
  ///
  /// The keyring is asked once. Later changes come from its signals within milliseconds. Also
  /// `false` when there is no keyring, or it does not answer in time.
  public var isKeyAvailable: Bool {
    if let known = state.withLock({ knownAvailability($0) }) { return known }
    askKeyring()
    return state.withLock { knownAvailability($0) } ?? false
  }

  private func knownAvailability(_ state: borrowing State) -> Bool? {
    protection != .complete && state.key != nil ? true : state.isUnlocked
  }

  /// Asks the keyring whether it is unlocked, and stores the answer.
  ///
  /// Answers are stored in the order of requests.
  private func askKeyring() {
    do throws(ArchiveError) {
      try ask { [identifiers, protection, weak self] session throws(ArchiveError) in
        let isUnlocked: Bool
        do throws(ArchiveError) {
          isUnlocked = try session.isUnlocked(for: identifiers)
        } catch {
          if session.isCancelled { throw error }
          isUnlocked = false
        }
        self?.state.withLock { state in
          state.isUnlocked = isUnlocked
          if !isUnlocked, protection == .complete { (state.key, state.next) = (nil, nil) }
        }
      }
    } catch {
      state.withLock { $0.isUnlocked = $0.isUnlocked ?? false }
      // No answer in time: a signal reports a keyring that appears, but not one that responds
      // again.
      if error.code == .keyLocked { askAgain() }
    }
  }

  /// Asks an unresponsive keyring again later, without limit.
  private func askAgain() {
    let asksAlready = state.withLock { state in
      defer { state.asksAgain = true }
      return state.asksAgain
    }
    guard !asksAlready else { return }
    observing.asyncAfter(deadline: .after(timeout)) { [weak self] in
      self?.state.withLock { $0.asksAgain = false }
      self?.checkAvailability()
    }
  }

  /// Registers an observer of ``isKeyAvailable``.
  ///
  /// Changes are reported when any program locks or unlocks the keyring, and when the keyring
  /// appears or disappears.
  ///
  /// This works without a GLib loop in the process.
  ///
  /// - Parameter onChange: Retained as long as this provider lives. Called in order, on a queue
  ///   of the provider's own.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    state.withLock { state in
      state.observers.append(onChange)
      state.lastTold = state.lastTold ?? knownAvailability(state)
    }
    // Signals arrive over a connection that the first request opens.
    checkAvailabilityLater()
  }

  private func checkAvailabilityLater() {
    observing.async { [weak self] in self?.checkAvailability() }
  }

  private func checkAvailability() {
    askKeyring()
    let (isAvailable, observers) = state.withLock { state in
      let isAvailable = knownAvailability(state) ?? false
      defer { state.lastTold = isAvailable }
      return (isAvailable, (state.lastTold ?? isAvailable) == isAvailable ? [] : state.observers)
    }
    observers.forEach { $0(isAvailable) }
  }

  /// Returns whether the session bus has a keyring or can start one.
  ///
  /// The keyring may be locked.
  ///
  /// An application that must also run on desktops without a keyring chooses explicitly:
  ///
  /// ```swift
  /// let keys: any KeyProvider = SecretServiceKeyProvider.isServicePresent()
  ///   ? try SecretServiceKeyProvider(for: program) : try KeyFile(applicationIdentifier: program.identifier)
  /// ```
  ///
  /// A launch with one of the two leaves state alone that was sealed with the other.
  ///
  /// - Parameter timeout: The maximum time for the bus to answer.
  /// - Returns: Whether there is a keyring; `false` also when there is no session bus.
  public static func isServicePresent(timeout: Duration = .seconds(5)) -> Bool {
    let thread = KeyringThread {}
    let isPresent = try? thread.ask(within: timeout) { session throws(ArchiveError) in
      try session.isServicePresent()
    }
    return isPresent ?? false
  }

  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (KeyringSession) throws(ArchiveError) -> Answer
  ) throws(ArchiveError) -> Answer { try thread.ask(within: timeout, question) }
}

/// Forwards signals to a provider that is created after its thread.
private final class ChangeRelay: Sendable {
  let receiver = Mutex<(@Sendable () -> Void)?>(nil)

  func send() { receiver.withLock { $0 }?() }
}

/// Serializes making and removing keys across an application's processes.
///
/// A keyring has no operation that stores an item only if none exists. The lock belongs to the
/// kernel and ends with the process, so a leftover file blocks no one.
struct KeyMakingLock: Sendable {
  private let folder: String

  init(_ application: String, _ environment: [String: String]) throws(ArchiveError) {
    folder = try StateFolders(application, environment).keys
  }

  /// Runs a closure while holding the lock; waits for other processes.
  func withLock<Value>(_ body: () throws(ArchiveError) -> Value) throws(ArchiveError) -> Value {
    try PosixFileSystem().createFolder(folder)
    let lock = try lock()
    defer { extendLifetime(lock) }
    return try body()
  }

  private func lock() throws(ArchiveError) -> OpenFile {
    do throws(ArchiveError) {
      return try PosixFileSystem().lock(folder + "/keyring.lock")
    } catch {
      throw ArchiveError(
        .keyUnavailable, error.reason, file: error.file, systemError: error.systemError)
    }
  }
}
#else
public import RestorationArchive

/// Keeps an application's key in the desktop's keyring.
///
/// This placeholder is compiled without the trait that adds libsecret.
@available(
  *, unavailable,
  message: """
    SecretServiceKeys needs this package's trait "SecretService". Write in the dependencies of \
    Package.swift: .package(url: …, from: …, traits: ["SecretService"]). libsecret's headers are in \
    Debian's libsecret-1-dev.
    """
)
public final class SecretServiceKeyProvider {
  /// Cannot be called; see the message.
  public init(
    for application: ApplicationDescription, name: String? = nil,
    protection: KeyProtection = .completeUntilFirstUserAuthentication,
    timeout: Duration = .seconds(5)
  ) throws(ArchiveError) {}
}

/// Protects a sandboxed application's key with the desktop's Secret portal.
///
/// This placeholder is compiled without the trait that adds libsecret.
@available(
  *, unavailable,
  message: """
    SecretServiceKeys needs this package's trait "SecretService". Write in the dependencies of \
    Package.swift: .package(url: …, from: …, traits: ["SecretService"]). libsecret's headers are in \
    Debian's libsecret-1-dev.
    """
)
public final class SecretPortalKeyProvider {
  /// Cannot be called; see the message.
  public init(
    for application: ApplicationDescription, timeout: Duration = .seconds(5)
  ) throws(ArchiveError) {}
}
#endif
