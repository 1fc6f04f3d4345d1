// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

/// Saves in order, on the archiver's queue; of those that wait, the newest alone is written.
extension Archiver {
  /// Saves a snapshot and waits for it without holding up the caller's actor.
  ///
  /// - Parameter snapshot: What to save.
  /// - Returns: The number of the save that made it, or a newer one, durable.
  /// - Throws: ``ArchiveError``; the older archive is intact then. With the code
  ///   ``ArchiveError/Code/keyLocked`` nothing was touched; save again after it was unlocked.
  public func save(_ snapshot: RestorationSnapshot) async throws(ArchiveError) -> UInt64 {
    let result = await withCheckedContinuation { continuation in
      enqueue(snapshot) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves a snapshot and holds the caller until it is durable (R190).
  ///
  /// For the end of a process or session, signals and tests.
  ///
  /// - Parameters:
  ///   - snapshot: What to save.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Returns: The number of the save that made it durable.
  /// - Throws: ``ArchiveError``; with the code ``ArchiveError/Code/deadlineExceeded`` the save goes
  ///   on and may still succeed.
  public func saveAndWait(_ snapshot: RestorationSnapshot, deadline: Duration? = nil)
    throws(ArchiveError) -> UInt64
  {
    let done = DispatchSemaphore(value: 0)
    let outcome = OutcomeBox()
    enqueue(snapshot) { result in
      outcome.result.withLock { $0 = result }
      done.signal()
    }
    guard done.wait(timeout: deadline.map(Self.time(after:)) ?? .distantFuture) == .success,
      let result = outcome.result.withLock({ $0 })
    else {
      let error = ArchiveError(.deadlineExceeded, "The state was not on disk by the deadline")
      logger.error("\(error)")
      throw error
    }
    return try result.get()
  }

  static func time(after duration: Duration) -> DispatchTime {
    // Half a century is as good as forever, and does not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }

  private final class OutcomeBox: Sendable {
    let result = Mutex<Result<UInt64, ArchiveError>?>(nil)
  }

  private func enqueue(
    _ snapshot: RestorationSnapshot,
    _ completion: @escaping @Sendable (Result<UInt64, ArchiveError>) -> Void
  ) {
    state.withLock { state in
      state.pending = snapshot
      state.waiters.append(completion)
    }
    queue.async { [self] in writePending() }
  }

  private func writePending() {
    let (snapshot, waiters) = state.withLock { state in
      defer { (state.pending, state.waiters) = (nil, []) }
      return (state.pending, state.waiters)
    }
    guard let snapshot else { return }  // an earlier turn wrote it together with its own
    let result = Result { () throws(ArchiveError) in try write(snapshot) }
    if case .failure(let error) = result, error.code != .keyLocked {
      logger.error("The state could not be saved; the older archive is intact: \(error)")
    }
    waiters.forEach { $0(result) }
  }
}
