// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// The running program: its windows, lifecycle and saved state.
///
/// ```swift
/// let application = Application(
///   ApplicationDescription(identifier: "org.example.PhotoViewer", version: "1.0"),
///   delegate: delegate, host: GTKHost(), archiver: Archiver(store: store, keys: keys))
/// exit(application.run())
/// ```
///
/// The program owns the application, and the application owns its delegate and its windows. A test
/// may make several applications and calls ``launch(reason:inBackground:)`` itself.
@MainActor public final class Application {
  /// The application that ``run(inBackground:)`` was called on; `nil` before.
  public private(set) static var shared: Application?

  /// The toolkit that the application runs on.
  public let host: any Host

  /// The delegate, which decides what is saved and restored.
  ///
  /// It also receives lifecycle events.
  public let delegate: any ApplicationDelegate

  /// The coordinator that saves and restores the state.
  ///
  /// Register makers for classes with it.
  public let restoration: RestorationCoordinator

  /// The windows whose state is saved, in order of creation.
  ///
  /// These are the open windows and the windows that were closed a moment ago.
  var keptWindows: [Window] = [] { didSet { Arrangement.didChange() } }

  /// The kept windows from front to back.
  var orderedKeptWindows: [Window] = []

  /// Called when a save is durable, or when it failed.
  ///
  /// Receives the save's sequence number, or the error if the save could not be made durable in
  /// time or at all. The archiver logs failures. A save that failed while the application runs is
  /// tried again.
  public var onPreserve: (@MainActor (Result<UInt64, ArchiveError>, PreservationReport) -> Void)?

  /// Called when restoring has ended, whatever the result.
  ///
  /// At launch, this happens before did-finish-launching. It is called again when state was
  /// restored late.
  public var onRestore: (@MainActor (RestorationReport) -> Void)?

  /// The report of the last save; `nil` before the first.
  ///
  /// Only a save that wrote something, or failed to, counts.
  public internal(set) var lastPreservationReport: PreservationReport?

  /// The report of restoring; `nil` until it has ended.
  ///
  /// Restoring takes place at launch or late.
  public internal(set) var lastRestorationReport: RestorationReport?

  /// The last save's sequence number and time, or its error.
  var lastSave: RestorationInspection.Save?

  /// The inspector that shows preserved state while the application runs.
  weak var inspector: RestorationInspector?

  /// Whether the key allows saving and restoring now.
  ///
  /// `false` while the key is locked: before the first unlock after boot, or, at the level
  /// ``/RestorationArchive/KeyProtection/complete``, while the screen or the keyring is locked.
  /// Also `false` while the key or archives cannot be read but may be intact. The delegate is
  /// called when this changes.
  public internal(set) var isProtectedDataAvailable: Bool

  /// Whether the application was launched in the background and shows no windows.
  ///
  /// Such an application ends when its background tasks are complete; see
  /// ``beginBackgroundTask()``. Once it has shown its windows, this is `false`.
  public package(set) var isLaunchedInBackground = false

  /// The number of background tasks in progress.
  var backgroundTasks = 0

  /// Whether the screen is locked.
  var isScreenLocked = false

  /// Whether this package installs handlers that note fatal signals.
  ///
  /// The handlers pass each signal on. A program with its own crash handler sets this to `false`
  /// before launch, and calls `restoration_note_fatal_signal` of the module `FatalSignalNote` in
  /// that handler.
  public var installsFatalSignalHandlers = true
  /// The privacy of window pictures kept for the next launch.
  ///
  /// Set it before launch, and whenever the user's choice changes.
  public var launchImagePrivacy = LaunchImagePrivacy.plain

  /// The image that a window without a usable picture begins with.
  ///
  /// `nil` begins with an empty window.
  public var defaultLaunchImage: Image?

  /// The launch duration after which a window begins with the default image.
  ///
  /// A window of a faster launch begins with the restored interface itself, unless it has a picture
  /// of how it was left.
  public var defaultLaunchImageDelay = Duration.milliseconds(250)

  /// The time when this launch began.
  var launchBegan: ContinuousClock.Instant?

  /// The registrations when launch began, for a second application.
  var registeredBeforeLaunch: RegisteredBeforeLaunch?

