// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import ViewControllers
import XCTest

/// The loop of the host in "Writing a host", on the main thread, as in a program.
final class TerminalHostLoopTests: XCTestCase {
  /// R150: a change is written while the loop runs.
  func testChangesAreWrittenWhileTheLoopRuns() {
    MainActor.assumeIsolated {
      let store = MemoryStore()
      let delegate = CountingDelegate()
      let application = Application(
        ApplicationDescription(identifier: "org.example.Loop", version: "1"), delegate: delegate,
        host: TerminalHost { _ in }, archiver: Archiver(store: store, keys: MemoryKeyProvider()))
      application.installsFatalSignalHandlers = false
      application.onPreserve = { [weak application] _, _ in application?.host.stop(status: 3) }
      XCTAssertEqual(application.run(inBackground: false), 3)
      XCTAssertNotNil(store.load(.current, slot: nil))
    }
  }
}

/// Changes something when it has launched, and gives up after ten seconds.
@MainActor private final class CountingDelegate: StateRestoringApplicationDelegate {
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
  ) {
    let host = application.host
    _ = host.schedule(after: .zero) {
      application.windows.first?.rootViewController?.invalidateRestorableState()
    }
    _ = host.schedule(after: .seconds(10)) { host.stop(status: 1) }
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
