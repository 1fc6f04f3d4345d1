// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import ViewControllers

import struct Foundation.CGSize
import struct Foundation.Date

/// Records an application's requests to the host under test.
@MainActor final class HostRecorder: Host {
  private let base: any Host
  private(set) var shown: [Window] = []
  /// The number of times the application began its probation period.
  ///
  /// It does so when the host reports the first frame.
  private(set) var probations = 0

  init(_ base: any Host) { self.base = base }

  var userInterfaceIdiom: UserInterfaceIdiom { base.userInterfaceIdiom }
  var currentDate: Date { base.currentDate }

  func run(_ application: Application) -> Int32 { base.run(application) }

  func stop(status: Int32) { base.stop(status: status) }

  func show(_ window: Window) {
    shown.append(window)
    base.show(window)
  }

  func show(_ window: Window, beginningWith image: FirstImage) {
    shown.append(window)
    base.show(window, beginningWith: image)
  }

  func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
    base.picture(of: window, isBlurred: isBlurred)
  }

  func hide(_ window: Window) {
    base.hide(window)
  }

  func sizeOnScreen(_ size: CGSize) -> CGSize { base.sizeOnScreen(size) }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    if delay == .seconds(10) { probations += 1 }
    return base.schedule(after: delay, action)
  }

  func copy(_ text: String) { base.copy(text) }
}

/// A program with one window, in one life; its store outlives it.
@MainActor final class HostedProgram: StateRestoringApplicationDelegate {
  /// Changes the window before it is made visible.
  var onWindow: @MainActor (Window) -> Void = { _ in }
  /// Called at the end of launch.
  var onLaunch: @MainActor (Application) -> Void = { _ in }
  /// The life-cycle calls that the application received, in order.
  private(set) var calls: [String] = []
  private(set) var window: Window?

  /// Runs the program on a host until something ends it.
  ///
  /// - Parameters:
  ///   - recorder: Records the application's requests to the host.
  ///   - store: The state that an earlier life has saved.
  ///   - isInBackground: Whether no window is shown.
  /// - Returns: The exit status.
  func run(
    on recorder: HostRecorder, store: any ArchiveStore = MemoryStore(), isInBackground: Bool = false
  ) -> Int32 {
    let application = Application(
      ApplicationDescription(identifier: "org.example.Conformance", version: "1"), delegate: self,
      host: recorder, archiver: Archiver(store: store, keys: Self.keys))
    application.installsFatalSignalHandlers = false
    application.isLaunchedInBackground = isInBackground
    defer { window = nil }
    return recorder.run(application)
  }

  /// Ends the program normally shortly after its first frame.
  ///
  /// If there is no frame, ends it ten seconds after launch. A closure can inspect it before that.
  func terminateSoon(_ look: @escaping @MainActor (Window) -> Void = { _ in }) {
    onLaunch = { [weak self] in self?.terminate($0, looks: 1_000, look) }
  }

  private func terminate(
    _ application: Application, looks: Int, _ look: @escaping @MainActor (Window) -> Void
  ) {
    let host = application.host
    _ = host.schedule(after: .milliseconds(10)) { [weak self] in
      let hasFrame = (host as? HostRecorder)?.probations ?? 0 > 0
      guard hasFrame || looks == 0 else {
        self?.terminate(application, looks: looks - 1, look)
        return
      }
      _ = host.schedule(after: .milliseconds(100)) {
        if let window = self?.window { look(window) }
        application.terminate()
      }
    }
  }

  private static let keys = MemoryKeyProvider()

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    calls.append("will finish launching")
    let window = Window(application: application)
    window.restorationIdentifier = "Window"
    let controller = ViewController()
    controller.restorationIdentifier = "Root"
    controller.view.addSubview(Label("Conformance"))
    window.rootViewController = controller
    onWindow(window)
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    calls.append("did finish launching")
    onLaunch(application)
    return true
  }

  func applicationWillTerminate(_ application: Application) { calls.append("will terminate") }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