  /// Whether the current or last pass was told to keep no picture.
  var ignoresSnapshot = false

  /// The current phase of the lifecycle.
  var phase = Phase.notLaunched

  /// Whether the application is in the foreground.
  var isActive = false

  /// The checks after saves, in sessions that asked for them.
  var roundTripChecks: RoundTripChecks?

  /// The storyboard opener, set by the module that reads storyboards.
  package var storyboardOpener: (any StoryboardOpening)?

  let tree: ControllerTree
  let archiver: Archiver
  private let record: ApplicationRecord

  /// A phase of the application's lifecycle.
  enum Phase {
    /// ``launch(reason:inBackground:)`` has not been called.
    case notLaunched
    /// ``launch(reason:inBackground:)`` is running.
    ///
    /// Nothing is on screen, and no change is a reason to save.
    case launching
    /// Windows are shown; changes are saved.
    case running
    /// The last save is done.
    case terminated
  }

  /// Creates an application that has not launched.
  ///
  /// - Parameters:
  ///   - description: The application's name and version.
  ///   - delegate: Makes the interface. A ``StateRestoringApplicationDelegate`` opts in to
  ///     restoration.
  ///   - host: The toolkit.
  ///   - archiver: Stores the state.
  public init(
    _ description: ApplicationDescription, delegate: any ApplicationDelegate, host: any Host,
    archiver: Archiver
  ) {
    self.host = host
    self.delegate = delegate
    self.archiver = archiver
    isProtectedDataAvailable = archiver.isKeyAvailable
    restoration = RestorationCoordinator(
      description, idiom: host.userInterfaceIdiom, archiver: archiver,
      now: { MainActor.assumeIsolated { host.currentDate } })
    tree = ControllerTree()
    record = ApplicationRecord()
    tree.application = self
    record.application = self
    restoration.tree = tree
    restoration.delegate = record
    restoration.takesPart = { delegate is any StateRestoringApplicationDelegate }
    restoration.onInvalidate = { [weak self] in
      MainActor.assumeIsolated { self?.inspector?.applicationDidChange() }
    }
    startSaving()
  }

  /// Launches the application and runs it until ``terminate(reason:)``.
  ///
  /// Makes this the ``shared`` application. In the background no window is shown, and the process
  /// ends when its background tasks are complete.
  ///
  /// - Parameter inBackground: By default, whether the command line has `--background`. A program
  ///   that reads its options itself passes a value.
  /// - Returns: The exit status for the process.
  public func run(inBackground: Bool = isBackgroundRequested(by: CommandLine.arguments)) -> Int32 {
    Self.shared = self
    isLaunchedInBackground = inBackground
    return host.run(self)
  }

  /// Makes another application the ``shared`` one while a closure runs.
  ///
  /// - Parameters:
  ///   - application: The other application.
  ///   - body: Runs at once.
  /// - Returns: The result of the closure.
  package static func sharing<Result>(_ application: Application, _ body: () -> Result) -> Result {
    let earlier = shared
    shared = application
    defer { shared = earlier }
    return body()
  }

  /// Lets an object that is neither controller nor view take part.
  ///
  /// - Parameters:
  ///   - object: The object, held weakly. Its restoration parent is read now.
  ///   - restorationIdentifier: The object's name below its restoration parent.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    restoration.registerObject(
      forStateRestoration: object, restorationIdentifier: restorationIdentifier)
  }

  /// Registers a restoration class under its name and its former names.
  ///
  /// Required for nested classes, private classes and classes with former names. Other top-level
  /// classes are found without registration.
  ///
  /// - Parameter restorationClass: The class.
  public func register(_ restorationClass: any ViewControllerRestoration.Type) {
    tree.register(restorationClass)
  }

  /// Delays the verdict that restoring succeeded, but not launch itself.
  ///
  /// Use it while work on the restored content goes on. Until that work is complete, the restored
  /// state does not become the last good one. Calls are counted.
  public func extendStateRestoration() { restoration.extendStateRestoration() }

  /// Ends one ``extendStateRestoration()``; an extra call is reported.
  public func completeStateRestoration() { restoration.completeStateRestoration() }

  /// Drops data that was needed only for restoring.
  func didRestore() { tree.didRestore() }
}
