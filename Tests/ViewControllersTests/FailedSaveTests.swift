// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing
import ViewControllers
import ViewControllersTesting

@MainActor @Suite struct FailedSaveTests {
  private let store = FaultyStore()
  private let host = HeadlessHost()
  private let switchView = Switch()

  private func launch(_ heard: @escaping @MainActor (Result<UInt64, ArchiveError>) -> Void)
    -> Application
  {
    let switchView = switchView
    let delegate = TestDelegate { window in
      let home = Screen("Home")
      switchView.restorationIdentifier = "Switch"
      home.view.addSubview(switchView)
      window.rootViewController = home
    }
    let life = LockableLife(
      store: store, keys: MemoryKeyProvider(), delegate: delegate, host: host)
    life.application.onPreserve = { result, _ in heard(result) }
    life.application.launch()
    return life.application
  }

  @Test(
    "R27, R150: a failed save of a change, or before sleep, is retried without another change",
    arguments: [false, true])
  func failedSaveIsTriedAgain(sleeps: Bool) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<UInt64, ArchiveError>.self)
    let application = launch { continuation.yield($0) }
    var results = stream.makeAsyncIterator()
    store.inject(.error())
    if sleeps {
      application.willSleep()
    } else {
      switchView.isOn = true
      host.advance(by: .seconds(1))
    }
    #expect(await results.next() == .failure(FaultyStore.defaultError))
    store.repair()
    host.advance(by: .seconds(10))
    #expect(await results.next() == .success(1))
    withExtendedLifetime(application) {}
  }

  @Test("R190: the end of the process reports a failed save")
  func endSaysThatNothingWasSaved() {
    var results: [Result<UInt64, ArchiveError>] = []
    let application = launch { results.append($0) }
    store.inject(.error())
    application.terminate()
    #expect(results == [.failure(FaultyStore.defaultError)])
  }
}
