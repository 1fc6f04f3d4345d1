// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import Logging
import PosixSupport
import Synchronization

/// The archive on its queue, and the doors to it.
///
/// All work runs in the order in which it was handed over. A caller waits for its work, or goes on.
package final class ArchiveQueue: Sendable {
  package typealias Work<Value> = @Sendable (Archive) throws(ArchiveError) -> Value

  private let queue = DispatchQueue(label: "restoration archiver", qos: .userInitiated)
  /// Never contended: only work on the queue takes this lock.
  private let archive: Mutex<Archive>
  private let log: ArchiverLog
  private let state = Mutex(State())

  private struct State {
    /// Runs delayed actions instead of the queue.
    var timer: Archiver.Timer?
    var view = View()
  }

  /// Values of the archive after its last work, for any thread.
  struct View {
    /// See ``Archiver/unreadError``.
    var unreadError: ArchiveError?
    /// See ``Archiver/launchMarker``.
    var marker: LaunchMarker?
  }

  init(_ archive: sending Archive, log: ArchiverLog) {
    self.archive = Mutex(archive)
    self.log = log
  }

  var view: View { state.withLock { $0.view } }

  // MARK: Work

  /// Runs work without waiting for it.
  ///
  /// - Parameters:
  ///   - work: Runs on the queue.
  ///   - completion: Receives the outcome, right after the work.
  package func begin<Value: Sendable>(
    _ work: @escaping @Sendable (Archive) -> Value,
    _ completion: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    queue.async { [self] in completion(perform(work)) }
  }

  /// Runs work and blocks the caller until it is done.
  ///
  /// The caller's thread does the work, unless the queue is busy.
  package func sync<Value: Sendable, Failure>(_ work: (Archive) throws(Failure) -> Value)
    throws(Failure) -> Value
  {
    let result = queue.sync { Result { () throws(Failure) in try perform(work) } }
    return try result.get()
  }

  /// Runs work without holding up the caller's actor.
  package func run<Value: Sendable>(_ work: @escaping Work<Value>) async throws(ArchiveError)
    -> Value
  {
    let result = await withCheckedContinuation { continuation in
      begin({ archive in Result { () throws(ArchiveError) in try work(archive) } }) {
        continuation.resume(returning: $0)
      }
    }
    return try result.get()
  }

  /// Runs work and waits for it, at most until a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The longest time to wait; `nil` sets no limit.
  ///   - late: Says what was not done by the deadline.
  ///   - work: Runs on the queue, and continues after the deadline.
  /// - Returns: The outcome.
  /// - Throws: ``ArchiveError``, also at the deadline.
  package func runAndWait<Value: Sendable>(
    deadline: Duration?, _ late: @autoclosure () -> String, _ work: @escaping Work<Value>
  ) throws(ArchiveError) -> Value {
    guard deadline != nil else { return try sync(work) }
    let result = wait(deadline: deadline) { done in
      begin({ archive in Result { () throws(ArchiveError) in try work(archive) } }, done)
    }
    guard let result else { throw missed(late()) }
    return try result.get()
  }

  /// Blocks the caller until there is an answer, or a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The longest time to wait; `nil` sets no limit.
  ///   - begin: Hands the work over; its argument must be called with the answer.
  /// - Returns: The answer; `nil` at the deadline.
  package func wait<Answer: Sendable>(
    deadline: Duration?, _ begin: (@escaping @Sendable (Answer) -> Void) -> Void
  ) -> Answer? {
    let done = DispatchSemaphore(value: 0)
    let box = AnswerBox<Answer>()
    begin { answer in
      box.answer.withLock { $0 = answer }
      done.signal()
    }
    guard done.wait(timeout: deadline.map(DispatchTime.after) ?? .distantFuture) == .success else {
      return nil
    }
    return box.answer.withLock { $0 }
  }

  /// Logs a missed deadline.
  ///
  /// - Parameter late: Says what was not done by the deadline.
  /// - Returns: The error to throw.
  package func missed(_ late: String) -> ArchiveError {
    let error = ArchiveError(.deadlineExceeded, late)
    log.logger.error("\(error)")
    return error
  }

  /// Carries an answer from the queue to the waiting caller.
  private final class AnswerBox<Answer: Sendable>: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

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

  // MARK: Time

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
}

extension DispatchTime {
  /// Returns the time after a duration; now if that is negative.
  package static func after(_ duration: Duration) -> DispatchTime {
    // Fifty years are practically unlimited and do not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }
}
