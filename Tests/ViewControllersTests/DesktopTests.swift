// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

/// The events that a desktop sends to its applications.
@MainActor struct DesktopTests {
  private let device = Device { $0.rootViewController = navigation(root: MadeScreen("Home")) }

  @Test(
    "R27, R190: state is durable before the session's end, sleep or a lock is answered",
    arguments: Announcement.allCases)
  private func announcementsSaveBeforeTheyAreAnswered(announcement: Announcement) {
    let session = device.launch()
    session.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    announcement.reach(session.application)
    #expect(
      session.preservationReports.map(\.reason)
        == [announcement == .endOfSession ? .terminating : .background])
    // As after a kill: this process does nothing more.
    #expect(device.launch().stack == ["Home", "Photo"])
  }

  @Test("R27, R30: a session's end writes once, and a cancelled one leaves the application saving")
  func cancelledEndOfSession() async {
    let session = device.launch()
    session.application.sessionWillEnd()
    session.application.sessionWillEnd()
    #expect(session.host.exitStatus == nil)
    session.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    await session.saveChanges()
    #expect(session.preservationReports.map(\.reason) == [.terminating, .changed])
    #expect(device.launch().stack == ["Home", "Photo"])
  }

  @Test("R196: desktop events during launch or after the end save nothing")
  func announcementsOutsideOfARun() {
    var duringLaunch: [String] = []
    let announce: @MainActor (Application) -> Void = { application in
      Announcement.allCases.forEach { $0.reach(application) }
      application.didReceiveMemoryWarning()
    }
    let session = device.launch { delegate in
      delegate.willFinish = { application in
        duringLaunch = CallLog.entries { announce(application) }
      }
    }
    #expect(duringLaunch.isEmpty)
    session.application.terminate()
    #expect(CallLog.entries { announce(session.application) }.isEmpty)
  }

  @Test("Low memory reaches the delegate, then all controllers top down, and then all is saved")
  func lowMemory() async {
    let session = device.launch()
    session.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    session.navigation?.topViewController?.present(Screen("Sheet"), animated: false)
    let calls = CallLog.entries { session.application.didReceiveMemoryWarning() }
    #expect(
      calls.prefix { $0.contains("memory") }
        == ["memory", "memory Home", "memory Photo", "memory Sheet"])
    await session.application.written()
    #expect(session.preservationReports.map(\.reason) == [.background])
    #expect(device.launch().stack == ["Home", "Photo"])
  }
}

/// Events that a desktop announces and then waits for an answer to.
private enum Announcement: CaseIterable {
  case endOfSession, sleep, lockedScreen

  @MainActor func reach(_ application: Application) {
    switch self {
    case .endOfSession: application.sessionWillEnd()
    case .sleep: application.willSleep()
    case .lockedScreen: application.screenDidLock()
    }
  }
}
