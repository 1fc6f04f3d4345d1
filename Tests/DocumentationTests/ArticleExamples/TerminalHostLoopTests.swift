// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllersTesting
import XCTest

/// The loop from "Writing a host".
///
/// It runs on the main thread, as in a program.
final class TerminalHostLoopTests: XCTestCase {
  /// R150: a change is written while the loop runs.
  func testChangesAreWrittenWhileTheLoopRuns() {
    MainActor.assumeIsolated {
      let store = MemoryStore()
      let application = Self.application(store: store) { application in
        application.windows.first?.rootViewController?.invalidateRestorableState()
      }
      application.onPreserve = { [weak application] _, _ in application?.host.stop(status: 3) }
      XCTAssertEqual(application.run(inBackground: false), 3)
      XCTAssertNotNil(store.load(.current, slot: nil))
    }
  }

  /// R27, R190: a signal ends the program in order, after a save.
  func testSignalEndsInOrder() {
    MainActor.assumeIsolated {
      let store = MemoryStore()
      let application = Self.application(store: store, whenLaunched: Self.sendSignals)
      let sources = endInOrder(application, on: [SIGUSR2])
      defer { sources.forEach { $0.cancel() } }
      XCTAssertEqual(application.run(inBackground: false), 0)
      XCTAssertNotNil(store.load(.current, slot: nil))
    }
  }

  /// Sends the signal repeatedly, because the source does not listen at once.
  @MainActor private static func sendSignals(to application: Application) {
    kill(getpid(), SIGUSR2)
    _ = application.host.schedule(after: .milliseconds(10)) { sendSignals(to: application) }
  }

  @MainActor private static func application(
    store: MemoryStore, whenLaunched: @escaping @MainActor (Application) -> Void
  ) -> Application {
    let application = Application(
      ApplicationDescription(identifier: "org.example.Loop", version: "1"),
      delegate: NoteDelegate(whenLaunched: whenLaunched), host: TerminalHost { _ in },
      archiver: Archiver(store: store, keys: MemoryKeyProvider()))
    application.installsFatalSignalHandlers = false
    return application
  }
}

/// Runs an action after launch, and gives up after twenty seconds.
@MainActor private final class NoteDelegate: StateRestoringApplicationDelegate {
  private let whenLaunched: @MainActor (Application) -> Void

  init(whenLaunched: @escaping @MainActor (Application) -> Void) {
    self.whenLaunched = whenLaunched
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application)
    window.rootViewController = NoteController("Note")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let host = application.host
    _ = host.schedule(after: .zero) { [whenLaunched] in whenLaunched(application) }
    _ = host.schedule(after: .seconds(20)) { host.stop(status: 1) }
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
