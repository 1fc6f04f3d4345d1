// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Synchronization
import Testing

/// Programs without windows that save changes automatically.
@Suite struct SavingTests {
  private let machine = SavingMachine()

  // MARK: On an actor

  @Test("R217, R150: on its own actor, a changed declared property is saved within a second")
  func changeIsSavedOnAnActorOfItsOwn() async throws {
    let server = Server(machine)
    await server.launch()
    await server.turn(to: 2)
    machine.clock.advance(by: .seconds(1))
    #expect(await server.nextSave() == .success(1))
    #expect(machine.savedPage() == 2)
    await server.turn(to: 3)
    machine.clock.advance(by: .seconds(1))
    #expect(await server.nextSave() == .success(2))
    #expect(machine.savedPage() == 3)
  }

  @MainActor
  @Test("R217, R150: on the main actor, a changed declared property is saved within a second")
  func changeIsSavedOnTheMainActor() async throws {
    let (program, reader) = machine.makeProgram()
    _ = program.restore()
    let results = Results(program.startSaving(clock: machine.clock.timer))
    reader.page = 2
    machine.clock.advance(by: .seconds(1))
    #expect(await results.next() == .success(1))
    #expect(machine.savedPage() == 2)
  }

  @Test("R217, R190: settled() returns once changes are on disk or their save has failed")
  func settling() async throws {
    let server = Server(machine)
    await server.launch(after: .zero)
    await server.settle()
    await server.turn(to: 2)
    await server.settle()
    #expect(machine.savedPage() == 2)
    machine.disk.inject(.error())
    await server.turn(to: 3)
    await server.settle()
    #expect(await server.nextSave() == .success(1))
    #expect(await server.nextSave() == .failure(FaultyStore.defaultError))
  }

  @Test("R150: changes made while a save waits are written in it and do not delay it")
  func changesAreSavedTogether() async throws {
    let server = Server(machine)
    await server.launch()
    for page in 2...6 {
      await server.turn(to: page)
      machine.clock.advance(by: .milliseconds(100))
    }
    #expect(await server.nextSave() == .success(1))
    #expect(machine.savedPage() == 6)
    await server.turn(to: 7)
    machine.clock.advance(by: .milliseconds(500))
    #expect(await server.nextSave() == .success(2), "there was no other save between")
  }

  @Test("R152: while a save is written, the next one waits and takes the newest state")
  func newestStateIsWrittenNext() async throws {
    let server = Server(machine)
    await server.launch()
    let gate = machine.disk.hold(.replace)
    await server.turn(to: 2)
    machine.clock.advance(by: .milliseconds(500))
    await gate.arrival()
    for page in 3...8 {
      await server.turn(to: page)
      await server.save()
    }
    gate.open()
    #expect(await server.nextSave() == .success(1))
    #expect(await server.nextSave() == .success(2))
    #expect(machine.savedPage() == 8)
    try await server.finish()
    #expect(machine.writes == 2)
  }

  @MainActor @Test("R152: a slow disk limits the number of passes that wait")
  func slowDisk() async throws {
    let (program, reader) = machine.makeProgram()
    let steps = Steps(program.saving)
    let results = Results(program.saving)
    let gate = machine.disk.hold(.replace)
    reader.page = 2
    try steps.performLast()
    await gate.arrival()  // later changes wait for this save
    for page in 3...20 {
      reader.page = page
      try steps.performLast()
    }
    // Eight saves wait. Whether the first one still counts as waiting depends on the machine.
    #expect(8...9 ~= reader.encodings)
    gate.open()
    #expect(await results.next() == .success(1))
    #expect(await results.next() == .success(2))
    await program.saving.writing?.value
    try steps.performLast()
    #expect(await results.next() == .success(3))
    #expect(machine.savedPage() == 20)
  }

  @MainActor @Test("R155: a state that is too large is tried again only after a change")
  func stateThatIsTooLarge() async throws {
    let (program, reader) = machine.makeProgram()
    let large = Node()
    large.onEncode = { coder in
      for number in 0..<49 {
        coder.encode(1, forKey: String(repeating: "k", count: 1 << 20) + "\(number)")
      }
    }
    program.register(large, as: "Large")
    let steps = Steps(program.saving)
    let results = Results(program.saving)
    reader.page = 2
    try steps.performLast()
    let result = await results.next()
    #expect(throws: ArchiveError.self) { try result?.get() }
    #expect(steps.waiting.isEmpty)
    large.onEncode = nil
    program.invalidate(large)
    try steps.performLast()
    #expect(await results.next() == .success(1))
    #expect(machine.savedPage() == 2)
  }

