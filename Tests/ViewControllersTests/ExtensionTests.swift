// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Long work that continues with the restored state.
@MainActor struct ExtensionTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  private func isGood(after session: Session) -> Bool {
    // Change the state, so that the last save is written after the promotion that started earlier.
    (session.navigation?.topViewController as? Screen)?.note += 1
    session.application.terminate()
    return device.store.load(.lastGood, slot: nil) != nil
  }

  @Test("R113, R182: an extension delays the verdict on the state, but not the launch")
  func launchFollowsAtOnce() {
    var calls: [String] = []
    let second = device.launch().relaunch { delegate in
      delegate.didDecode = { [weak delegate] _ in
        delegate?.application?.extendStateRestoration()
        calls.append("extend")
      }
      delegate.didFinish = { _, _ in calls.append("did finish") }
    }
    #expect(calls == ["extend", "did finish"])
    #expect(second.host.shownWindows.count == 1)
    second.host.advance(by: .seconds(60))
    #expect(!isGood(after: second))
  }

  @Test("R111, R113: state becomes good when the last extension completes after probation")
  func completedWorkIsGood() {
    let second = device.launch().relaunch()
    second.application.extendStateRestoration()
    second.application.extendStateRestoration()
    second.host.advance(by: .seconds(10))
    second.application.completeStateRestoration()
    second.application.completeStateRestoration()
    #expect(isGood(after: second))
  }

  @Test("R153: the delegate gets the host's launch reason")
  func hostsReason() {
    device.launch().application.terminate()
    var heard: [LaunchReason?] = []
    let delegate = TestDelegate { $0.rootViewController = navigation(root: Screen("Home")) }
    delegate.shouldRestore = { coder in
      heard.append(coder.launchReason)
      return true
    }
    delegate.didFinish = { heard.append($1.reason) }
    let session = Session(device: device, version: "1", delegate: delegate)
    session.application.launch(reason: .restore)
    #expect(heard == [.restore, .restore])
  }

  @Test("R2, R153: every preservation asks should-save, with its reason")
  func preservationReasons() {
    var heard: [PreservationReason?] = []
    let session = device.launch { delegate in
      delegate.shouldSave = { coder in
        heard.append(coder.preservationReason)
        return true
      }
    }
    session.application.didEnterBackground()
    (session.navigation?.topViewController as? Screen)?.invalidateRestorableState()
    session.host.advance(by: .seconds(1))
    session.application.preserve()
    session.application.terminate()
    #expect(heard == [.background, .changed, .explicit, .terminating])
  }
}
