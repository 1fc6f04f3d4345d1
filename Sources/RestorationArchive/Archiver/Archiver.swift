// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Logging

/// Seals states, writes them to a store and reads them back.
///
/// The actor that owns the objects hands over a state and continues; sealing and writing happen on
/// the archiver's own queue, in the order in which they were handed over.
public final class Archiver: Sendable {
  let log: ArchiverLog
  let keys: KeyRing
  /// Runs everything that reads or changes the archive.
  package let queue: ArchiveQueue

  /// Creates an archiver for a store and a key provider.
  ///
  /// - Parameters:
  ///   - store: Holds the archives.
  ///   - keys: Provides the key.
  ///   - logger: Receives one warning per unreadable archive. What the store and the key file repair
  ///     goes to loggers of their own.
  public init(
    store: any ArchiveStore, keys: any KeyProvider,
    logger: Logger = Logger(label: "restoration.archive")
  ) {
    log = ArchiverLog(logger)
    self.keys = KeyRing(keys, log: log)
    queue = ArchiveQueue(Archive(store, keys: self.keys, log: log), log: log)
  }

  /// Creates an archiver with the default store and a key file.
  ///
  /// Archives are in the XDG state folder. The key file is in the XDG data folder.
  ///
  /// The key file is only as safe as its file mode; see ``KeyFile``. If there is state only under a
  /// former identifier, that state and its key are used.
  ///
  /// - Parameter application: Its identifiers name the folders.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription) throws(ArchiveError) {
    self.init(
      store: try FileStore(for: application), keys: try KeyFile(for: application))
    log.logger.debug("The key lies in a file, which protects it as far as the file's mode does")
  }

  /// Creates an archiver with the default store and another key provider.
  ///
  /// - Parameters:
  ///   - application: Its identifiers name the folder.
  ///   - keys: Provides the key, for example from the desktop's keyring.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription, keys: any KeyProvider)
    throws(ArchiveError)
  { self.init(store: try FileStore(for: application), keys: keys) }

  /// Sets the application whose archives these are.
  ///
  /// Archives of its newer versions are left untouched. Must be called before the first look at the
  /// store.
  package func serve(_ application: ApplicationDescription) {
    queue.sync { $0.reader.readableSchema = application.schemaVersion }
  }

  /// The marker of this process; `nil` until a launch opened an archive.
  package var launchMarker: LaunchMarker? { queue.view.marker }

  // MARK: Loading

  /// Opens the newest readable archive and waits for it.
  ///
  /// A damaged archive is set aside, and the next older one is tried. An archive of another key or
  /// of a newer format stays untouched; this process then reads and saves in a slot of its own. A
  /// process that is started while another one runs also uses its own slot, and finds what the last
  /// process in that slot saved.
  ///
  /// While the key is locked, nothing is read, created or moved; load again after it was unlocked.
  /// If the key or an archive cannot be read for any reason other than damage, nothing is written
  /// until a later call has read it; see ``unreadError``.
  ///
  /// - Returns: The state, and the archives that were passed over.
  public func load() -> ArchiveLoad {
    queue.sync { $0.load(notesCrashes: false) }
  }

  /// Opens the newest readable archive, and notes a crash meanwhile.
  ///
  /// The launch after it then passes over that archive.
  ///
  /// - Parameter installsHandler: See ``LaunchMarker/noteFatalSignals(installsHandler:)``.
  /// - Returns: See ``load()``.
  package func loadAtLaunch(installsHandler: Bool) -> ArchiveLoad {
    if installsHandler { ReadingNote.installHandler() }
    return queue.sync { $0.load(notesCrashes: true) }
  }

  /// The reason why nothing is saved, if launch could not read state.
  ///
  /// `nil` when the key and the archives were read. Otherwise they may be intact, so every save
  /// fails with this error; its code is ``ArchiveError/Code/unreadable``. It ends when ``load()``
  /// has read them, or when the coordinator gives them up. A locked key is a separate case; see
  /// ``isKeyAvailable``.
  public var unreadError: ArchiveError? { queue.view.unreadError }

  /// Gives up state that could not be read at launch.
  ///
  /// The next save is then written beside the unread archive or replaces it. The unread archive
  /// stays as the previous generation, or is set aside. Does nothing unless there is an
  /// ``unreadError``.
  package func giveUpUnreadState() { queue.sync { $0.reader.giveUp() } }

  // MARK: Saving

  /// Saves a snapshot and blocks the caller until it is durable.
  ///
  /// - Parameters:
  ///   - snapshot: The state to save.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  /// - Returns: The sequence number of the save.
  /// - Throws: ``ArchiveError``; the older archive is intact then. With the code
  ///   ``ArchiveError/Code/deadlineExceeded`` the save continues and may still succeed.
  package func saveAndWait(_ snapshot: RestorationSnapshot, deadline: Duration? = nil)
    throws(ArchiveError) -> UInt64
  { try saveAndWait(LoggedState(snapshot), deadline: deadline).sequenceNumber }

  /// Saves a state that may extend an earlier save, and waits.
  ///
  /// Otherwise the same as ``saveAndWait(_:deadline:)``.
  package func saveAndWait(_ state: LoggedState, deadline: Duration? = nil)
    throws(ArchiveError) -> SaveResult
  {
    try queue.runAndWait(deadline: deadline, "The state was not on disk by the deadline") {
      archive throws(ArchiveError) in try archive.save(state)
    }
  }

  /// Makes the restored archive the last good generation.
  ///
  /// Call it when the restored state has run well.
  package func promoteRestored() {
    queue.begin { archive in
      archive.recovery.didProveGood(in: archive.slots.own)
      archive.promoteIfProvenGood()
    }
  }

  // MARK: Launch images

  /// Stores launch images of a state without blocking the caller's actor.
  ///
  /// They are sealed with the same key as the archives. Nothing happens unless that state is on
  /// disk by then, since an image of another state would be wrong. Unchanged images are not written
  /// again.
  ///
  /// - Parameters:
  ///   - state: The state that the images show.
  ///   - images: Encodes the images on the archiver's queue. An empty array removes existing
  ///     images.
  /// - Throws: ``ArchiveError`` when they could not be written; the images before stay then.
  package func saveLaunchImages(
    of state: LoggedState, _ images: @escaping @Sendable () -> [LaunchImage]
  ) async throws(ArchiveError) {
    try await queue.run { archive throws(ArchiveError) in
      try archive.saveLaunchImages(of: state, images)
    }
  }

  /// Stores launch images of a state and blocks until they are durable.
  ///
  /// - Parameters:
  ///   - state: The state that the images show.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  ///   - images: Encodes the images. An empty array removes existing images.
  /// - Throws: ``ArchiveError``, as ``saveLaunchImages(of:_:)`` does. With the code
  ///   ``ArchiveError/Code/deadlineExceeded`` they may still be written.
  package func saveLaunchImagesAndWait(
    of state: LoggedState, deadline: Duration? = nil,
    _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    try queue.runAndWait(deadline: deadline, "The launch image was not on disk by the deadline") {
      archive throws(ArchiveError) in try archive.saveLaunchImages(of: state, images)
    }
  }

  /// Starts to prefetch the launch images, without blocking the caller's actor.
  ///
  /// They are kept until ``loadLaunchImages()`` is called or state is saved.
  package func beginLoadingLaunchImages() { queue.begin { $0.readLaunchImagesAhead() } }

  /// Returns the launch images of the state that ``load()`` found.
  ///
  /// The array is empty when there are none, they cannot be read, or they belong to another state.
  package func loadLaunchImages() -> [LaunchImage] { queue.sync { $0.launchImages() } }

  // MARK: Replacing the key, and destroying it

  /// Replaces the application's key without blocking the caller's actor.
  ///
  /// All archives are sealed again with the new key, in the stores of this package those passed
  /// over after crashes, too; their sequence numbers and contents stay the same. Damaged archives
  /// stay as they are. Then the old key is removed. If the process ends in between, there are two
  /// keys, and each archive opens with one of them; the next launch finishes the work.
  ///
  /// - Throws: ``ArchiveError``, and the old key stays. This also happens when the provider is not
  ///   a ``RotatableKeyProvider``, when there is an archive of a newer format, which only the newer
  ///   version can seal again, or when another process of the application runs
  ///   (``ArchiveError/Code/inUse``).
  public func rotateKey() async throws(ArchiveError) {
    try await queue.run { archive throws(ArchiveError) in try archive.rotateKey() }
  }

  /// Replaces the application's key and blocks the caller until done.
  ///
  /// See ``rotateKey()``.
  ///
  /// - Throws: ``ArchiveError``; then the old key stays.
  public func rotateKeyAndWait() throws(ArchiveError) {
    try queue.sync { archive throws(ArchiveError) in try archive.rotateKey() }
  }

  /// Discards all saved state and destroys the key.
  ///
  /// After that, no copy of an archive can be opened. Does not block the caller's actor.
  ///
  /// Later saves are sealed with a new key. Archives of other keys are left alone.
  ///
  /// - Throws: ``ArchiveError`` when the key is locked and nothing has changed, or when something
  ///   could not be removed.
  public func destroyKey() async throws(ArchiveError) {
    try await queue.run { archive throws(ArchiveError) in try archive.destroyKey() }
  }

  /// Discards all state, destroys the key and blocks until done.
  ///
  /// See ``destroyKey()``.
  ///
  /// - Throws: ``ArchiveError``, as ``destroyKey()`` does.
  public func destroyKeyAndWait() throws(ArchiveError) {
    try queue.sync { archive throws(ArchiveError) in try archive.destroyKey() }
  }

  // MARK: Locking the key

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
    queue.begin { archive in _ = try? archive.keys.current() }
  }

  private func wipe(deadline: Duration?, isScreenLocked: Bool) {
    guard protection == .complete else { return }
    let turn = keys.beginWipe()
    let isWiped: Void? = queue.wait(deadline: deadline) { done in
      queue.begin(
        { archive in
          archive.keys.wipe(turn: turn, isScreenLocked: isScreenLocked)
          archive.writer.didWipeKey()
        }, done)
    }
    if isWiped == nil { keys.wipe(turn: turn, isScreenLocked: isScreenLocked) }
  }

  // MARK: Debugging

  /// The environment variable that turns developer mode on.
  ///
  /// Any value turns it on except `0`, `NO`, `false` and the empty one.
  package static let developerModeVariable = DebugSwitch.developerMode.variable

  /// The environment variable that turns debug logging on.
  ///
  /// Any value turns it on except `0`, `NO`, `false` and the empty one.
  package static let debugLoggingVariable = DebugSwitch.debugLogging.variable

  /// The arguments for a program's own parser, without the program name.
  ///
  /// A strict parser rejects `-StateRestorationDebugLogging YES` and
  /// `-StateRestorationDeveloperMode YES`, so they are left out here. They still take effect.
  public static var argumentsWithoutSwitches: [String] {
    DebugSwitch.removed(from: Array(CommandLine.arguments.dropFirst()))
  }

  /// Whether archives stay as they are on error, crash and force quit.
  ///
  /// For debugging: a state that crashes the program is restored completely at every launch, a
  /// damaged archive stays in place, and a force quit deletes nothing. The log says at notice level
  /// what would have happened otherwise. Set it with the environment variable
  /// `RESTORATION_DEVELOPER_MODE`, with the launch argument `-StateRestorationDeveloperMode YES`,
  /// or here before launch.
  public var isDeveloperModeEnabled: Bool {
    get { log.isDeveloperModeEnabled }
    set { log.isDeveloperModeEnabled = newValue }
  }

  /// Whether each save and restore step is logged with its duration.
  ///
  /// Lines have notice level. They contain paths and classes, but no values. Without debug logging,
  /// no line above debug level contains a path. Set it with the environment variable
  /// `RESTORATION_DEBUG_LOGGING`, with the launch argument `-StateRestorationDebugLogging YES`, or
  /// here at any time; it takes effect with the next pass.
  public var isDebugLoggingEnabled: Bool {
    get { log.isDebugLoggingEnabled }
    set { log.isDebugLoggingEnabled = newValue }
  }

  /// The clock used by debug logging.
  package var uptime: RestorationTrace.Uptime {
    get { log.uptime }
    set { log.uptime = newValue }
  }

  /// Starts a trace of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity that begins.
  ///   - logger: Receives the lines; the archiver's own logger by default.
  /// - Returns: `nil` unless debug logging is on.
  package func newTrace(_ activity: RestorationTrace.Activity, logger: Logger? = nil)
    -> RestorationTrace?
  {
    log.newTrace(activity, logger: logger)
  }

  // MARK: Time

  /// Runs an action once, after a delay.
  package typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// The timer for delayed actions; `nil` uses the archiver's queue.
  ///
  /// Tests set their own.
  package var timer: Timer? {
    get { queue.timer }
    set { queue.timer = newValue }
  }

  /// Runs an action once, away from the caller's actor.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    queue.schedule(after: delay, action)
  }

  /// Waits until all work requested so far is done.
  package func waitUntilIdle() { queue.sync { _ in } }
}
