// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// The examples of `Testing.md` that no other tests run.
@MainActor @Suite struct TestingExamples {
  @Test("A running program can be checked at once and after saves")
  func checks() {
    let program = TestApplication(ViewController())
    let application = program.application
    typealias MyDelegate = OneWindow
    application.checkRoundTripsAfterSaves(launching: { MyDelegate() })
    print(application.checkRoundTrip { MyDelegate() })
  }
}

/// Launches with an empty window and saves its state.
@MainActor final class OneWindow: StateRestoringApplicationDelegate {
  private var window: Window?

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application)
    window.rootViewController = ViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
