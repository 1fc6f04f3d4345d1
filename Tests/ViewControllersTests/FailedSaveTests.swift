// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

@MainActor @Suite struct FailedSaveTests {
  private let store = FaultyStore()

  private func launch(_ heard: @escaping @MainActor (Result<UInt64, ArchiveError>) -> Void)
    -> TestApplication<Screen>
  {
    let program = TestApplication(Screen("Home"), store: store)
    program.application.onPreserve = { result, _ in heard(result) }
    return program
  }

  @Test(
    "R27, R150: a failed save of a change, or before sleep, is retried without another change",
    arguments: [false, true])
  func failedSaveIsTriedAgain(sleeps: Bool) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<UInt64, ArchiveError>.self)
    let program = launch { continuation.yield($0) }
    var results = stream.makeAsyncIterator()
    store.inject(.error())
    if sleeps {
      program.application.willSleep()
    } else {
      program.root.invalidateRestorableState()
      program.host.advance(by: .seconds(1))
    }
    #expect(await results.next() == .failure(FaultyStore.defaultError))
    store.repair()
    program.host.advance(by: .seconds(10))
    #expect(await results.next() == .success(1))
    withExtendedLifetime(program) {}
  }

  @Test("R190: the end of the process reports a failed save")
  func endSaysThatNothingWasSaved() {
    var results: [Result<UInt64, ArchiveError>] = []
    let program = launch { results.append($0) }
    store.inject(.error())
    program.application.terminate()
    #expect(results == [.failure(FaultyStore.defaultError)])
  }
}
