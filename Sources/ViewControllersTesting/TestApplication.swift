// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import RestorationTesting
public import StateRestoration
public import ViewControllers

/// An application without a display, for tests of relaunching.
///
/// ```swift
/// let program = TestApplication(EditorController())
/// program.root.text = "Half a sen"
/// program.relaunch()
/// #expect(program.root.text == "Half a sen")
/// ```
///
/// The application launches when this object is made. Each life has an application, a delegate and
/// controllers of its own; store and key outlive them. It works in Swift Testing and in XCTest.
@MainActor public final class TestApplication<Root: ViewController> {
  /// The application of this life.
  public private(set) var application: Application

  /// The toolkit of this life; move its clock to let time pass.
  public private(set) var host: HeadlessHost

  /// The restoration report of the last launch.
  public private(set) var report: RestorationReport?

  /// The number of times state was written, in all lives.
  public private(set) var saves = 0

  /// The version of the application from the next launch on.
  public var version = "1"

  /// The interface idiom from the next launch on.
  public var idiom: UserInterfaceIdiom

  private let identifier: String
  private let store: any ArchiveStore
  private let keys: any KeyProvider
  private let configure: @MainActor (Application) -> Void
  let makeDelegate: @MainActor () -> any ApplicationDelegate

  /// Tests one controller, which each life makes as a window's root.
  ///
  /// - Parameters:
  ///   - root: Makes the controller; one without restoration identifier gets `"Root"`.
  ///   - store: The store of the state, for example one that fails.
  ///   - keys: The source of the key.
  ///   - configure: Runs before each launch, to register objects and classes.
  public convenience init(
    _ root: @autoclosure @escaping @MainActor () -> Root, store: any ArchiveStore = MemoryStore(),
    keys: any KeyProvider = MemoryKeyProvider(),
    configuring configure: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.init(store: store, keys: keys, configuring: configure) { RootDelegate(makeRoot: root) }
  }

  /// Tests an application with its own delegate: each life makes one.
  ///
  /// - Parameters:
  ///   - identifier: The application's identifier.
  ///   - idiom: The interface idiom.
  ///   - store: The store of the state, for example one that fails.
  ///   - keys: The source of the key.
  ///   - configure: Runs before each launch, to register objects and classes.
  ///   - makeDelegate: Makes the delegate of a life, which makes the window and its root.
  public init(
    identifier: String = "org.example.Test", idiom: UserInterfaceIdiom = .headless,
    store: any ArchiveStore = MemoryStore(), keys: any KeyProvider = MemoryKeyProvider(),
    configuring configure: @escaping @MainActor (Application) -> Void = { _ in },
    launching makeDelegate: @escaping @MainActor () -> any ApplicationDelegate
  ) {
    (self.identifier, self.idiom, self.store, self.keys) = (identifier, idiom, store, keys)
    (self.configure, self.makeDelegate) = (configure, makeDelegate)
    (application, host) = Self.make(
      ApplicationDescription(identifier: identifier, version: "1"), idiom, store, keys,
      makeDelegate())
    launch()
  }

  private static func make(
    _ description: ApplicationDescription, _ idiom: UserInterfaceIdiom, _ store: any ArchiveStore,
    _ keys: any KeyProvider, _ delegate: any ApplicationDelegate
  ) -> (Application, HeadlessHost) {
    let host = HeadlessHost(userInterfaceIdiom: idiom)
    let archiver = Archiver(store: store, keys: keys)
    return (Application(description, delegate: delegate, host: host, archiver: archiver), host)
  }

  private func launch() {
    report = nil
    application.onRestore = { [weak self] in self?.report = $0 }
    application.onPreserve = { [weak self] result, _ in
      if case .success = result { self?.saves += 1 }
    }
    application.installsFatalSignalHandlers = false
    configure(application)
    Application.sharing(application) { application.launch() }
    if report != nil { report = application.lastRestorationReport }
  }

