// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import DequeModule
import Dispatch

/// A call that waits for its answer.
struct PostgresCall: Sendable {
  let query: PostgresQuery
  let began = ContinuousClock.now
  let continuation: CheckedContinuation<Result<[PostgresRow], PostgresError>, Never>
}

/// A request that is sent over a line.
enum PostgresRequest: Sendable {
  case call(PostgresCall)
  /// Subscribes to a channel, whose name needs no quotes.
  case listen(String)
  case unlisten(String)
}

/// One connection of a client: down, connecting or up.
///
/// Used on the client's queue only.
final class PostgresLine: @unchecked Sendable {
  /// The maximum number of requests in flight.
  ///
  /// The server processes them one at a time; pipelining saves it from waiting for this program.
  static let depth = 4

  let isUrgent: Bool
  private var state = State.down
  /// The requests in flight, in the order of sending.
  private(set) var underway: Deque<PostgresRequest> = []
  private var lastProgress = ContinuousClock.now
  /// Whether the delay after a drop still runs.
  private var isResting = false
  private var delay = Duration.zero
  private var attempt = 0

  private enum State {
    case down
    case connecting(since: ContinuousClock.Instant)
    case up(LibPQ, readable: any DispatchSourceRead, writable: (any DispatchSourceWrite)?)
  }

  init(isUrgent: Bool) { self.isUrgent = isUrgent }

  deinit { cancelSources() }

  var isUp: Bool { if case .up = state { true } else { false } }
  var isDown: Bool { if case .down = state { true } else { false } }

  /// The server's process behind the line; `nil` when it is not up.
  var serverProcess: String? {
    if case .up(let connection, _, _) = state { connection.serverProcess } else { nil }
  }

  // MARK: Connecting

  var mayConnect: Bool { isDown && !isResting }

  /// Begins an attempt to connect.
  ///
  /// - Returns: The number of the attempt.
  func willConnect() -> Int {
    state = .connecting(since: .now)
    attempt += 1
    return attempt
  }

  /// Whether an attempt to connect is still pending.
  func isAwaiting(_ attempt: Int) -> Bool {
    if case .connecting = state { attempt == self.attempt } else { false }
  }

  func didConnect(
    _ connection: LibPQ, on queue: DispatchQueue, whenReadable: @escaping () -> Void
  ) {
    let readable = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
    readable.setEventHandler { [weak self] in
      self?.lastProgress = .now
      whenReadable()
    }
    // The descriptor must stay open until Dispatch has released it.
    readable.setCancelHandler { extendLifetime(connection) }
    readable.activate()
    state = .up(connection, readable: readable, writable: nil)
  }

  /// Ends the connection, and cancels its work on the server.
  ///
  /// - Returns: The delay before the next attempt.
  func drop() -> Duration {
    if case .up(let connection, _, _) = state, !underway.isEmpty { connection.cancel() }
    cancelSources()
    state = .down
    delay = min(max(delay * 2, .milliseconds(50)), .seconds(1))
    isResting = true
    return delay
  }

  /// Ends the delay after a drop; called by its timer.
  func didRest() { isResting = false }

  private func cancelSources() {
    guard case .up(_, let readable, let writable) = state else { return }
    readable.cancel()
    writable?.cancel()
  }

  // MARK: Requests

  func send(_ request: PostgresRequest) throws(PostgresError) {
    guard case .up(let connection, _, _) = state else { return }
    if underway.isEmpty { lastProgress = .now }
    underway.append(request)
    switch request {
    case .call(let call): try connection.send(call.query)
    case .listen(let channel): try connection.send("LISTEN \(channel)")
    case .unlisten(let channel): try connection.send("UNLISTEN \(channel)")
    }
  }

  /// Sends pending output.
  ///
  /// - Returns: Whether output is left.
  func flush() throws(PostgresError) -> Bool {
    guard case .up(let connection, let readable, let writable) = state else { return false }
    writable?.cancel()
    state = .up(connection, readable: readable, writable: nil)
    return try connection.flush()
  }

  func whenWritable(on queue: DispatchQueue, _ handler: @escaping () -> Void) {
    guard case .up(let connection, let readable, _) = state else { return }
    let writable = DispatchSource.makeWriteSource(
      fileDescriptor: connection.socket, queue: queue)
    writable.setEventHandler { [weak self] in
      self?.lastProgress = .now
      handler()
    }
    writable.setCancelHandler { extendLifetime(connection) }
    writable.activate()
    state = .up(connection, readable: readable, writable: writable)
  }

  func receive() throws(PostgresError) {
    guard case .up(let connection, _, _) = state else { return }
    try connection.receive()
  }

  /// Returns the first request in flight with its answer, if complete.
  func nextAnswer() throws(PostgresError)
    -> (PostgresRequest, Result<[PostgresRow], PostgresError>)?
  {
    guard case .up(let connection, _, _) = state, !underway.isEmpty,
      let answer = try connection.nextAnswer()
    else { return nil }
    // Not earlier: a server that accepts connections may still answer nothing.
    delay = .zero
    return (underway.removeFirst(), answer)
  }

  func nextNotification() -> (channel: String, text: String)? {
    guard case .up(let connection, _, _) = state else { return nil }
    return connection.nextNotification()
  }

  func takeUnderway() -> Deque<PostgresRequest> {
    defer { underway = [] }
    return underway
  }

  /// Whether the line owes an answer, and was silent since a time.
  ///
  /// Connecting may take much longer.
  func isSilent(since time: ContinuousClock.Instant) -> Bool {
    switch state {
    case .down: false
    // A string may name several servers, each of which gets two seconds.
    case .connecting(let began): began < time - .seconds(30)
    case .up: !underway.isEmpty && lastProgress < time
    }
  }
}
#endif
