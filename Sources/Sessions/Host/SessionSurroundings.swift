// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// What all sessions of a host share.
struct SessionSurroundings: Sendable {
  let application: ApplicationDescription
  let store: any SessionStore
  let keys: any SessionKeyProvider
  let options: SessionOptions
  let clock: SessionClock
  let lease: Lease
  let logger: Logger
  let measures = SessionMeasures()
  /// Where tasks of the host's own run; `nil` for Swift's pool, and a simulation has its own.
  let executor: (any TaskExecutor)?
  /// Never used: what coordinators save lies in the sessions' store.
  private let archiver: Archiver

  init(
    _ application: ApplicationDescription, _ store: any SessionStore,
    _ keys: any SessionKeyProvider, _ options: SessionOptions, _ clock: SessionClock,
    _ lease: Lease, _ logger: Logger, _ executor: (any TaskExecutor)?
  ) {
    self.executor = executor
    (self.application, self.store, self.keys) = (application, store, keys)
    (self.options, self.clock, self.lease, self.logger) = (options, clock, lease, logger)
    archiver = Archiver(store: MemoryStore(), keys: MemoryKeyProvider(), logger: logger)
  }

  // MARK: Objects

  func makeCoordinator() -> RestorationCoordinator {
    var logger = logger
    // A pass for each call says more than anybody reads.
    logger.logLevel = max(logger.logLevel, .notice)
    let coordinator = RestorationCoordinator(
      application, idiom: .headless, archiver: archiver, logger: logger)
    coordinator.budget.objectSize = options.size
    coordinator.budget.archiveSize = options.size
    return coordinator
  }

  func report(_ report: RestorationReport) {
    guard !report.issues.isEmpty else { return }
    logger.notice("A session came back in part: \(report.issues.count) issues")
  }

  // MARK: Keys

  /// Opens what was written of a session.
  func open(_ bytes: [UInt8], of name: SessionName, with archive: inout SessionArchive)
    throws(ArchiveError) -> ArchiveLoad
  {
    do throws(ArchiveError) {
      return try open(bytes, of: name, with: &archive, refreshing: false)
    } catch  where error.code == .wrongKey {
      return try open(bytes, of: name, with: &archive, refreshing: true)
    }
  }

  private func open(
    _ bytes: [UInt8], of name: SessionName, with archive: inout SessionArchive, refreshing: Bool
  ) throws(ArchiveError) -> ArchiveLoad {
    let keys = try keys.keys(refreshing: refreshing)
    return try archive.open(
      bytes, with: ([keys.sealing] + keys.former).map { $0.key(ofSession: name.bytes) },
      upTo: application.schemaVersion)
  }

  /// What a session is sealed with.
  func key(of name: SessionName) throws(ArchiveError) -> ArchiveKey {
    try keys.keys(refreshing: false).sealing.key(ofSession: name.bytes)
  }

  // MARK: The store

  /// Does something in a task of its own, which goes on when the caller's is cancelled.
  @discardableResult
  func begin<Result: Sendable>(_ body: @escaping @Sendable () async -> Result)
    -> Task<Result, Never>
  { Task(executorPreference: executor) { await body() } }

  /// Asks the store, again and again while it cannot be reached.
  ///
  /// Also for a caller that is cancelled: a visitor who goes away must not leave a session of which nobody
  /// knows what was saved.
  ///
  /// - Parameter call: What to ask.
  /// - Returns: The answer, and whether it was asked for more than once.
  func patiently<Answer: Sendable>(
    _ call: @escaping @Sendable (any SessionStore) async throws(SessionStoreError) -> Answer
  ) async -> Result<(Answer, wasRepeated: Bool), SessionError> {
    await begin { await ask(call) }.value
  }

  private func ask<Answer: Sendable>(
    _ call: @Sendable (any SessionStore) async throws(SessionStoreError) -> Answer
  ) async -> Result<(Answer, wasRepeated: Bool), SessionError> {
    let deadline = clock.now() + options.patience
    var (delay, wasRepeated) = (Duration.milliseconds(20), false)
    while true {
      do throws(SessionStoreError) {
        return .success((try await call(store), wasRepeated))
      } catch {
        guard error.isTransient else { return .failure(.storeFailed(error.description)) }
        wasRepeated = true
        guard clock.now() + delay < deadline, (try? await clock.sleep(delay)) != nil else {
          return .failure(.storeUnavailable(error.description))
        }
        delay = min(delay * 2, .seconds(1))
      }
    }
  }
}
