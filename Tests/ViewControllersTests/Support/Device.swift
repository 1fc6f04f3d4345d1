// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The storage that outlives a process, with the program's launch-time interface.
@MainActor final class Device {
  let store: MemoryStore
  let keys: MemoryKeyProvider
  private let interface: (Window) -> Void

  init(_ interface: @escaping (Window) -> Void) {
    (store, keys) = (MemoryStore(), MemoryKeyProvider())
    self.interface = interface
  }

  /// Creates another version of the program on the state of `other`.
  init(sharing other: Device, _ interface: @escaping (Window) -> Void) {
    (store, keys) = (other.store, other.keys)
    self.interface = interface
  }

  /// Starts the program and launches it.
  func launch(
    version: String = "1", developerMode: Bool = false,
    _ configure: (TestDelegate) -> Void = { _ in }
  ) -> Session {
    let delegate = TestDelegate(interface: interface)
    configure(delegate)
    return launch(version: version, developerMode: developerMode, delegate: delegate)
  }

  func launch(
    version: String = "1", developerMode: Bool = false, delegate: any ApplicationDelegate
  ) -> Session {
    let session = Session(device: self, version: version, delegate: delegate)
    if developerMode { session.application.isDeveloperModeEnabled = true }
    session.application.launch()
    return session
  }
}

/// One process of the program.
@MainActor final class Session {
  let host = HeadlessHost()
  let application: Application
  private(set) var restorationReport: RestorationReport?
  private(set) var preservationReports: [PreservationReport] = []
  let device: Device
  private let version: String

  init(device: Device, version: String, delegate: any ApplicationDelegate) {
    self.device = device
    self.version = version
    application = Application(
      ApplicationDescription(identifier: "org.example.Tests", version: version),
      delegate: delegate, host: host, archiver: Archiver(store: device.store, keys: device.keys))
    application.onRestore = { [weak self] in self?.restorationReport = $0 }
    application.defaultLaunchImageDelay = .zero  // every launch counts as slow
    application.onPreserve = { [weak self] in self?.preservationReports.append($1) }
  }

  /// Terminates this process and starts the next one.
  func relaunch(version: String? = nil, _ configure: (TestDelegate) -> Void = { _ in }) -> Session {
    application.terminate()
    return device.launch(version: version ?? self.version, configure)
  }

  /// Lets a second pass, and waits until the changes are saved.
  func saveChanges() async {
    host.advance(by: .seconds(1))
    await application.written()
  }

  var window: Window { application.windows[0] }

  var root: ViewController? { application.windows.first?.rootViewController }

  var navigation: NavigationController? { root as? NavigationController }

  /// The identifiers of the stack in the window's navigation controller.
  var stack: [String?] { navigation?.viewControllers.map(\.restorationIdentifier) ?? [] }

  /// The identifiers of the sheets over the root, bottom to top.
  var sheets: [String?] { window.presentationChain.dropFirst().map(\.restorationIdentifier) }
}

/// A delegate that opts in and logs the questions it is asked.
///
/// It creates one window in will-finish.
@MainActor final class TestDelegate: StateRestoringApplicationDelegate {
  var shouldSave: (RestorationEncoder) -> Bool = { _ in true }
  var shouldRestore: (RestorationDecoder) -> Bool = { _ in true }
  var willEncode: (RestorationEncoder) -> Void = { _ in }
  var didDecode: (RestorationDecoder) -> Void = { _ in }
  var willFinish: (Application) -> Void = { _ in }
  var didFinish: (Application, LaunchOptions) -> Void = { _, _ in }
  var didBecomeAvailable: (Application) -> Void = { _ in }
  var willBecomeUnavailable: (Application) -> Void = { _ in }
  var lookUp: ([String], RestorationDecoder) -> ViewController? = { _, _ in nil }
  var lookUpWindow: (Application, String) -> Window? = { _, _ in nil }
  /// The application, once it launches.
  weak var application: Application?
  var makesWindow = true
  var showsWindow = true
  var showsWindowInDidFinish = false
  private let interface: (Window) -> Void

  init(interface: @escaping (Window) -> Void) { self.interface = interface }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    CallLog.add("willFinish")
    self.application = application
    willFinish(application)
    guard makesWindow else { return true }
    let window = Window(application: application)
    interface(window)
    if showsWindow, !showsWindowInDidFinish { window.makeKeyAndVisible() }
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    CallLog.add("didFinish")
    didFinish(application, options)
    if showsWindowInDidFinish { application.windows.forEach { $0.makeKeyAndVisible() } }
    return true
  }

  func applicationDidBecomeActive(_ application: Application) { CallLog.add("active") }

  func applicationDidEnterBackground(_ application: Application) { CallLog.add("background") }

  func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
    CallLog.add("available")
    didBecomeAvailable(application)
  }

  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {
    CallLog.add("unavailable")
    willBecomeUnavailable(application)
  }

  func applicationWillTerminate(_ application: Application) { CallLog.add("terminate") }

  func applicationDidReceiveMemoryWarning(_ application: Application) { CallLog.add("memory") }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool {
    CallLog.add("shouldSave")
    return shouldSave(coder)
  }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool {
    CallLog.add("shouldRestore")
    return shouldRestore(coder)
  }

  func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder
  ) {
    CallLog.add("willEncode")
    willEncode(coder)
  }

  func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder
  ) {
    CallLog.add("didDecode")
    didDecode(coder)
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    CallLog.add("ask " + identifierComponents.joined(separator: "/"))
    return lookUp(identifierComponents, coder)
  }

  func application(
    _ application: Application, windowWithRestorationIdentifier identifier: String,
    coder: RestorationDecoder
  ) -> Window? {
    lookUpWindow(application, identifier)
  }
}

extension Application {
  /// Shows another window, as a program does.
  @discardableResult
  func showWindow(_ identifier: String? = nil, _ root: ViewController? = nil) -> Window {
    let window = Window(application: self, restorationIdentifier: identifier)
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  /// Waits until what is being saved is written.
  func written() async { await restoration.saving.writing?.value }
}

extension RestorationReport.Result {
  /// Why an object was dropped; `nil` if it was not.
  var droppedReason: String? { if case .dropped(let reason) = self { reason } else { nil } }

  /// Why an object kept its defaults; `nil` if it did not.
  var defaultedReason: String? { if case .defaulted(let reason) = self { reason } else { nil } }
}