  @Test(
    "R217, R150: a failed save is repeated after five seconds, or with the next change in its time",
    arguments: [false, true])
  func failedSaveIsTriedAgain(isChanged: Bool) async throws {
    let server = Server(machine)
    await server.launch()
    machine.disk.inject(.error())
    await server.turn(to: 2)
    machine.clock.advance(by: .milliseconds(500))
    #expect(await server.nextSave() == .failure(FaultyStore.defaultError))
    machine.disk.repair()
    if isChanged { await server.turn(to: 3) }
    machine.clock.advance(by: isChanged ? .milliseconds(500) : .seconds(5))
    #expect(await server.nextSave() == .success(1))
    #expect(machine.savedPage() == (isChanged ? 3 : 2))
  }

  @Test("R217, R123: changes made while the key is locked are saved after the unlock")
  func lockedKeyIsMadeUpFor() async throws {
    let server = Server(machine)
    await server.launch()
    machine.keys.setLocked(true)
    await server.turn(to: 2)
    machine.clock.advance(by: .milliseconds(500))
    let result = await server.nextSave()
    #expect(throws: ArchiveError.self) { try result?.get() }
    machine.keys.setLocked(false)
    machine.clock.advance(by: .seconds(5))
    #expect(await server.nextSave() == .success(1))
  }

  @Test("R198: state that cannot be read at launch is restored once it can be")
  func unreadStateIsRestoredLate() async throws {
    let first = Server(machine)
    await first.launch()
    await first.turn(to: 2)
    try await first.finish()
    machine.disk.inject(.error(), into: [.load])
    let second = Server(machine)
    await second.launch()
    #expect(await second.page == 1)
    machine.disk.repair()
    machine.clock.advance(by: .seconds(5))
    await second.waitUntilRestoredLate()
    #expect(await second.page == 2)
  }

  // MARK: In turns

  /// Makes a program on one thread that only the test calls.
  private func inTurns(
    after delay: Duration? = nil, _ launch: (RestorationCoordinator) -> Void = { _ = $0.restore() }
  ) -> (RestorationCoordinator, Reader, Saves) {
    let (program, reader) = machine.makeProgram()
    launch(program)
    let saves = Saves()
    program.startSavingInTurns(after: delay, clock: machine.clock.timer).onSave = { result, _ in
      saves.results.append(result)
    }
    return (program, reader, saves)
  }

  private func passTime(_ program: RestorationCoordinator, _ duration: Duration = .seconds(10)) {
    machine.clock.advance(by: duration)
    program.saving.turn()
  }

  @Test("R217: a program without an actor saves in its turns: when due, or before it waits")
  func programWithoutAnActor() throws {
    let (program, reader, saves) = inTurns()
    reader.page = 2
    program.saving.turn()
    #expect(saves.results.isEmpty)
    passTime(program, .milliseconds(500))
    #expect(saves.results == [.success(1)])
    reader.page = 3
    program.saving.turn(beforeWaiting: true)
    #expect(saves.results == [.success(1), .success(2)])
    #expect(machine.savedPage() == 3)
    passTime(program)
    #expect(saves.results.count == 2)
  }

  @Test(
    "R217, R150: time that passes while the program checks what is due loses no save",
    arguments: 1...6)
  func timePassesAtEachLook(step: Int) {
    let clock = RestlessClock(step: .milliseconds(100))
    let (program, reader) = machine.makeProgram()
    _ = program.restore()
    let saves = Saves()
    program.startSavingInTurns(after: .milliseconds(100 * step), clock: clock).onSave = {
      result, _ in saves.results.append(result)
    }
    for page in 2...4 {
      reader.page = page
      for _ in 0..<10 { program.saving.turn() }
      #expect(saves.results == (1...UInt64(page - 1)).map { .success($0) })
    }
    #expect(machine.savedPage() == 4)
  }

