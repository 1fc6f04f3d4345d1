// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Runs a test with a device.
func withDevice(_ test: @MainActor (Device) throws -> Void) throws {
  try MainActor.assumeIsolated { try test(Device()) }
}

/// The storage that outlives a run: archive and key.
@MainActor final class Device {
  let store = MemoryStore()
  private let key = ArchiveKey()

  /// Creates a program with its own window without launching it.
  ///
  /// `root` creates the window's root controller. `make` creates a controller from its identifier
  /// if launch code doesn't.
  func makeLife(
    size: CGSize = CGSize(width: 800, height: 600), keys: MemoryKeyProvider? = nil,
    make: @escaping @MainActor (String?) -> ViewController? = { _ in nil },
    root: @escaping @MainActor () -> ViewController
  ) throws -> Life {
    let life = Life(size: size, make: make, root: root)
    try requireDisplay(life.host)
    let application = Application(
      ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: life,
      host: life.host, archiver: Archiver(store: store, keys: keys ?? MemoryKeyProvider(key: key))
    )
    application.onRestore = { life.report = $0 }
    life.owned = application
    return life
  }

  /// The locked key, as before the first unlock after boot.
  var lockedKeys: MemoryKeyProvider {
    MemoryKeyProvider(
      key: key, protection: .completeUntilFirstUserAuthentication, isLocked: true)
  }

  /// Launches the program in its own window, before any painting.
  func launch(
    size: CGSize = CGSize(width: 800, height: 600),
    make: @escaping @MainActor (String?) -> ViewController? = { _ in nil },
    root: @escaping @MainActor () -> ViewController
  ) throws -> Life {
    let life = try makeLife(size: size, make: make, root: root)
    try life.application.launch()
    return life
  }
}

/// One run of a program, in a real window.
@MainActor final class Life: StateRestoringApplicationDelegate {
  let host = GTKHost(isAnimated: false)
  fileprivate(set) var report: RestorationReport?
  fileprivate var owned: Application?
  private var window: Window?
  private let size: CGSize
  private let make: @MainActor (String?) -> ViewController?
  private let makeRoot: @MainActor () -> ViewController

  fileprivate init(
    size: CGSize, make: @escaping @MainActor (String?) -> ViewController?,
    root: @escaping @MainActor () -> ViewController
  ) {
    (self.size, self.make, makeRoot) = (size, make, root)
  }

  var application: Application { get throws { try XCTUnwrap(owned) } }

  /// Returns the window's root controller as the expected class.
  func root<Controller: ViewController>(
    _ type: Controller.Type = Controller.self
  ) throws -> Controller {
    try XCTUnwrap(window?.rootViewController as? Controller)
  }

  /// The widget with the keyboard focus.
  var focus: WidgetPointer? {
    host.windowPeers.first.flatMap { gtk_window_get_focus($0.window.cast()) }
  }

  /// Returns a value read at the window's first paint, then settles.
  func atFirstPaint<Value>(_ look: @escaping @MainActor () throws -> Value) throws -> Value {
    var seen: Result<Value, any Error>?
    host.firstPaint(of: try XCTUnwrap(host.windowPeers.first).window) {
      seen = Result { try look() }
    }
    settle()
    return try XCTUnwrap(seen, "nothing was painted").get()
  }

  /// Runs the main loop until the screen shows the models.
  func settle() { host.settle() }

  /// Terminates the program and hides its window.
  func end() {
    owned?.terminate()
    if let window { host.hide(window) }
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application)
    window.size = size
    window.rootViewController = makeRoot()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    make(identifierComponents.last)
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}

/// A screen that shows its identifier.
@MainActor final class NamedScreen: ViewController {
  let label: Label

  init(_ name: String) {
    label = Label(name)
    super.init()
    restorationIdentifier = name
  }

  override func viewDidLoad() { view.addSubview(label) }

  /// Whether GTK shows the label on screen.
  var isShown: Bool {
    isViewLoaded && ((label.peer as? Peer).map { gtk_widget_get_mapped($0.widget) != 0 } ?? false)
  }
}
#endif
