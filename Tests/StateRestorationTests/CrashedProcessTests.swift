// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FatalSignalNote
import Foundation
import Glibc
import RestorationArchive
import StateRestoration
import Testing

/// Real processes that really die, and a folder that outlives them.
@Suite struct CrashedProcessTests {
  private let folder = NSTemporaryDirectory() + "restoration-\(UUID().uuidString)"

  /// Makes a program with two registered objects.
  ///
  /// One of them can be made to die when it decodes.
  private static func coordinator(_ folder: String) -> RestorationCoordinator {
    RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Crashing"),
      archiver: Archiver(
        store: FileStore(folder: folder + "/state"), keys: KeyFile(path: folder + "/data/key")))
  }

  private static func register(_ dying: Node, with coordinator: RestorationCoordinator) -> Counter {
    let counter = Counter()
    coordinator.register(counter, as: "Counter")
    coordinator.register(dying, as: "Dying")
    return counter
  }

  /// Saves a state with both objects.
  private func save() throws {
    let (coordinator, dying) = (Self.coordinator(folder), Node())
    let counter = Self.register(dying, with: coordinator)
    counter.value = 3
    dying.text = "words"
    try coordinator.save()
    Self.leave(folder)
  }

  /// Frees the state for other processes, as this process's end would.
  private static func leave(_ folder: String) {
    FileStore(folder: folder + "/state").release(slot: nil)
  }

  /// Launches in another process, which dies when the object decodes.
  private static func launch(
    _ folder: String, installsSignalHandlers: Bool = true, isLate: Bool = false,
    dying death: @escaping () -> Void
  ) -> Never {
    let (coordinator, dying) = (coordinator(folder), Node())
    dying.onDecode = { _ in death() }
    let counter = Counter()
    coordinator.register(counter, as: "Counter")
    if !isLate { coordinator.register(dying, as: "Dying") }
    coordinator.beginLaunch(installsSignalHandlers: installsSignalHandlers)
    _ = coordinator.restore()
    if isLate { coordinator.register(dying, as: "Dying") }
    withExtendedLifetime(counter) {}
    _exit(0)
  }

  /// Launches in this process, and checks what was restored.
  private func expect(
    _ recoveryLevel: RecoveryLevel?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (coordinator, dying) = (Self.coordinator(folder), Node())
    let counter = Self.register(dying, with: coordinator)
    let report = coordinator.restore()
    #expect(report.recoveryLevel == recoveryLevel, sourceLocation: sourceLocation)
    #expect(counter.value == 3, sourceLocation: sourceLocation)
    #expect(dying.text == (recoveryLevel == nil ? "words" : ""), sourceLocation: sourceLocation)
    #expect(
      report.reason == (recoveryLevel == nil ? .launch : .recover), sourceLocation: sourceLocation)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A way in which a process dies.
  enum Death: String, CaseIterable, Codable {
    case segmentationFault
    case trap
    case abort
    case stackOverflow
    /// The instruction with which GLib ends a program after a fatal message.
    case breakpoint

    var condition: ExitTest.Condition {
      switch self {
      case .segmentationFault, .stackOverflow: .signal(SIGSEGV)
      case .trap: .failure
      case .abort: .signal(SIGABRT)
      case .breakpoint: .signal(SIGTRAP)
      }
    }

    func take() {
      switch self {
      case .segmentationFault: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      case .trap: fatalError("as a test wants it")
      case .abort: Glibc.abort()
      case .stackOverflow: _ = endless(1)
      case .breakpoint: Self.runBreakpoint()
      }
    }

    /// Runs a function of two machine instructions: a breakpoint, and the return to the caller.
    private static func runBreakpoint() {
      #if arch(x86_64)
      let code: [UInt8] = [0xCC, 0xC3]
      #else
      let code: [UInt32] = [0xD420_0000, 0xD65F_03C0]
      #endif
      let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let memory = UnsafeMutableRawBufferPointer(start: page, count: 4096)
      code.withUnsafeBytes { memory.copyMemory(from: $0) }
      mprotect(page, 4096, PROT_READ | PROT_EXEC)
      unsafeBitCast(page, to: (@convention(c) () -> Void).self)()
    }
  }

  @Test(
    "R128, R193, R195: a crash is recorded and ends the process; the object decoding is left out",
    arguments: Death.allCases)
  func crash(death: Death) async throws {
    try save()
    await #expect(processExitsWith: death.condition) {
      [folder = folder as String, death = death as Death] in
      CrashedProcessTests.launch(folder) { death.take() }
    }
    expect(.withoutSuspect)
  }

  @Test("R128, R194: an object that crashes in a late restore is left out, too")
  func lateCrash() async throws {
    try save()
    await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder as String] in
      CrashedProcessTests.launch(folder, isLate: true) { abort() }
    }
    expect(.withoutSuspect)
  }

  @Test("R193: an earlier crash handler runs with its signal mask and decides how the process ends")
  func signalsOfEarlierHandler() async throws {
    try save()
    await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        let isAsAsked = sigismember(&blocked, SIGSEGV) == 0 && sigismember(&blocked, SIGUSR2) == 1
        _exit(isAsAsked ? 42 : 41)
      }
      action.sa_flags = SA_NODEFER
      sigaddset(&action.sa_mask, SIGUSR2)
      sigaction(SIGSEGV, &action, nil)
      CrashedProcessTests.launch(folder) {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      }
    }
    expect(.withoutSuspect)
  }

  @Test("R193, R219: a fault that an earlier handler recovers from is no crash")
  func recoveredFault() async throws {
    try save()
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
      signal(SIGSEGV) { _ in }
      CrashedProcessTests.launch(folder) {
        raise(SIGSEGV)
        kill(getpid(), SIGKILL)
      }
    }
    expect(nil)
  }

  @Test(
    "R193: a crash is recorded although an earlier handler returns",
    arguments: [Death.segmentationFault, .abort])
  func earlierHandlerReturns(death: Death) async throws {
    try save()
    await #expect(processExitsWith: death.condition) {
      [folder = folder as String, death = death as Death] in
      signal(SIGABRT) { _ in }
      signal(SIGSEGV) { _ = signal($0, SIG_DFL) }
      CrashedProcessTests.launch(folder) { death.take() }
    }
    expect(.withoutSuspect)
  }

  @Test("R193: a program's own crash handler can record the signal")
  func ownHandler() async throws {
    try save()
    await #expect(processExitsWith: .signal(SIGSEGV)) { [folder = folder as String] in
      CrashedProcessTests.launch(folder, installsSignalHandlers: false) {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      }
    }
    await #expect(processExitsWith: .exitCode(43)) { [folder = folder as String] in
      signal(SIGSEGV) { number in
        restoration_note_fatal_signal(number)
        _exit(43)
      }
      CrashedProcessTests.launch(folder, installsSignalHandlers: false) {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      }
    }
    expect(.withoutSuspect)
  }

  @Test("R200, R195: an archive that crashes its reader after an unlock does so only once")
  func crashAfterUnlock() async throws {
    for value in 1...2 {
      let coordinator = try Self.lateCoordinator(folder, key: MemoryKeyProvider(key: Self.key()))
      let counter = Self.register(Node(), with: coordinator)
      counter.value = value
      try coordinator.save()
      Self.leave(folder)
    }
    await #expect(processExitsWith: .signal(SIGSEGV)) { [folder = folder as String] in
      let key = try MemoryKeyProvider(key: CrashedProcessTests.key(), isLocked: true)
      let coordinator = CrashedProcessTests.lateCoordinator(folder, key: key, dies: true)
      coordinator.beginLaunch()
      guard coordinator.restore().isLocked else { _exit(1) }
      key.setLocked(false)
      _ = coordinator.restore()
      _exit(0)
    }
    let coordinator = try Self.lateCoordinator(folder, key: MemoryKeyProvider(key: Self.key()))
    let counter = Self.register(Node(), with: coordinator)
    coordinator.beginLaunch(installsSignalHandlers: false)
    #expect(coordinator.restore().recoveryLevel == .olderGeneration)
    #expect(counter.value == 1)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func key() throws -> ArchiveKey {
    try #require(ArchiveKey(bytes: [UInt8](repeating: 7, count: 32)))
  }

  /// Makes a program whose key can be locked.
  ///
  /// It can be made to die as soon as it has recorded that it reads an archive.
  private static func lateCoordinator(
    _ folder: String, key: MemoryKeyProvider, dies: Bool = false
  ) -> RestorationCoordinator {
    RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Crashing"),
      archiver: Archiver(
        store: DyingStore(base: FileStore(folder: folder + "/state"), dies: dies), keys: key))
  }

  @Test("R193: calling exit during a restore is an orderly end")
  func exiting() async throws {
    try save()
    for _ in 0..<3 {
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        CrashedProcessTests.launch(folder) { exit(0) }
      }
    }
    expect(nil)
  }

  @Test(
    "R193, R156: a forked child's end is not recorded as the parent's", arguments: [true, false])
  func forkedChild(crashes: Bool) async throws {
    try save()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as String, crashes = crashes as Bool] in
      CrashedProcessTests.launch(folder) {
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { _exit(1) }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 {
          if crashes { raise(SIGSEGV) }
          exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        kill(getpid(), SIGKILL)
      }
    }
    let marker = try Data(contentsOf: URL(fileURLWithPath: folder + "/state/launch.marker"))
    #expect(marker[57] == 0)  // the marker's end mark, at the format's offset
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test(
    "R193, R219: three kills in a row during a restore leave that object out, two leave out nothing",
    arguments: [2, 3])
  func kills(count: Int) async throws {
    try save()
    for _ in 0..<count {
      await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
        CrashedProcessTests.launch(folder) { kill(getpid(), SIGKILL) }
      }
    }
    expect(count < 3 ? nil : .withoutSuspect)
  }

  @Test("R133, R189: the launch marker is private, exists only beside archives, and may be missing")
  func markerFile() async throws {
    let (coordinator, dying) = (Self.coordinator(folder), Node())
    _ = Self.register(dying, with: coordinator)
    coordinator.beginLaunch()
    #expect(!FileManager.default.fileExists(atPath: folder + "/state/launch.marker"))
    try save()
    await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder as String] in
      CrashedProcessTests.launch(folder) { abort() }
    }
    let marker = folder + "/state/launch.marker"
    let attributes = try FileManager.default.attributesOfItem(atPath: marker)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: marker))
    #expect(bytes.range(of: Data("Dying".utf8)) == nil)
    try FileManager.default.removeItem(atPath: marker)
    expect(nil)
  }
}