  @Test("R217: the program chooses the delay of saves, up to one second", arguments: [0, 2000])
  func delayIsUpToTheProgram(milliseconds: Int) {
    let (program, reader, saves) = inTurns(after: .milliseconds(milliseconds))
    reader.page = 2
    passTime(program, .milliseconds(min(milliseconds, 1000)))
    #expect(saves.results == [.success(1)])
  }

  @Test("R217, R150: without changes, nothing is written")
  func nothingChangedWritesNothing() throws {
    let (program, reader, saves) = inTurns()
    passTime(program)
    reader.page = 1
    passTime(program)
    #expect(saves.results.isEmpty)
    reader.page = 2
    passTime(program)
    reader.page = 3
    reader.page = 2
    passTime(program)
    #expect(saves.results == [.success(1)])
    #expect(machine.writes == 1)
  }

  @Test("R196: changes before the end of launch do not cause a save")
  func nothingIsSavedBeforeLaunchHasEnded() throws {
    let (program, reader, saves) = inTurns { _ in }
    program.beginLaunch(installsSignalHandlers: false)
    reader.page = 2
    passTime(program)
    _ = program.restore()
    reader.page = 3
    passTime(program)
    try program.saving.saveAndWait()
    #expect(saves.results.isEmpty)
    program.launchDidEnd()
    passTime(program)
    #expect(saves.results.isEmpty, "nothing has changed since")
    reader.note = "so"
    passTime(program)
    #expect(saves.results == [.success(1)])
    #expect(machine.savedPage() == 3)
  }

  @Test("R196: restoring does not cause a save, and saving waits until after it")
  func restoringIsNoChange() throws {
    let (first, reader, _) = inTurns()
    reader.page = 2
    try first.saving.finish()
    let (second, restored, saves) = inTurns { _ in }
    restored.page = 5
    passTime(second)
    _ = second.restore()
    #expect(restored.page == 2)
    passTime(second)
    #expect(saves.results.isEmpty)
    restored.page = 3
    passTime(second)
    #expect(saves.results == [.success(2)])
  }

  @Test("R190, R193: a program that finishes saves everything, waits for it, and saves no more")
  func finishing() throws {
    let (program, reader, saves) = inTurns()
    reader.page = 2
    reader.unannounced = 7
    try program.saving.finish()
    #expect(saves.results == [.success(1)])
    #expect(machine.savedPage() == 2)
    reader.page = 3
    passTime(program)
    program.saving.save()
    try program.saving.saveAndWait()
    #expect(saves.results.count == 1)
    #expect(machine.savedPage() == 2)
  }

  @Test("R190: a save that fails at the end throws, and the older state is intact")
  func finishingWithoutADisk() throws {
    let (program, reader, saves) = inTurns()
    reader.page = 2
    passTime(program)
    machine.disk.inject(.error())
    reader.page = 3
    #expect(throws: FaultyStore.defaultError) { try program.saving.finish() }
    machine.disk.repair()
    passTime(program)
    #expect(saves.results == [.success(1), .failure(FaultyStore.defaultError)])
    #expect(machine.savedPage() == 2)
  }

  @Test("R190: a program that ends when a save has failed ends once")
  func finishingAfterAFailure() throws {
    let (program, reader, _) = inTurns()
    var failures = 0
    program.saving.onSave = { [saving = program.saving] result, _ in
      guard case .failure = result else { return }
      failures += 1
      try? saving.finish()
    }
    reader.page = 2
    machine.disk.inject(.error())
    #expect(throws: FaultyStore.defaultError) { try program.saving.finish() }
    #expect(failures == 1)
    #expect(program.saving.isStopped)
  }

  @Test("R30: a hook that asks to save everything gets unannounced changes saved, too")
  func savingEverythingInAHook() throws {
    let (program, reader, saves) = inTurns()
    reader.onEncode = { [weak reader] in
      reader?.onEncode = nil
      reader?.unannounced = 7
      program.saving.save()
    }
    reader.page = 2
    passTime(program)
    passTime(program)
    #expect(saves.results == [.success(1), .success(2)])
    let (next, readerAgain) = machine.makeProgram()
    _ = next.restore()
    #expect(readerAgain.unannounced == 7)
  }

