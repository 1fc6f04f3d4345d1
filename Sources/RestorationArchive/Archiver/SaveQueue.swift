// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import Synchronization

/// The order of an archiver's work, on a queue of its own (R8).
///
/// Of several saves that wait, only the newest state is written. What gives state up is done after
/// all saves that were handed over before it, and before all later ones.
final class SaveQueue: Sendable {
  typealias Completion = @Sendable (Result<SaveResult, ArchiveError>) -> Void
  /// Writes a state, on the queue.
  typealias Write = @Sendable (LoggedState) -> Result<SaveResult, ArchiveError>

  private let queue = DispatchQueue(label: "restoration archiver", qos: .userInitiated)
  private let state = Mutex(State())

  private struct State {
    /// What is not on disk yet: the newest state of each turn.
    var pending: [PendingSave] = []
    /// Counts what saves must not overtake.
    var turn: UInt64 = 0
    /// Runs something after a while, in place of the queue.
    var timer: Archiver.Timer?

    /// Keeps a state to be saved, in place of an older one of the same turn.
    ///
    /// - Returns: The turn.
    mutating func hold(_ newState: LoggedState, _ completion: @escaping Completion) -> UInt64 {
      if let last = pending.indices.last, pending[last].turn == turn {
        pending[last].state = newState
        pending[last].waiters.append(completion)
      } else {
        pending.append(.init(turn: turn, state: newState, waiters: [completion]))
      }
      return turn
    }
  }

  /// A state that is not on disk yet, and who waits for it.
  private struct PendingSave {
    let turn: UInt64
    var state: LoggedState
    var waiters: [Completion]
  }

  // MARK: Saves

  /// Hands a state over.
  func save(_ newState: LoggedState, by write: @escaping Write, _ completion: @escaping Completion)
  {
    state.withLock { state in
      let turn = state.hold(newState, completion)
      queue.async { [self] in writePending(of: turn, by: write) }
    }
  }

  /// Saves in the caller's thread, unless the queue is at work: to wake another one, and to be woken
  /// by it, takes as long as what an appended save does besides waiting for the disk.
  func saveAtOnce(_ newState: LoggedState, by write: Write) throws(ArchiveError) -> SaveResult {
    // Set on the queue, once, before it comes to what waits for it here.
    let box = OutcomeBox<SaveResult>()
    let turn = state.withLock { state in
      state.hold(newState) { outcome in box.result.withLock { $0 = outcome } }
    }
    queue.sync { writePending(of: turn, by: write) }
    guard let result = box.result.withLock({ $0 }) else {
      fatalError("A save was neither written nor refused")
    }
    return try result.get()
  }

  /// Runs on the queue.
  private func writePending(of turn: UInt64, by write: Write) {
    let pending: PendingSave? = state.withLock { state in
      guard let index = state.pending.firstIndex(where: { $0.turn == turn }) else { return nil }
      return state.pending.remove(at: index)
    }
    guard let pending else { return }  // an earlier one of this turn wrote it together with its own
    let result = write(pending.state)
    pending.waiters.forEach { $0(result) }
  }

  // MARK: Other work

  /// Runs something on the queue, and holds the caller until it is done.
  func sync<Value>(_ body: () -> Value) -> Value { queue.sync(execute: body) }

  /// Runs something on the queue; saves that are handed over later may be written before it.
  func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Gives state up or does the like, after all saves handed over before and before all later ones.
  ///
  /// - Parameter body: Runs on the queue.
  /// - Throws: ``ArchiveError``, as the body does.
  func inOrder(_ body: @escaping @Sendable () throws(ArchiveError) -> Void)
    async throws(ArchiveError)
  {
    let result = await withCheckedContinuation { continuation in
      addInOrder { continuation.resume(returning: Result(catching: body)) }
    }
    try result.get()
  }

  /// As ``inOrder(_:)``, and holds the caller until it is done.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - body: Runs on the queue, after the deadline too.
  /// - Returns: Whether it was done by the deadline.
  /// - Throws: ``ArchiveError``, as the body does.
  func inOrderAndWait(
    deadline: Duration? = nil, _ body: @escaping @Sendable () throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Bool {
    let result = Self.wait(deadline: deadline) { done in
      addInOrder { done(Result(catching: body)) }
    }
    guard let result else { return false }
    try result.get()
    return true
  }

  /// A save that is handed over later must not be written by the turn of an earlier one.
  private func addInOrder(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.turn += 1
      queue.async(execute: body)
    }
  }

  /// Runs an action once, on the queue or by the timer of a test.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    if let timer { return timer(delay, action) }
    queue.asyncAfter(deadline: .after(delay), execute: action)
  }

  var timer: Archiver.Timer? {
    get { state.withLock { $0.timer } }
    set { state.withLock { $0.timer = newValue } }
  }

  // MARK: Waiting

  /// Holds the caller until something on the queue is done.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - begin: Hands it over, with what is to be called with its outcome.
  /// - Returns: The outcome; `nil` at the deadline.
  static func wait<Value: Sendable>(
    deadline: Duration?,
    _ begin: (@escaping @Sendable (Result<Value, ArchiveError>) -> Void) -> Void
  ) -> Result<Value, ArchiveError>? {
    let done = DispatchSemaphore(value: 0)
    let outcome = OutcomeBox<Value>()
    begin { result in
      outcome.result.withLock { $0 = result }
      done.signal()
    }
    guard done.wait(timeout: deadline.map(DispatchTime.after) ?? .distantFuture) == .success else {
      return nil
    }
    return outcome.result.withLock { $0 }
  }

  /// Brings an outcome from the queue to who waits for it.
  private final class OutcomeBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, ArchiveError>?>(nil)
  }
}

extension DispatchTime {
  /// The moment so long after now; now for a negative duration.
  package static func after(_ duration: Duration) -> DispatchTime {
    // Half a century is as good as forever, and does not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }
}
