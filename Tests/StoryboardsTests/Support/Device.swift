// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Storyboards
import ViewControllers

/// The storage that outlives a process, with given launch code.
@MainActor final class Device {
  let store = MemoryStore()
  let keys = MemoryKeyProvider()
  private let launchCode: (Window, Application) throws -> Void

  init(_ launchCode: @escaping (Window, Application) throws -> Void) {
    self.launchCode = launchCode
  }

  /// Creates a program that starts with a storyboard's initial controller.
  convenience init(
    storyboard name: String, register: @escaping (StoryboardClasses) -> Void = { _ in }
  ) {
    self.init { window, application in
      register(application.storyboards)
      window.rootViewController =
        try Fixtures.open(name, application: application).instantiateInitialViewController()
    }
  }

  func launch() -> Session { Session(device: self, launchCode) }
}

/// One process of the program.
@MainActor final class Session {
  let application: Application
  let device: Device
  private(set) var report: RestorationReport?

  init(device: Device, _ launchCode: @escaping (Window, Application) throws -> Void) {
    self.device = device
    application = Application(
      ApplicationDescription(identifier: "org.example.Storyboards", version: "1"),
      delegate: Delegate(launchCode), host: HeadlessHost(),
      archiver: Archiver(store: device.store, keys: device.keys))
    application.onRestore = { [weak self] in self?.report = $0 }
    application.launch()
  }

  /// Terminates this process and starts the next one.
  func relaunch() -> Session {
    application.terminate()
    return device.launch()
  }

  var root: ViewController? { application.windows.first?.rootViewController }

  var navigation: NavigationController? { root as? NavigationController }

  /// The identifiers of the stack in the window's navigation controller.
  var stack: [String?] { navigation?.viewControllers.map(\.restorationIdentifier) ?? [] }

  /// The topmost sheet of the window.
  var sheet: ViewController? {
    application.windows.first?.presentationChain.dropFirst().last
  }

  private final class Delegate: StateRestoringApplicationDelegate {
    let launchCode: (Window, Application) throws -> Void

    init(_ launchCode: @escaping (Window, Application) throws -> Void) {
      self.launchCode = launchCode
    }

    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      let window = Window(application: application)
      do {
        try launchCode(window, application)
      } catch {
        fatalError("The launch code of a test failed: \(error)")
      }
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
}