  @Test("R190: a program that a hook ends saves its last changes right after the pass")
  func finishingInAHook() throws {
    let (program, reader, saves) = inTurns()
    reader.page = 2
    reader.onEncode = { [weak reader] in
      reader?.onEncode = nil
      reader?.page = 3
      #expect(throws: Never.self) { try program.saving.finish() }
    }
    passTime(program)
    #expect(saves.results == [.success(1)])
    #expect(program.saving.isStopped)
    #expect(machine.savedPage() == 3)
  }

  @Test("R190: a save that misses its deadline reports its result later")
  func lateSave() async throws {
    let server = Server(machine)
    await server.launch()
    let gate = machine.disk.hold(.replace)
    await server.turn(to: 2)
    #expect(await server.saveAndWait(.zero) == .deadlineExceeded)
    let missed = await server.nextSave()
    #expect(throws: ArchiveError.self) { try missed?.get() }
    gate.open()
    #expect(await server.nextSave() == .success(1))
  }

  @Test("R188: changes made while the key was locked at launch are saved after the late restore")
  func lateRestoreSavesChanges() throws {
    machine.keys.setLocked(true)
    let (program, reader, saves) = inTurns()
    reader.page = 5
    passTime(program)
    #expect(saves.results.isEmpty)
    machine.keys.setLocked(false)
    #expect(!program.restore().isRestored)
    passTime(program)
    #expect(saves.results == [.success(1)])
    #expect(machine.savedPage() == 5)
  }

  @Test(
    "R150, R188: after a late restore, what has changed or come behind the lock is saved",
    arguments: [true, false])
  func lateRestoreSavesNewObjects(isChanged: Bool) throws {
    let (first, reader, _) = inTurns()
    reader.page = 2
    try first.saving.finish()
    machine.keys.setLocked(true)
    let new = Node("new")
    let (program, _, saves) = inTurns { program in
      if isChanged { program.register(new, as: "New") }
      _ = program.restore()
    }
    if isChanged { program.invalidate(new) } else { program.register(new, as: "New") }
    passTime(program)
    machine.keys.setLocked(false)
    #expect(program.restore().isRestored)
    passTime(program)
    #expect(saves.results == [.success(2)])
    let (next, _) = machine.makeProgram()
    let again = Node()
    next.register(again, as: "New")
    _ = next.restore()
    #expect(again.text == "new")
  }

  @Test("R150, R88: an object registered while running or by an encode hook is saved like a change")
  func objectsOfHooksAreSaved() throws {
    let (program, reader, saves) = inTurns()
    let another = Node("another")
    program.register(another, as: "Another")
    passTime(program, .milliseconds(500))
    #expect(saves.results == [.success(1)])
    let new = Node("new")
    reader.onEncode = { program.register(new, as: "New") }
    reader.page = 2
    passTime(program)
    passTime(program)
    passTime(program)
    #expect(saves.results == [.success(1), .success(2), .success(3)])
    let (next, _) = machine.makeProgram()
    let again = [Node(), Node()]
    next.register(again[0], as: "Another")
    next.register(again[1], as: "New")
    _ = next.restore()
    #expect(again.map(\.text) == ["another", "new"])
  }

  @Test("R30: an explicit save includes unannounced changes")
  func savingEverything() throws {
    let (program, reader, saves) = inTurns()
    reader.unannounced = 7
    passTime(program)
    #expect(saves.results.isEmpty)
    program.saving.save(.background)
    #expect(saves.results == [.success(1)])
    reader.unannounced = 8
    program.saving.save(.background)
    #expect(saves.results == [.success(1), .success(2)])
    let (next, readerAgain) = machine.makeProgram()
    _ = next.restore()
    #expect(readerAgain.unannounced == 8)
  }

  @Test("R188: locked state that is given up is superseded without another change")
  func lockedStateIsGivenUp() throws {
    let (first, reader, _) = inTurns()
    reader.page = 2
    try first.saving.finish()
    machine.keys.setLocked(true)
    let (second, anew, saves) = inTurns()
    anew.page = 9
    passTime(second)
    #expect(saves.results.isEmpty)
    machine.keys.setLocked(false)
    second.giveUpLockedState()
    passTime(second)
    #expect(saves.results == [.success(2)])
    #expect(machine.savedPage() == 9)
  }
}

