// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import PosixSupport
import Synchronization

/// The archive on its queue, and the two doors to it.
///
/// A caller waits for its work or goes on. If several saves are waiting, only the newest state is
/// written. Work that discards state runs after all saves handed over before it, and before all
/// later ones.
final class ArchiveQueue: Sendable {
  typealias Work<Value> = @Sendable (Archive) throws(ArchiveError) -> Value
  typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

  private let queue = DispatchQueue(label: "restoration archiver", qos: .userInitiated)
  /// Never contended: only work on the queue takes this lock.
  private let archive: Mutex<Archive>
  private let state = Mutex(State())

  private struct State {
    /// States not on disk yet: the newest of each turn.
    var pending: [PendingSave] = []
    /// Counts the work items that saves must not overtake.
    var turn: UInt64 = 0
    /// Runs delayed actions instead of the queue.
    var timer: Archiver.Timer?
    var view = View()

    /// Queues a state, replacing an older one of the same turn.
    ///
    /// - Returns: The turn.
    mutating func hold(
      _ newState: LoggedState, _ completion: @escaping Completion<SaveResult>
    ) -> UInt64 {
      if let last = pending.indices.last, pending[last].turn == turn {
        pending[last].state = newState
        pending[last].waiters.append(completion)
      } else {
        pending.append(.init(turn: turn, state: newState, waiters: [completion]))
      }
      return turn
    }
  }

  /// A state that is not on disk yet, and its waiting callers.
  private struct PendingSave {
    let turn: UInt64
    var state: LoggedState
    var waiters: [Completion<SaveResult>]
  }

  /// Values of the archive after its last work, for any thread.
  struct View {
    /// See ``Archiver/unreadError``.
    var unreadError: ArchiveError?
    /// See ``Archiver/launchMarker``.
    var marker: LaunchMarker?
  }

  init(_ archive: sending Archive) { self.archive = Mutex(archive) }

  var view: View { state.withLock { $0.view } }

  /// Runs on the queue.
  private func perform<Value: Sendable, Failure>(_ work: (Archive) throws(Failure) -> Value)
    throws(Failure) -> Value
  {
    try archive.withLock { archive throws(Failure) in
      defer {
        let view = View(unreadError: archive.reader.unreadError, marker: archive.recovery.marker)
        state.withLock { $0.view = view }
      }
      return try work(archive)
    }
  }

  // MARK: Saves

  /// Queues a state for saving.
  func save(_ newState: LoggedState, _ completion: @escaping Completion<SaveResult>) {
    state.withLock { state in
      let turn = state.hold(newState, completion)
      queue.async { [self] in writePending(of: turn) }
    }
  }

  /// Saves on the caller's thread, unless the queue is busy.
  ///
  /// Waking another thread and being woken by it costs as much as an appended save, apart from the
  /// wait for the disk.
  func saveAtOnce(_ newState: LoggedState) throws(ArchiveError) -> SaveResult {
    // Set once, on the queue, before the synchronous block below runs.
    let box = OutcomeBox<SaveResult>()
    let turn = state.withLock { state in
      state.hold(newState) { outcome in box.result.withLock { $0 = outcome } }
    }
    queue.sync { writePending(of: turn) }
    guard let result = box.result.withLock({ $0 }) else {
      fatalError("A save was neither written nor refused")
    }
    return try result.get()
  }

  /// Runs on the queue.
  private func writePending(of turn: UInt64) {
    let pending: PendingSave? = state.withLock { state in
      guard let index = state.pending.firstIndex(where: { $0.turn == turn }) else { return nil }
      return state.pending.remove(at: index)
    }
    guard let pending else { return }  // an earlier block of this turn has written this state
    let result = Result { () throws(ArchiveError) in
      try perform { archive throws(ArchiveError) in try archive.save(pending.state) }
    }
    pending.waiters.forEach { $0(result) }
  }

  // MARK: Other work

  /// Runs work and blocks the caller until it is done.
  func sync<Value: Sendable>(_ work: (Archive) -> Value) -> Value {
    queue.sync { perform(work) }
  }

  /// Runs work, possibly after saves handed over later.
  func async<Value: Sendable>(
    _ work: @escaping Work<Value>, _ completion: @escaping Completion<Value> = { _ in }
  ) {
    queue.async { [self] in completion(Result { () throws(ArchiveError) in try perform(work) }) }
  }

  /// Runs work in order with saves, for work that discards state.
  ///
  /// All saves handed over before it are written first, and all later ones after it.
  func inOrder<Value: Sendable>(
    _ work: @escaping Work<Value>, _ completion: @escaping Completion<Value>
  ) {
    state.withLock { state in
      state.turn += 1
      async(work, completion)
    }
  }

  /// The descriptors that the system's timers open when the first one starts.
  ///
  /// If it cannot open them then, it ends the process.
  private static let descriptorsOfTimers = 4
  /// The descriptors that a launch needs.
  ///
  /// They are for lock, marker, archive and folder, and for timers.
  static let descriptorsOfLaunch = descriptorsOfTimers + 4

  /// Runs an action once, on the queue or through a test's timer.
  ///
  /// It never runs if descriptors are too few for a timer.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    if let timer { return timer(delay, action) }
    guard (try? OpenFile.requireRoom(for: Self.descriptorsOfTimers)) != nil else { return }
    queue.asyncAfter(deadline: .after(delay), execute: action)
  }

  var timer: Archiver.Timer? {
    get { state.withLock { $0.timer } }
    set { state.withLock { $0.timer = newValue } }
  }

  // MARK: Waiting

  /// Blocks the caller until work on the queue is done.
  ///
  /// - Parameters:
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  ///   - begin: Hands the work over; its argument must be called with the outcome.
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

  /// Carries an outcome from the queue to the waiting caller.
  private final class OutcomeBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, ArchiveError>?>(nil)
  }
}

extension DispatchTime {
  /// Returns the time after a duration; now if that is negative.
  package static func after(_ duration: Duration) -> DispatchTime {
    // Fifty years are practically unlimited and do not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }
}
