// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Synchronization
import Testing
import ViewControllers

@MainActor @Suite struct FailedSaveTests {
  private let store = RefusingStore()
  private let host = HeadlessHost()
  private let switchView = Switch()

  private func launch(_ heard: @escaping @MainActor (Result<UInt64, ArchiveError>) -> Void)
    -> Application
  {
    let delegate = OneSwitchDelegate(switchView)
    let application = Application(
      ApplicationDescription(identifier: "failing", version: "1"), delegate: delegate, host: host,
      archiver: Archiver(store: store, keys: MemoryKeyProvider()))
    application.onPreserve = { result, _ in heard(result) }
    application.launch()
    return application
  }

  @Test("R150: a save that failed is tried again, without another change")
  func failedSaveIsTriedAgain() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<UInt64, ArchiveError>.self)
    let application = launch { continuation.yield($0) }
    var results = stream.makeAsyncIterator()
    store.refuses.withLock { $0 = true }
    switchView.isOn = true
    host.advance(by: .seconds(1))
    #expect(await results.next() == .failure(RefusingStore.error))
    store.refuses.withLock { $0 = false }
    host.advance(by: .seconds(10))
    #expect(await results.next() == .success(1))
    withExtendedLifetime(application) {}
  }

  @Test("R190: the end of the process says that the state could not be saved")
  func endSaysThatNothingWasSaved() {
    var results: [Result<UInt64, ArchiveError>] = []
    let application = launch { results.append($0) }
    store.refuses.withLock { $0 = true }
    application.terminate()
    #expect(results == [.failure(RefusingStore.error)])
  }
}

/// A disk that is full while it is told to be.
private final class RefusingStore: ArchiveStore {
  static let error = ArchiveError(.inputOutput, "The disk is full")
  let refuses = Mutex(false)
  private let base = MemoryStore()

  func load(_ generation: ArchiveGeneration, slot: String?) -> [UInt8]? {
    base.load(generation, slot: slot)
  }

  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    if refuses.withLock({ $0 }) { throw Self.error }
    base.replace(with: bytes, slot: slot)
  }

  func nominate(_ generation: ArchiveGeneration, slot: String?) {
    base.nominate(generation, slot: slot)
  }

  func promoteNominee(slot: String?) { base.promoteNominee(slot: slot) }

  func setAside(_ generation: ArchiveGeneration, slot: String?) {
    base.setAside(generation, slot: slot)
  }

  func removeAll(slot: String?) { base.removeAll(slot: slot) }
}

@MainActor private final class OneSwitchDelegate: StateRestoringApplicationDelegate {
  private let switchView: Switch

  init(_ switchView: Switch) { self.switchView = switchView }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let controller = ViewController()
    controller.restorationIdentifier = "Controller"
    switchView.restorationIdentifier = "Switch"
    controller.view.addSubview(switchView)
    let window = Window(application: application)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return true
  }

  func application(_ application: Application, shouldSaveApplicationState coder: RestorationEncoder)
    -> Bool
  { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
