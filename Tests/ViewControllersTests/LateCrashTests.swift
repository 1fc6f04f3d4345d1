// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Crashes of processes that were launched while the key was locked.
@MainActor struct LateCrashTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  @Test("R129, R188: a crash after a late refusal in the background is not a crash in launch")
  func crashAfterLateRefusal() async {
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Detail"), animated: false)
    first.application.terminate()
    for _ in 1...2 {
      device.keys.setLocked(true)
      let delegate = TestDelegate { $0.rootViewController = navigation(root: Screen("Home")) }
      delegate.shouldRestore = { _ in false }
      delegate.didFinish = { application, _ in application.beginBackgroundTask() }
      let session = Session(device: device, version: "1", delegate: delegate)
      session.application.launch(inBackground: true)
      #expect(session.restorationReport?.isLocked == true)
      device.keys.setLocked(false)
      while session.restorationReport?.isLocked == true { await Task.yield() }
      #expect(session.restorationReport?.isRefused == true)
      device.die()
    }
    #expect(device.launch().stack == ["Home", "Detail"])
  }
}
