// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

@testable import ViewControllers

/// An application that could not read its archives at launch.
@MainActor struct UnreadTests {
  private let memory = MemoryStore()
  private let disk: FaultyStore
  private let key = ArchiveKey()

  init() throws {
    disk = FaultyStore(memory)
    let life = life()
    life.application.launch()
    life.push(note: 7)
    life.application.terminate()
  }

  private func life() -> LockableLife {
    LockableLife(
      store: disk, keys: MemoryKeyProvider(key: key),
      delegate: TestDelegate { $0.rootViewController = navigation(root: Screen("Home")) },
      host: HeadlessHost())
  }

  /// Launches while no archive can be read.
  private func launchUnread(inBackground: Bool = false) -> LockableLife {
    disk.inject(.error(), into: [.load])
    let life = life()
    if inBackground { life.application.beginBackgroundTask() }
    life.application.launch(inBackground: inBackground)
    return life
  }

  private var files: [[UInt8]?] { ArchiveGeneration.allCases.map { memory.load($0, slot: nil) } }

  @Test("R198: a process that could not read the archives never writes over them")
  func nothingIsWritten() async {
    let before = files
    let life = launchUnread()
    #expect(life.restored.map(\.isLocked) == [true])
    #expect(!life.application.isProtectedDataAvailable && life.stack == ["Home"])
    life.push(note: 1)
    life.host.advance(by: .seconds(60))
    life.application.didEnterBackground()
    life.application.sessionWillEnd()
    life.application.terminate()
    await life.application.written()
    #expect(files == before)
    #expect(!life.saves.isEmpty && life.saves.allSatisfy { (try? $0.get()) == nil })
    disk.repair()
    let next = self.life()
    next.application.launch()
    #expect(next.note == 7)
  }

  @Test("R198: unread state is restored once readable, if nothing has changed since launch")
  func restoresByItself() {
    let life = launchUnread()
    var heard = 0
    life.delegate.didBecomeAvailable = { _ in heard += 1 }
    life.host.advance(by: .seconds(30))
    #expect(life.stack == ["Home"] && heard == 0)
    disk.repair()
    life.host.advance(by: .seconds(5))
    #expect(life.stack == ["Home", "Photo"] && life.note == 7 && heard == 1)
    #expect(life.application.isProtectedDataAvailable)
    life.note = 8
    life.application.terminate()
    #expect(life.saves == [.success(2)])
  }

  @Test("R198: unread state waits for the application once something has changed")
  func applicationDecides() async {
    let life = launchUnread()
    life.push(note: 1)
    disk.repair()
    let before = files
    life.host.advance(by: .seconds(5))
    #expect(life.note == 1 && life.application.isProtectedDataAvailable)
    life.host.advance(by: .seconds(60))
    await life.application.written()
    #expect(files == before)
    #expect(life.application.restoreLate()?.isRestored == true)
    #expect(life.note == 7)
  }

  @Test("R198: abandoned unread state is superseded at once, though still unreadable")
  func givenUp() async {
    let before = files
    let life = launchUnread()
    life.push(note: 1)
    life.application.giveUpLockedState()
    await life.application.written()
    #expect(life.saves.count == 1 && life.saves.allSatisfy { (try? $0.get()) != nil })
    #expect(memory.load(.previous, slot: nil) == before[0])
  }

  @Test("R198: unread state of a background launch is restored before its windows are shown")
  func background() {
    let life = launchUnread(inBackground: true)
    disk.repair()
    life.application.enterForeground()
    #expect(life.note == 7 && life.host.shownWindows.count == 1)
  }
}
