// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

/// Recovery levels after failed launches.
///
/// The processes of these tests only die in memory.
@MainActor struct RecoveryTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  /// Saves a stack of three screens.
  ///
  /// On request, the last good state has one screen with the note 1.
  private func prepare(withLastGood: Bool = false) {
    var session = device.launch()
    (session.navigation?.topViewController as? Screen)?.note = 1
    if withLastGood {
      session = session.relaunch()
      session.host.advance(by: .seconds(10))
    }
    (session.navigation?.topViewController as? Screen)?.note = 2
    for name in ["Detail", "Comments"] {
      session.navigation?.pushViewController(MadeScreen(name), animated: false)
    }
    session.application.terminate()
  }

  private func note(_ session: Session) -> Int? {
    (session.navigation?.viewControllers.first as? Screen)?.note
  }

  @Test(
    "R128, R151, R153, R195: a crash in lookup, decode or finish leaves out that subtree next time",
    arguments: ["make Nav/Detail", "decode Detail", "decoded Detail", "finished Detail"])
  func crashInRestoring(moment: String) throws {
    prepare()
    #expect(device.launch(dyingAt: moment))
    var heard: LaunchReason?
    let session = device.launch { $0.didFinish = { heard = $1.reason } }
    #expect(session.stack == ["Home"])
    #expect(note(session) == 2)
    let report = try #require(session.restorationReport)
    #expect(report.recoveryLevel == .withoutSuspect)
    #expect(report.reason == .recover && heard == .recover)
    let reason = try #require(report["Nav/:[1]:/Detail"]?.droppedReason)
    let below = try #require(report["Nav/:[2]:/Comments"]?.droppedReason)
    #expect(reason.contains("was being processed when the program crashed"))
    #expect(below.contains("Nav/:[1]:/Detail was dropped"))
    #expect(
      report.diagnostics.filter { $0.hasPrefix("Nav/:[1]:/Detail: left out") } == [
        "Nav/:[1]:/Detail: left out, since it or an object in it was being processed when the "
          + "program crashed during or soon after a restore; set RESTORATION_DEVELOPER_MODE=1 to "
          + "restore it, and crash, again"
      ])
    #expect(!report.isComplete)
    #expect(report["Nav/:[0]:/Home"] == .restored)
  }

  @Test("R126, R195: a suspect stays left out until the next save, and does not come back after it")
  func decisionStaysWithTheArchive() {
    prepare()
    device.launch(dyingAt: "decode Detail")
    for _ in 0..<3 {
      let session = device.launch()
      #expect(session.stack == ["Home"])
      session.host.advance(by: .seconds(10))
      device.die(by: .kill)
    }
    let next = device.launch().relaunch()
    #expect(next.stack == ["Home"])
    #expect(next.restorationReport?.recoveryLevel == nil)
    #expect(next.restorationReport?["Nav/:[1]:/Detail"] == nil)
  }

  @Test("R126, R195: the last good state is restored until a newer one is saved")
  func lastGoodStays() {
    prepare(withLastGood: true)
    device.launch(dyingAt: "shouldRestore")
    for _ in 0..<2 {
      let session = device.launch()
      #expect(note(session) == 1)
      #expect(session.restorationReport?.recoveryLevel == .lastGood)
      session.host.advance(by: .seconds(10))
      device.die(by: .kill)
    }
    let session = device.launch()
    session.navigation?.pushViewController(MadeScreen("Likes"), animated: false)
    let next = session.relaunch()
    #expect(next.stack == ["Home", "Likes"])
    #expect(next.restorationReport?.recoveryLevel == nil)
  }

  @Test("R195: a second crash restores the last good state, a third one sets all aside")
  func ladder() {
    prepare(withLastGood: true)
    device.launch(dyingAt: "decode Detail")
    device.launch(dyingAt: "decode Home")
    let third = device.launch()
    #expect(third.restorationReport?.recoveryLevel == .lastGood)
    #expect(third.restorationReport?.source == .lastGood)
    #expect(third.restorationReport?.reason == .recover)
    #expect(third.stack == ["Home"] && note(third) == 1)
    device.die()
    var heard: LaunchReason?
    let last = device.launch { $0.didFinish = { heard = $1.reason } }
    #expect(last.restorationReport?.recoveryLevel == .clean)
    #expect(last.restorationReport?.isRestored == false)
    #expect(heard == .recover)
    #expect(note(last) == 0)
    for generation in ArchiveGeneration.allCases {
      #expect(device.store.load(generation, slot: nil) == nil)
    }
    #expect(device.store.damaged == nil && device.store.passedOver.count >= 2)
  }

  @Test("R195: without suspect and last good state, one retry precedes the clean launch")
  func onceMore() {
    prepare()
    device.launch(dyingAt: "shouldRestore")
    let again = device.launch()
    #expect(again.stack == ["Home", "Detail", "Comments"])
    #expect(
      again.restorationReport?.recoveryLevel == nil && again.restorationReport?.reason == .recover)
    device.die()
    let clean = device.launch()
    #expect(clean.restorationReport?.recoveryLevel == .clean)
    (clean.navigation?.topViewController as? Screen)?.note = 7
    let next = clean.relaunch()
    #expect(next.restorationReport?.recoveryLevel == nil)
    #expect(note(next) == 7, "its save is restored")
  }

  @Test("R195: the rest is retried once, too, when there is no last good state")
  func restOnceMore() {
    prepare()
    device.launch(dyingAt: "decode Detail")
    device.launch(dyingAt: "decode Home")
    let third = device.launch()
    #expect(third.restorationReport?.recoveryLevel == .withoutSuspect && third.stack == ["Home"])
    device.die()
    #expect(device.launch().restorationReport?.recoveryLevel == .clean)
  }

  @Test("R195: every first crash in a row allows one retry")
  func onceMoreInEachRow() {
    prepare()
    for _ in 1...3 {
      device.launch(dyingAt: "shouldRestore")
      let again = device.launch()
      #expect(again.stack == ["Home", "Detail", "Comments"])
      again.application.terminate()
    }
  }

  @Test(
    "R195: a crash without a suspect, or with the root as suspect, restores the last good state",
    arguments: ["shouldRestore", "didDecode", "didFinish", "decode Home"])
  func unknownPath(moment: String) {
    let single = Device { $0.rootViewController = Screen("Home") }
    let session = single.launch().relaunch()
    session.host.advance(by: .seconds(10))
    (session.root as? Screen)?.note = 5
    session.application.terminate()
    #expect(single.launch(dyingAt: moment))
    let next = single.launch()
    #expect(next.restorationReport?.recoveryLevel == .lastGood)
    #expect((next.root as? Screen)?.note == 0)
  }

  @Test("R131, R195: a crash in a screen's will-appear leaves out that screen")
  func crashInAppearing() {
    prepare()
    #expect(device.launch(dyingAt: "willAppear Comments"))
    #expect(device.launch().stack == ["Home", "Detail"])
  }

  @Test("R131: the suspect is the screen being laid out, and afterwards the innermost one")
  func crashInLayout() {
    let pair = Device { window in
      window.rootViewController = PairController(
        "Pair", [LaidOutScreen("Left"), LaidOutScreen("Right")])
    }
    let saved = pair.launch()
    for screen in saved.root?.children ?? [] { (screen as? Screen)?.note = 3 }
    saved.application.terminate()

    let laidOut = pair.launch()
    var left: [UInt8] = []
    CallLog.onEntry = { if $0 == "layout Left" { left = pair.marker } }
    laidOut.root?.children[0].view.hostDidLayOut(size: CGSize(width: 10, height: 10))
    CallLog.onEntry = nil
    let resting = pair.marker
    #expect(left != resting)
    pair.marker = left
    pair.die()
    #expect(pair.launch().notes == [0, 3])

    pair.marker = resting
    pair.die()
    #expect(pair.launch().notes == [3, 0])
  }

  @Test("R131, R195: a screen pushed and saved during probation is left out after a crash")
  func crashInNewScreen() {
    prepare()
    let session = device.launch()
    session.navigation?.pushViewController(MadeScreen("Likes"), animated: false)
    session.application.sessionWillEnd()
    device.die()
    #expect(device.launch().stack == ["Home", "Detail", "Comments"])
  }

  @Test("R131: a crash after ten seconds only makes the next launch's reason recover")
  func crashAfterProbation() {
    prepare()
    let proven = device.launch()
    proven.host.advance(by: .seconds(10))
    device.die()
    let session = device.launch()
    #expect(session.stack == ["Home", "Detail", "Comments"])
    #expect(session.restorationReport?.recoveryLevel == nil)
    #expect(session.restorationReport?.reason == .recover)
  }

  @Test(
    "R112: a crash during an extension counts as one in restoring; one after it does not count",
    arguments: [false, true])
  func crashInExtension(isComplete: Bool) {
    prepare()
    let extended = device.launch()
    extended.application.extendStateRestoration()
    extended.host.advance(by: .seconds(60))
    if isComplete { extended.application.completeStateRestoration() }
    device.die()
    let level = device.launch().restorationReport?.recoveryLevel
    if isComplete { #expect(level == nil) } else { #expect(level == .withoutSuspect) }
  }

  @Test("R193, R219: three kills in a row during a restore hold back the part being restored")
  func unexplainedEnds() {
    prepare()
    for _ in 0..<2 { #expect(device.launch(dyingAt: "decode Detail", by: .kill)) }
    #expect(device.launch().stack == ["Home", "Detail", "Comments"])
    device.die(by: .kill)
    for _ in 0..<3 { #expect(device.launch(dyingAt: "decode Detail", by: .kill)) }
    let session = device.launch()
    #expect(session.stack == ["Home"])
    #expect(session.restorationReport?.recoveryLevel == .withoutSuspect)
    (session.navigation?.topViewController as? Screen)?.note = 9
    session.application.terminate()
    let next = device.launch()
    #expect(next.stack == ["Home", "Detail", "Comments"] && note(next) == 9)
    #expect(next.restorationReport?.recoveryLevel == nil)
  }

  @Test("R219: three kills hold back even the root, until an orderly end")
  func hangingRoot() {
    prepare()
    for _ in 0..<3 { #expect(device.launch(dyingAt: "decode Home", by: .kill)) }
    let session = device.launch()
    #expect(session.restorationReport?.recoveryLevel == .withoutSuspect)
    session.application.terminate()
    #expect(note(device.launch()) == 2)
  }

  @Test(
    "R131, R193: kills outside of the restore pass never count",
    arguments: ["willFinish", "didFinish", "willAppear Comments", "appear Comments"])
  func innocentKills(moment: String) {
    prepare()
    for _ in 0..<5 { #expect(device.launch(dyingAt: moment, by: .kill)) }
    let session = device.launch()
    #expect(session.stack == ["Home", "Detail", "Comments"])
    #expect(session.restorationReport?.reason == .launch)
  }

  @Test("R129: the second crash in a row outside of restoring leads to a clean launch")
  func crashesInLaunch() {
    prepare(withLastGood: true)
    #expect(device.launch(dyingAt: "willFinish"))
    #expect(device.launch().stack == ["Home", "Detail", "Comments"])
    device.die(by: .kill)
    #expect(device.launch(dyingAt: "willFinish"))
    let session = device.launch()
    #expect(session.restorationReport?.recoveryLevel == .clean)
    #expect(session.stack == ["Home"])
  }

  @Test("R129, R193: an orderly end or a completed probation ends a row of crashes")
  func rowsEnd() {
    prepare()
    device.launch(dyingAt: "willFinish")
    let proven = device.launch()
    proven.host.advance(by: .seconds(10))
    #expect(device.launch(dyingAt: "willFinish"))
    let ending = device.launch()
    #expect(ending.restorationReport?.recoveryLevel == nil)
    ending.application.terminate()
    #expect(device.launch(dyingAt: "willFinish"))
    #expect(device.launch().restorationReport?.recoveryLevel == nil)
  }

  @Test("R196: a save during probation keeps the last good archive and a previous one")
  func probationKeepsGenerations() throws {
    prepare(withLastGood: true)
    let good = try #require(device.store.load(.lastGood, slot: nil))
    device.launch(dyingAt: "decode Detail")
    let session = device.launch()
    (session.navigation?.topViewController as? Screen)?.note = 9
    session.application.terminate()
    #expect(device.store.load(.lastGood, slot: nil) == good)
    #expect(device.store.load(.previous, slot: nil) != nil)
  }
}
