// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ViewControllers

/// Locks and unlocks of the key while an application runs.
@MainActor struct ProtectedDataTests {
  @Test("R27, R123: a screen lock saves everything, tells the delegate, then wipes the key")
  func screenLockHasItsOrder() throws {
    let device = LockableDevice()
    let life = device.launch()
    life.push(note: 3)
    var heard: [Bool] = []
    life.delegate.willBecomeUnavailable = { application in
      heard.append(application.isProtectedDataAvailable)
      #expect(application.archiver.isKeyAvailable)
      #expect(life.saves == [.success(1)])
    }
    life.application.screenDidLock()
    #expect(heard == [true])
    #expect(!life.application.isProtectedDataAvailable)
    #expect(!life.application.archiver.isKeyAvailable)
    let saved = device.files
    #expect(saved["current.archive"] != nil)

    life.note = 4
    life.host.advance(by: .seconds(60))
    life.application.preserve()
    life.application.screenDidLock()
    #expect(heard == [true])
    #expect(device.files == saved)
    #expect(device.launch().note == 3)
  }

  @Test("R27, R123, R150: under a lock, saves wait or fail if explicit; the unlock tells and saves")
  func backgroundUnderLock() async {
    let device = LockableDevice()
    let life = device.launch()
    var heard: [Bool] = []
    life.delegate.didBecomeAvailable = { heard.append($0.isProtectedDataAvailable) }
    life.push(note: 3)
    life.application.screenDidLock()
    life.note = 4
    life.host.advance(by: .seconds(1))
    life.application.didEnterBackground()
    await life.application.written()
    #expect(life.saves == [.success(1)])
    life.application.preserve()
    await life.application.written()
    #expect(life.saves == [.success(1), .failure(Self.wiped)])
    life.application.screenDidUnlock()
    await life.application.written()
    #expect(life.saves.last == .success(2))
    #expect(device.launch().note == 4)
    life.application.screenDidUnlock()
    #expect(heard == [true])
  }

  @Test("R190: ending under a lock reports that nothing was saved, and keeps the older state")
  func endUnderLock() {
    let device = LockableDevice()
    let life = device.launch()
    life.push(note: 3)
    life.application.screenDidLock()
    life.note = 4
    let saved = device.files
    life.application.terminate()
    #expect(life.saves.count == 2)
    #expect(life.saves.last == .failure(Self.wiped))
    #expect(device.files == saved)
    #expect(life.host.exitStatus == 0)
  }

  @Test(
    "R27, R120: a screen lock at the weaker levels only saves",
    arguments: [KeyProtection.completeUntilFirstUserAuthentication, .none])
  func screenLockAtWeakerLevels(protection: KeyProtection) async {
    let device = LockableDevice(protection)
    let life = device.launch()
    life.push(note: 3)
    let calls = CallLog.entries { life.application.screenDidLock() }
    #expect(!calls.contains("unavailable"))
    #expect(life.application.isProtectedDataAvailable)
    #expect(life.saves == [.success(1)])
    life.note = 4
    life.host.advance(by: .seconds(1))
    await life.application.written()
    #expect(device.launch().note == 4)
  }

  @Test("R27, R123: a lock of the keyring alone still allows one last save")
  func keyringLock() async {
    let device = LockableDevice()
    let life = device.launch()
    life.push(note: 3)
    await life.setLocked(true)
    #expect(!life.application.isProtectedDataAvailable)
    #expect(life.saves == [.success(1)])
    let saved = device.files
    life.note = 4
    life.host.advance(by: .seconds(1))
    life.application.didEnterBackground()
    await life.application.written()
    #expect(device.files == saved)
    await life.setLocked(false)
    await life.application.written()
    #expect(life.application.isProtectedDataAvailable)
    #expect(device.launch().note == 4)
  }

  @Test("R120: a process that has had the key keeps saving after the keyring locks")
  func keyOnceHadStays() async {
    let device = LockableDevice(.completeUntilFirstUserAuthentication)
    let life = device.launch()
    await life.setLocked(true)
    #expect(life.application.isProtectedDataAvailable)
    life.push(note: 5)
    life.application.terminate()
    #expect(device.launch().note == 5)
  }

  @Test("R123: data is available only when both screen and keyring are unlocked")
  func bothLocksCount() async {
    let life = LockableDevice().launch()
    var heard: [String] = []
    life.delegate.didBecomeAvailable = { _ in heard.append("available") }
    life.delegate.willBecomeUnavailable = { _ in heard.append("unavailable") }
    life.application.screenDidLock()
    await life.setLocked(true)
    life.application.screenDidUnlock()
    #expect(!life.application.isProtectedDataAvailable)
    await life.setLocked(false)
    #expect(life.application.isProtectedDataAvailable)
    await life.setLocked(true)
    life.application.screenDidLock()
    await life.setLocked(false)
    #expect(!life.application.isProtectedDataAvailable)
    life.application.screenDidUnlock()
    #expect(heard == ["unavailable", "available", "unavailable", "available"])
  }

  @Test("R27: a screen lock writes a pending save at once, and only once")
  func lockTakesOverPendingSave() async {
    let device = LockableDevice()
    let life = device.launch()
    life.push(note: 3)
    life.application.preserve()
    life.application.screenDidLock()
    let saved = device.files
    #expect(saved["current.archive"] != nil)
    await life.application.written()
    #expect(device.files == saved)
    #expect(life.saves == [.success(1)])
    #expect(device.launch().note == 3)
  }

  @Test("R122, R123: a screen lock before launch makes the launch a locked one")
  func screenLockedBeforeLaunch() {
    let device = LockableDevice()
    device.leavePhoto()
    let life = device.life()
    life.application.screenDidLock()
    #expect(!life.application.isProtectedDataAvailable)
    life.application.launch()
    #expect(life.restored.map(\.isLocked) == [true])
    life.application.screenDidUnlock()
    #expect(life.application.restoreLate()?.isRestored == true)
    #expect(life.note == 7)
  }

  private static let wiped = ArchiveError(
    .keyLocked, "The key was wiped when the screen was locked")
}
