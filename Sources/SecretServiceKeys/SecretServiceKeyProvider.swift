// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import Dispatch
  public import RestorationArchive
  import Synchronization

  import class Foundation.ProcessInfo

  /// Keeps an application's key in the desktop's keyring, so that its archives are unreadable until
  /// the user has logged in (R120).
  ///
  /// ```swift
  /// let archiver = try Archiver(for: program, keys: SecretServiceKeyProvider(for: program))
  /// ```
  ///
  /// There is one key for each application identifier, made on first use in the default keyring,
  /// where the user finds it as "State of …". Any keyring with the interface of Secret Service will
  /// do: GNOME's, KDE's, KeePassXC.
  ///
  /// The user is never asked for anything: a locked keyring is
  /// ``/RestorationArchive/ArchiveError/Code/keyLocked``, and so is one that does not answer in time; one
  /// that is not there is ``/RestorationArchive/ArchiveError/Code/keyUnavailable``. Nothing weaker takes its
  /// place by itself; see ``isServicePresent(timeout:)``.
  ///
  /// Lives as long as the archiver that it is given to, with a thread and a connection to the bus;
  /// both end with it.
  public final class SecretServiceKeyProvider: KeyProvider {
    /// When the key can be had.
    public let protection: KeyProtection

    /// All identifiers of the application, the one whose state is used first.
    let identifiers: [String]
    let lock: KeyMakingLock
    let label: String
    private let timeout: Duration
    private let thread: KeyringThread
    let state = Mutex(State())
    /// Observers are told in order, and never on the thread that the keyring is asked on.
    private let observing = DispatchQueue(label: "keyring observers")

    struct State {
      var key: ArchiveKey?
      /// The key that is to follow; known and forgotten with the key.
      var next: ArchiveKey?
      var observers: [@Sendable (Bool) -> Void] = []
      /// Whether the keyring gives keys, as of its last answer or signal; set in their order.
      var isUnlocked: Bool?
      /// Whether a keyring that did not answer will be asked again.
      var asksAgain = false
      /// What observers know.
      var lastTold: Bool?
    }

    /// Names the key of an application.
    ///
    /// - Parameters:
    ///   - application: Its identifier is the key's name in the keyring; a key of a former identifier is
    ///     used where there is none under the one whose state is used.
    ///   - name: What the user calls the application; shown in the keyring instead of its identifier.
    ///   - protection: When the key can be had. The keyring decides, so that
    ///     ``/RestorationArchive/KeyProtection/none`` is the same as
    ///     ``/RestorationArchive/KeyProtection/completeUntilFirstUserAuthentication``.
    ///   - timeout: How long any question to the keyring may take, in a launch too.
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

    /// The application's key; from memory once it was fetched, made if there is none.
    ///
    /// - Returns: The same key in every launch and every process of the application.
    /// - Throws: ``/RestorationArchive/ArchiveError``: locked, or unavailable.
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

    /// Finds the keys, or makes one: of processes that do so at once, one makes it.
    private static func items(
      of identifiers: [String], label: String, _ lock: KeyMakingLock, _ session: KeyringSession
    ) throws(ArchiveError) -> KeyringSession.Successive {
      let found = try session.found(identifiers)
      if !found.items.isEmpty { return .init(found.items) }
      return try lock.withLock { () throws(ArchiveError) in
        let made = try session.found(identifiers)
        if !made.items.isEmpty { return .init(made.items) }
        try session.store(ArchiveKey(), number: 1, of: made.identifier, label: label)
        // What the keyring gives back is what the next launch will get.
        return .init(try session.items(of: made.identifier))
      }
    }

    /// Drops the key from memory; it is cleared when no seal uses it any more.
    public func forgetKey() { state.withLock { ($0.key, $0.next) = (nil, nil) } }

    // MARK: Availability

    /// Whether the key is in memory, as the level of protection allows, or the keyring is unlocked.
    ///
    /// Asks the keyring once; its signals say the rest, and are followed within milliseconds. `false`
    /// also when there is no keyring, or it does not answer in time.
    public var isKeyAvailable: Bool {
      if let known = state.withLock({ knownAvailability($0) }) { return known }
      askKeyring()
      return state.withLock { knownAvailability($0) } ?? false
    }

    private func knownAvailability(_ state: borrowing State) -> Bool? {
      protection != .complete && state.key != nil ? true : state.isUnlocked
    }

    /// Asks the keyring whether it is unlocked, and acts on the answer in the order of questions.
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
        // No answer in time: no signal says that a keyring goes on, only that one comes.
        if error.code == .keyLocked { askAgain() }
      }
    }

    /// Asks a keyring that did not answer again, as long as it takes.
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

    /// Has changes of ``isKeyAvailable`` reported: when the keyring is locked or unlocked, by whomever,
    /// and when it comes and goes.
    ///
    /// Works without a loop of GLib in the process.
    ///
    /// - Parameter onChange: Kept as long as this provider lives; called in order, on a queue of the
    ///   provider's own.
    public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
      state.withLock { state in
        state.observers.append(onChange)
        state.lastTold = state.lastTold ?? knownAvailability(state)
      }
      // The signals come over a connection that the first question makes.
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

    /// Whether a keyring is on the session bus or would be started on request, unlocked or not.
    ///
    /// An application that shall run on desktops without one too says so itself:
    ///
    /// ```swift
    /// let keys: any KeyProvider = SecretServiceKeyProvider.isServicePresent()
    ///   ? try SecretServiceKeyProvider(for: program) : try KeyFile(applicationIdentifier: program.identifier)
    /// ```
    ///
    /// State that was sealed with one of the two is left alone by a launch with the other (R48).
    ///
    /// - Parameter timeout: How long the bus may take to answer.
    /// - Returns: `false` also when there is no session bus.
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

  /// Leads signals to a provider that does not exist yet when its thread is made.
  private final class ChangeRelay: Sendable {
    let receiver = Mutex<(@Sendable () -> Void)?>(nil)

    func send() { receiver.withLock { $0 }?() }
  }
#endif