  /// Ends this life and starts the next one.
  ///
  /// Fails the test when a controller of this life outlives it: the object that retains it would
  /// retain it in the program, too. A test that itself keeps one passes `keepsControllers`.
  ///
  /// - Parameters:
  ///   - end: The way this life ends.
  ///   - keepsControllers: Whether controllers of this life may outlive it.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  public func relaunch(
    _ end: ProgramEnd = .terminating, keepsControllers: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.end(end)
    let remains = keepsControllers ? [] : application.windows.flatMap(Remains.of)
    (application, host) = Self.make(
      ApplicationDescription(identifier: identifier, version: version), idiom, store, keys,
      makeDelegate())
    Remains.report(remains, at: location)
    launch()
  }

  private func end(_ end: ProgramEnd) {
    switch end {
    case .terminating: application.terminate()
    case .background:
      application.didEnterBackground()
      application.saveDueChanges()
    case .killed: application.saveDueChanges()
    case .killedAtOnce: break
    }
    application.leaveQuietly()
  }
}

/// The present user interface and state of the application.
extension TestApplication {
  /// The first window.
  ///
  /// Ends the test process with a message when there is none.
  public var window: Window {
    guard let window = application.windows.first else {
      fatalError("The application under test has no window.")
    }
    return window
  }

  /// The root of the first window.
  ///
  /// Ends the test process with a message when there is none, or it has another type.
  public var root: Root {
    guard let root = window.rootViewController as? Root else {
      let found = window.rootViewController.map { archivedClassName(of: type(of: $0)) }
      fatalError("The window's root is \(found ?? "missing"); \(Root.self) was expected.")
    }
    return root
  }

  /// The sheets over the root, bottom to top.
  public var sheets: [ViewController] { Array(window.presentationChain.dropFirst()) }

  /// The state that a save would write now; `nil` for none.
  public var state: RestorationSnapshot? { application.restoration.preview().snapshot }

  /// The paths of restored objects in the report.
  public var restoredPaths: Set<[String]> {
    let outcomes = report?.outcomes ?? []
    return Set(outcomes.filter { $0.result == .restored }.map(\.address.path.identifiers))
  }

  /// Checks which parts of the present state could be restored.
  ///
  /// See `Application.checkRoundTrip(configuring:launching:)`.
  ///
  /// - Returns: The objects and values that would be lost, and why.
  public func checkRoundTrip() -> RoundTripReport {
    application.checkRoundTrip(configuring: configure, launching: makeDelegate)
  }
}

/// Opts in and shows one controller.
@MainActor private final class RootDelegate: StateRestoringApplicationDelegate {
  let makeRoot: @MainActor () -> ViewController

  init(makeRoot: @escaping @MainActor () -> ViewController) { self.makeRoot = makeRoot }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application)
    let root = makeRoot()
    if root.restorationIdentifier == nil { root.restorationIdentifier = "Root" }
    window.rootViewController = root
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}

/// A controller of an ended life, to check that it is released.
@MainActor struct Remains {
  private let className: String
  private weak var controller: ViewController?

  private init(_ controller: ViewController) {
    className = archivedClassName(of: type(of: controller))
    self.controller = controller
  }

  /// Returns all controllers of a window.
  static func of(_ window: Window) -> [Remains] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.children.flatMap(collect)
    }
    return window.presentationChain.flatMap(collect).map(Remains.init)
  }

  /// Fails the test when a controller is still alive.
  static func report(_ remains: [Remains], at location: TestLocation) {
    let names = remains.filter { $0.controller != nil }.map(\.className)
    guard !names.isEmpty else { return }
    reportFailure(
      """
      These controllers of the program that has ended are still alive:
      \(names.map { "- \($0)" }.joined(separator: "\n"))
      Something holds them strongly: a closure, a delegate or a global. If it is the test itself, \
      release them or pass keepsControllers: true.
      """, at: location)
  }
}

extension HeadlessHost {
  /// Creates a host that follows a clock, and moves it along.
  ///
  /// Move both with `advance(by:)`: scheduled work runs on the way, and sees the time at which it
  /// was due.
  ///
  /// - Parameters:
  ///   - clock: The application's time of day.
  ///   - program: The body of `run(_:)` after the application has launched.
  public convenience init(
    clock: FixedClock, program: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.init(program: program)
    timeOfDay = clock.now
    onAdvance = { clock.advance(by: $0) }
  }
}
