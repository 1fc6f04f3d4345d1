// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// The running program: its windows, its life, and when its state is saved and restored.
///
/// ```swift
/// let application = Application(
///   ApplicationDescription(identifier: "org.example.PhotoViewer", version: "1.0"),
///   delegate: delegate, host: GTKHost(), archiver: Archiver(store: store, keys: keys))
/// exit(application.run())
/// ```
///
/// The program owns the application, which keeps its delegate and its windows. A test
/// makes as many applications as it likes and calls ``launch(reason:inBackground:)`` itself.
@MainActor public final class Application {
  /// The application that ``run(inBackground:)`` was called on; `nil` before.
  public private(set) static var shared: Application?

  /// The toolkit it runs on.
  public let host: any Host

  /// Who decides what is saved and restored, and hears of the application's life.
  public let delegate: any ApplicationDelegate

  /// Saves and restores the state; makers for classes are registered with it.
  public let restoration: RestorationCoordinator

  /// The windows whose state is saved, in the order in which they were made: those that are open, and
  /// those that were closed a moment ago (R212).
  var keptWindows: [Window] = [] { didSet { Arrangement.didChange() } }

  /// The same from front to back.
  var orderedKeptWindows: [Window] = []

  /// Called when changed state is durable in the store, with the number of the save, or when it could
  /// not be made durable, in time or at all (R190).
  ///
  /// The archiver logs failures; a save that failed while the application runs is tried again.
  public var onPreserve: (@MainActor (Result<UInt64, ArchiveError>, PreservationReport) -> Void)?

  /// Called at launch when restoring has ended, whatever came of it, before did-finish-launching,
  /// and again when state was restored late (R188).
  public var onRestore: (@MainActor (RestorationReport) -> Void)?

  /// What came of the last save that wrote something, or failed to; `nil` before the first.
  public internal(set) var lastPreservationReport: PreservationReport?

  /// What came of restoring, at launch or late; `nil` before it has ended.
  public internal(set) var lastRestorationReport: RestorationReport?

  /// The number of the last save and when it was made, or why it was not.
  var lastSave: RestorationInspection.Save?

  /// Who shows what is preserved while the application runs.
  weak var inspector: RestorationInspector?

  /// Whether state can be saved and restored now, as far as the key is concerned (R123).
  ///
  /// `false` while the key is locked: before the first unlock after boot, or, at the level
  /// ``/RestorationArchive/KeyProtection/complete``, while screen or keyring is locked; and while key or
  /// archives cannot be read that may be intact. Changes are told to the delegate.
  public internal(set) var isProtectedDataAvailable: Bool

  /// Whether the application was launched without showing windows, and has not shown any since.
  ///
  /// It ends when its background tasks are complete; see ``beginBackgroundTask()``.
  public package(set) var isLaunchedInBackground = false

  /// How many background tasks are under way.
  var backgroundTasks = 0

  /// Whether the screen is locked.
  var isScreenLocked = false

  /// Whether fatal signals are noted by handlers of this package, which pass them on (R193).
  ///
  /// A program with a crash handler of its own says `false` before launch, and calls
  /// `restoration_note_fatal_signal` of the module `FatalSignalNote` in that.
  public var installsFatalSignalHandlers = true
  /// How pictures of the windows are kept for the next launch (R114, R119).
  ///
  /// Set it before launch, and whenever the user decides otherwise.
  public var launchImagePrivacy = LaunchImagePrivacy.plain

  /// What launching begins with where there is no usable picture of the window; `nil` is an empty
  /// window (R192).
  public var defaultLaunchImage: Image?

  /// How long a launch may take before a window begins with the default image (R192).
  ///
  /// A window of a faster launch begins with the restored interface itself, unless it has a picture of
  /// how it was left.
  public var defaultLaunchImageDelay = Duration.milliseconds(250)

  /// When this launch began.
  var launchBegan: ContinuousClock.Instant?

  /// Whether the pass that runs, or ran last, was told to keep no picture (R115, R116).
  var ignoresSnapshot = false

  /// How far launch has come.
  var phase = Phase.notLaunched

  /// Whether the application is in the foreground.
  var isActive = false

  /// The checks after saves, in sessions that asked for them.
  var roundTripChecks: RoundTripChecks?

  /// Opens storyboards; set by the module that reads them.
  package var storyboardOpener: (any StoryboardOpening)?

  let tree: ControllerTree
  let archiver: Archiver
  private let record: ApplicationRecord

  /// Where an application is in its life.
  enum Phase {
    /// ``launch(reason:inBackground:)`` was not called.
    case notLaunched
    /// ``launch(reason:inBackground:)`` is running: nothing is on screen, and no change counts as
    /// one (R196).
    case launching
    /// Windows are shown; changes are saved.
    case running
    /// The last save is done.
    case terminated
  }

  /// Creates an application that has not launched.
  ///
  /// - Parameters:
  ///   - description: Names the application and its version.
  ///   - delegate: Makes the interface; a ``StateRestoringApplicationDelegate`` opts in (R1).
  ///   - host: The toolkit.
  ///   - archiver: Where state is kept.
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

  /// Launches and runs until ``terminate(reason:)``; makes this the ``shared`` application.
  ///
  /// In the background no window is shown, and the process ends when its background tasks are
  /// complete (R121).
  ///
  /// - Parameter inBackground: By default, whether the command line has `--background`; a program
  ///   that reads its options itself says so.
  /// - Returns: The exit status for the process.
  public func run(inBackground: Bool = isBackgroundRequested(by: CommandLine.arguments)) -> Int32 {
    Self.shared = self
    isLaunchedInBackground = inBackground
    return host.run(self)
  }

  /// Makes another application the ``shared`` one for the time of a closure.
  ///
  /// - Parameters:
  ///   - application: The other one.
  ///   - body: Runs at once.
  /// - Returns: What the closure returned.
  package static func sharing<Result>(_ application: Application, _ body: () -> Result) -> Result {
    let earlier = shared
    shared = application
    defer { shared = earlier }
    return body()
  }

  /// Lets an object that is no controller and no view take part (R87).
  ///
  /// - Parameters:
  ///   - object: The object, held weakly (R88). Its restoration parent is read now.
  ///   - restorationIdentifier: Its name below its restoration parent.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    restoration.registerObject(
      forStateRestoration: object, restorationIdentifier: restorationIdentifier)
  }

  /// Makes a restoration class known by its name and its former names (R72).
  ///
  /// Needed for classes with former names, nested classes and private ones; other top-level
  /// classes are found without.
  ///
  /// - Parameter restorationClass: The class.
  public func register(_ restorationClass: any ViewControllerRestoration.Type) {
    tree.register(restorationClass)
  }

  /// Delays the verdict that restoring succeeded, not launch itself, until the work that goes on
  /// with what was restored is complete (R111, R113).
  ///
  /// As long as it is not, the restored state does not become the last good one. Calls nest by
  /// count.
  public func extendStateRestoration() { restoration.extendStateRestoration() }

  /// Ends what ``extendStateRestoration()`` began; one call too many is reported.
  public func completeStateRestoration() { restoration.completeStateRestoration() }

  /// Forgets what was only needed while restoring.
  func didRestore() { tree.didRestore() }
}