/// A clock that advances each time it is read.
private final class RestlessClock: Clock {
  private let timer = FixedClock().timer
  private let step: Duration
  private let looks = Mutex(0)

  init(step: Duration) { self.step = step }

  var minimumResolution: Duration { .zero }

  var now: FixedClock.Timer.Instant {
    timer.now.advanced(
      by: step
        * looks.withLock { looks in
          looks += 1
          return looks
        })
  }

  func sleep(until deadline: FixedClock.Timer.Instant, tolerance: Duration?) async throws {}
}

/// The steps that a toolkit was asked to run later.
@MainActor private final class Steps {
  private(set) var waiting: [Saving.Step] = []
  private let saving: Saving

  init(_ saving: Saving) {
    self.saving = saving
    saving.start(Saving.Rules()) { [weak self] in self?.waiting.append($1) }
  }

  /// Runs the step that was requested last.
  func performLast() throws {
    let step = waiting.popLast()
    saving.perform(try #require(step))
  }
}

/// The disk, keys and clock that outlive a program.
private struct SavingMachine: Sendable {
  let disk = FaultyStore()
  let keys = MemoryKeyProvider()
  let clock = FixedClock()

  func makeProgram() -> (RestorationCoordinator, Reader) {
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Test", version: "1"),
      archiver: Archiver(store: disk, keys: keys))
    let reader = Reader()
    coordinator.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
    return (coordinator, reader)
  }

  /// How often a state was written.
  var writes: Int { disk.asked.filter { $0 == .replace || $0 == .append }.count }

  /// Returns the next program's first page; 0 if nothing was saved.
  func savedPage() -> Int {
    let (program, reader) = makeProgram()
    return program.restore().isRestored ? reader.page : 0
  }
}

private final class Reader: StatePreserving {
  @Restorable var page = 1
  @Restorable var note = ""
  var unannounced = 0
  private(set) var encodings = 0
  var onEncode: (() -> Void)?

  func encodeRestorableState(with coder: RestorationEncoder) {
    encodings += 1
    coder.encode(unannounced, forKey: "unannounced")
    onEncode?()
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    unannounced = coder.decodeInteger(forKey: "unannounced")
  }
}

/// The save results that a program on one thread received.
private final class Saves {
  var results: [Result<UInt64, ArchiveError>] = []
}

/// The save results that a program on an actor receives.
private final class Results: Sendable {
  private let stream: AsyncStream<Result<UInt64, ArchiveError>>

  init(_ saving: Saving) {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<UInt64, ArchiveError>.self)
    self.stream = stream
    saving.onSave = { result, _ in continuation.yield(result) }
  }

  func next() async -> Result<UInt64, ArchiveError>? { await stream.first { _ in true } }

}

/// A program on an actor of its own.
private actor Server {
  private let coordinator: RestorationCoordinator
  private let reader: Reader
  private let clock: FixedClock
  private var results: Results?
  private let lateRestores = AsyncStream.makeStream(of: Void.self)

  init(_ machine: SavingMachine) {
    (coordinator, reader) = machine.makeProgram()
    clock = machine.clock
  }

  func launch(after delay: Duration? = nil) {
    _ = coordinator.restore()
    let saving = coordinator.startSaving(after: delay, clock: clock.timer)
    results = Results(saving)
    saving.onRestore = { [lateRestores] _ in lateRestores.continuation.yield() }
  }

  var page: Int { reader.page }

  func turn(to page: Int) { reader.page = page }

  func settle() async { await coordinator.saving.settled() }

  func save() { coordinator.saving.save() }

  /// Saves all, and returns why that failed.
  func saveAndWait(_ deadline: Duration) -> ArchiveError.Code? {
    let state = coordinator.preserve(reason: .explicit)
    do {
      try coordinator.saving.commitAndWait(state, deadline: deadline)
      return nil
    } catch {
      return error.code
    }
  }

  func finish() throws { try coordinator.saving.finish() }

  func nextSave() async -> Result<UInt64, ArchiveError>? { await results?.next() }

  func waitUntilRestoredLate() async { _ = await lateRestores.stream.first { _ in true } }
}