/// A store whose marker can end a process that begins to read.
private struct DyingStore: ArchiveStore {
  let base: FileStore
  let dies: Bool

  struct Marker: MarkerFile {
    let base: any MarkerFile
    var contents: [UInt8] { base.contents }
    var descriptor: Int32? { base.descriptor }

    func write(_ bytes: [UInt8], at offset: Int) {
      base.write(bytes, at: offset)
      if offset == 58, bytes[0] != 0 { raise(SIGSEGV) }  // at the format's offset
    }
  }

  func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
    let marker = try base.openMarker(slot: slot)
    return dies ? marker.map { Marker(base: $0) } : marker
  }
  func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?
  {
    try base.load(generation, slot: slot).map { StoredBytes($0) }
  }
  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    try base.replace(with: bytes, slot: slot)
  }
  func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    try base.nominate(generation, slot: slot)
  }
  func promoteNominee(slot: String?) throws(ArchiveError) { try base.promoteNominee(slot: slot) }
  func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool {
    if !keepsPlace { try base.setAside(generation, slot: slot) }
    return !keepsPlace
  }
  func removeAll(slot: String?) throws(ArchiveError) { try base.removeAll(slot: slot) }
}

/// Recurses endlessly, using stack at each step.
@inline(never) private func endless(_ depth: Int) -> Int {
  depth == 0 ? 0 : endless(depth + 1) + depth
}
