// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// The inspector changes nothing and follows every change.
@MainActor struct InspectorTests {
  private let device = Device { $0.rootViewController = Screen("Home") }

  private func change(_ session: Session) {
    (session.root as? Screen)?.note += 1
    session.root?.invalidateRestorableState()
  }

  @Test("R150, R151: the inspector refreshes once soon after a change, until it is closed")
  func followsChanges() async throws {
    let session = device.launch()
    let inspector = RestorationInspector(session.application)
    var notes: [String?] = []
    inspector.onRefresh = {
      let home = inspector.inspection["Home"]
      notes.append(home.flatMap { inspector.inspection.values(of: $0).first?.revealed() })
    }
    change(session)
    change(session)
    #expect(notes.isEmpty)
    session.host.advance(by: .milliseconds(700))
    #expect(notes.count == 1)
    session.host.advance(by: .seconds(10))
    #expect(notes.count == 1, "a refresh is no reason for another")
    inspector.refresh()
    #expect(notes.count == 2)
    inspector.close()
    change(session)
    session.host.advance(by: .seconds(10))
    #expect(notes.count == 2)
  }

  @Test("R196: invalidation inside a hook during an inspection causes no save and no refresh")
  func noFeedback() throws {
    let session = device.launch { delegate in
      delegate.willEncode = { [weak delegate] _ in
        delegate?.application?.windows.first?.invalidateRestorableState()
      }
    }
    let inspector = RestorationInspector(session.application)
    var looks = 0
    inspector.onRefresh = { looks += 1 }
    let calls = CallLog.entries("encode") { session.host.advance(by: .seconds(10)) }
    #expect(calls.isEmpty)
    #expect(looks == 0)
    #expect(device.store.load(.current, slot: nil) == nil)
    inspector.close()
  }

  @Test("R150: a view loaded since the last save is saved despite an inspection in between")
  func viewLoadedBeforeALook() throws {
    let back = MarkedScreen("Back")
    let session = Device { window in
      window.rootViewController = tabBar("Tabs", [Screen("Front"), back])
    }.launch()
    session.application.preserve()
    _ = back.view
    _ = RestorationInspection(of: session.application)
    back.marked.mark = 7
    back.marked.invalidateRestorableState()
    let pass = session.application.restoration.preserve(reason: .changed, scope: .changes)
    let saved = pass.report.outcomes.first {
      $0.address.path.description == "Tabs/:[1]:/Back/Marked"
    }
    #expect(saved?.result == .encoded)
  }

  @Test("R115, R151: refusing the launch image in a hook during an inspection causes no remark")
  func hooksMayRefuseTheImage() throws {
    let session = device.launch { delegate in
      delegate.willEncode = { [weak delegate] _ in
        delegate?.application?.ignoreSnapshotOnNextApplicationLaunch()
      }
    }
    #expect(RestorationInspection(of: session.application).remarks.isEmpty)
  }

  @Test("R151: the reports of the last passes are kept, and shown without hooks after the end")
  func lastReports() throws {
    let first = device.launch()
    #expect(first.application.lastRestorationReport?.isRestored == false)
    #expect(first.application.lastPreservationReport == nil)
    first.application.terminate()
    #expect(first.application.lastPreservationReport?.reason == .terminating)
    let (ended, calls) = CallLog.recording { RestorationInspection(of: first.application) }
    #expect(ended.obstacle == "The application has ended")
    #expect(ended.summary.contains { $0.text.hasPrefix("number 1, ") })
    #expect(calls.isEmpty)
    let second = device.launch()
    #expect(second.application.lastRestorationReport?.sequenceNumber == 1)
    #expect(second.application.lastPreservationReport == nil)
    let summary = RestorationInspection(of: second.application).summary
    #expect(summary.contains { $0.label == "Last save" && $0.text == "none in this process" })
  }
}
