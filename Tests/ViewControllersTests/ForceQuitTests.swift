// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// A registered object with one value.
private final class Album: StatePreserving {
  private(set) var decodedCount = 0

  func encodeRestorableState(with coder: RestorationEncoder) { coder.encode(1, forKey: "page") }

  func decodeRestorableState(with coder: RestorationDecoder) { decodedCount += 1 }
}

/// Force quits, developer mode and the cost of a missing marker.
///
/// A force quit deletes the user's state, and developer mode keeps it.
@MainActor struct ForceQuitTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  private func prepare() -> Session {
    let session = device.launch()
    (session.navigation?.topViewController as? Screen)?.note = 4
    let next = session.relaunch()
    next.host.advance(by: .seconds(10))
    (next.navigation?.topViewController as? Screen)?.note = 5
    return next.relaunch()
  }

  private func note(_ session: Session) -> Int? {
    (session.navigation?.topViewController as? Screen)?.note
  }

  private var generations: Int {
    ArchiveGeneration.allCases.filter { device.store.load($0, slot: nil) != nil }.count
  }

  @Test("R130: a force quit deletes all generations and the marker, saves nothing, and ends")
  func forceQuitDeletes() {
    let session = prepare()
    #expect(generations == 3)
    (session.navigation?.topViewController as? Screen)?.invalidateRestorableState()
    let calls = CallLog.entries { session.application.forceQuit() }
    session.host.advance(by: .seconds(60))
    #expect(calls == ["terminate"])
    #expect(session.host.exitStatus == 0)
    #expect(generations == 0)
    let next = device.launch()
    #expect(next.restorationReport?.reason == .pristine)
    #expect(note(next) == 0)
  }

  @Test("R130: a force quit deletes unclaimed records, too; a kill does not")
  func unclaimedRecordsGo() {
    let album = Album()
    let session = device.launch { $0.willEncode = { $0.encode(album, forKey: "album") } }
    session.application.registerObject(forStateRestoration: album, restorationIdentifier: "Album")
    session.application.terminate()
    #expect(device.launch().restorationReport?["Album"] == .unclaimed)
    device.die(by: .kill)
    let next = device.launch()
    #expect(next.restorationReport?["Album"] == .unclaimed)
    next.application.forceQuit()
    let last = device.launch()
    let late = Album()
    last.application.registerObject(forStateRestoration: late, restorationIdentifier: "Album")
    #expect(late.decodedCount == 0)
  }

  @Test("R130: a force quit after the end does nothing")
  func onlyOnce() {
    let session = prepare()
    session.application.terminate()
    session.application.forceQuit()
    #expect(generations == 3)
  }

  @Test("R132: a force quit in developer mode deletes nothing")
  func developerForceQuit() {
    let session = prepare()
    session.application.isDeveloperModeEnabled = true
    session.application.forceQuit()
    #expect(generations == 3)
    #expect(note(device.launch()) == 5)
  }

  @Test("R132: developer mode restores all of a state that crashes, every time")
  func developerCrash() {
    prepare().application.terminate()
    for _ in 0..<4 {
      #expect(device.launch(dyingAt: "decode Home", developerMode: true))
    }
    let session = device.launch(developerMode: true)
    #expect(note(session) == 5)
    #expect(session.restorationReport?.recoveryLevel == nil)
    #expect(generations == 3)
  }

  @Test("R132: developer mode leaves a damaged archive in place and restores the previous one")
  func developerDamage() throws {
    prepare().application.terminate()
    var bytes = try #require(device.store.load(.current, slot: nil))
    bytes[bytes.count / 2] ^= 1
    device.store.overwrite(.current, with: bytes)
    let session = device.launch(developerMode: true)
    #expect(session.restorationReport?.isRestored == true)
    #expect(session.restorationReport?.source == .previous)
    #expect(device.store.load(.current, slot: nil) == bytes)
    #expect(device.store.damaged == nil)
  }

  @Test("R133: a damaged marker never stops a restore and causes no warning")
  func hostileMarkers() {
    prepare().application.terminate()
    _ = device.launch()
    device.die(by: .kill)
    let marker = device.marker
    #expect(!marker.isEmpty)
    // The skipped byte says how the process ended. Any value except 0 and 255 means a crash.
    for offset in marker.indices where offset != Device.endOffset {
      for value in [0, 1, 255] as [UInt8] where marker[offset] != value {
        var bytes = marker
        bytes[offset] = value
        device.marker = bytes
        let session = device.launch()
        #expect(note(session) == 5, "byte \(offset) = \(value)")
        #expect(session.restorationReport?.incidents.isEmpty == true)
      }
    }
  }

  @Test("R189: the marker holds no path, and its numbers and codes differ every time")
  func markersShowNothing() {
    var (numbers, codes): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for _ in 0..<2 {
      prepare().application.terminate()
      #expect(device.launch(dyingAt: "decode Home"))
      let marker = device.marker
      #expect(!String(decoding: marker, as: UTF8.self).contains("Home"))
      // The same object crashed both times, with the same number in a save of the same objects.
      numbers.insert(Array(marker[60..<64]))
      let next = device.launch()
      // The suspect of a crash is kept as a code.
      codes.insert(Array(device.marker[80..<96]))
      next.application.forceQuit()
    }
    #expect(numbers.count == 2)
    #expect(codes.count == 2)
    #expect(!numbers.contains([0, 0, 0, 0]))
    #expect(!codes.contains([UInt8](repeating: 0, count: 16)))
  }
}
