// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import DequeModule
import Dispatch
import Logging

/// A pool of database connections with pipelined calls.
///
/// One connection carries urgent calls and receives events, so that a lease is renewed however
/// many sessions wait to be written. All run on one queue; only connecting, which blocks, runs
/// elsewhere.
actor PostgresClient {
  private nonisolated let executor = QueueExecutor(label: "restoration.postgres")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Opens a connection, which blocks.
  private let connect: @Sendable () throws(PostgresError) -> LibPQ
  /// The limit for a silent connection, and for a waiting call.
  ///
  /// A connection is silent while it owes an answer and sends nothing.
  private let timeout: Duration
  private let logger: Logger
  private let lines: [PostgresLine]
  /// Calls that are not assigned to a line yet.
  private var ordinary: Deque<PostgresCall> = []
  private var urgent: Deque<PostgresCall> = []
  private var listeners: [String: AsyncStream<String>.Continuation] = [:]
  /// Why calls fail at once, until a line has rested.
  private var refusal: PostgresError?
  private var isCheckDue = false
  private var isDiagnosing = false
  /// The missing standbys for which commits waited, and when that was found.
  private var missingStandby: (names: String, found: ContinuousClock.Instant)?
  /// The connection failure that was logged last.
  private var lastFailure: String?

  init(
    connections: Int, timeout: Duration, logger: Logger,
    connect: @escaping @Sendable () throws(PostgresError) -> LibPQ
  ) {
    (self.timeout, self.logger, self.connect) = (timeout, logger, connect)
    lines = (0...max(1, connections)).map { PostgresLine(isUrgent: $0 == 0) }
  }

  // MARK: Calls

  /// Calls a prepared statement, in a transaction of its own.
  ///
  /// - Throws: ``PostgresError``; a call that failed with a transient error may have been carried
  ///   out.
  nonisolated func perform(_ query: PostgresQuery, isUrgent: Bool = false)
    async throws(PostgresError) -> [PostgresRow]
  {
    // The answer goes straight to the caller, not back over the queue that all lines share.
    let result = await withCheckedContinuation { continuation in
      let call = PostgresCall(query: query, continuation: continuation)
      executor.queue.async { self.assumeIsolated { $0.accept(call, isUrgent: isUrgent) } }
    }
    return try result.get()
  }

  private func accept(_ call: PostgresCall, isUrgent: Bool) {
    if let refusal { return call.continuation.resume(returning: .failure(refusal)) }
    if isUrgent { urgent.append(call) } else { ordinary.append(call) }
    connectLines()
    sendWaiting()
    checkLater()
  }

  private func sendWaiting() {
    while !urgent.isEmpty, let line = freeLine(isUrgent: true) {
      send(.call(urgent.removeFirst()), on: line)
    }
    while !ordinary.isEmpty, let line = freeLine(isUrgent: false) {
      send(.call(ordinary.removeFirst()), on: line)
    }
  }

  /// Returns the least busy line, if it can take another call.
  private func freeLine(isUrgent: Bool) -> PostgresLine? {
    let line = lines.filter { $0.isUrgent == isUrgent && $0.isUp }
      .min { $0.underway.count < $1.underway.count }
    return line.flatMap { $0.underway.count < PostgresLine.depth ? $0 : nil }
  }

  private func send(_ request: PostgresRequest, on line: PostgresLine) {
    do throws(PostgresError) {
      try line.send(request)
      try flush(line)
    } catch { drop(line, error) }
  }

  private func flush(_ line: PostgresLine) throws(PostgresError) {
    guard try line.flush() else { return }
    line.whenWritable(on: executor.queue) { [weak self, weak line] in
      self?.assumeIsolated { client in
        guard let line else { return }
        do throws(PostgresError) { try client.flush(line) } catch { client.drop(line, error) }
      }
    }
  }

  private func receive(on line: PostgresLine) {
    do throws(PostgresError) {
      try line.receive()
      while let (request, answer) = try line.nextAnswer() {
        if case .call(let call) = request { call.continuation.resume(returning: answer) }
        if case .failure(let error) = answer, error.endsConnection {
          drop(line, error)
          break
        }
      }
      // After the answers, because notifications may have come with them.
      while let (channel, text) = line.nextNotification() { listeners[channel]?.yield(text) }
      sendWaiting()
    } catch { fail(line, error) }
  }

  // MARK: Connections

  /// Connects the lines that are down, unless they have just failed.
  ///
  /// The urgent one is first: without a lease no call of a session can run, and a database that has
  /// too few connections may have one left.
  private func connectLines() {
    let isUrgentUp = lines[0].isUp
    for line in lines where line.mayConnect && (line.isUrgent || isUrgentUp) {
      let attempt = line.willConnect()
      checkLater()
      DispatchQueue.global().async {
        [connect, executor, weak self] in
        let result = Result { () throws(PostgresError) in
          let connection = try connect()
          try connection.beginPipeline()
          return connection
        }
        executor.queue.async { [weak self] in
          self?.assumeIsolated { $0.didConnect(line, attempt, result) }
        }
      }
    }
  }

  private func didConnect(
    _ line: PostgresLine, _ attempt: Int, _ result: Result<LibPQ, PostgresError>
  ) {
    guard line.isAwaiting(attempt) else { return }
    do throws(PostgresError) {
      let connection = try result.get()
      // Settings and events are a process's: what one connection sets would be lost, or another's.
      guard !lines.contains(where: { $0.serverProcess == connection.serverProcess }) else {
        throw .pooled
      }
      lastFailure = nil
      line.didConnect(connection, on: executor.queue) { [weak self, weak line] in
        self?.assumeIsolated { client in if let line { client.receive(on: line) } }
      }
      if line.isUrgent {
        for channel in listeners.keys { send(.listen(channel), on: line) }
        connectLines()
      }
      sendWaiting()
    } catch { fail(line, error) }
  }

  /// Drops a line whose connection failed, or all lines if they are a pool's.
  private func fail(_ line: PostgresLine, _ error: PostgresError) {
    guard error == .pooled else { return drop(line, error) }
    refusal = error
    for line in lines { drop(line, error) }
  }

  /// Drops a line whose connection failed.
  private func drop(_ line: PostgresLine, _ error: PostgresError) {
    let delay = line.drop()
    // Logged once for all lines, until one is up again.
    if lastFailure != error.message {
      logger.notice("A connection to the database ended: \(error.message)")
      lastFailure = error.message
    }
    // A call that was sent may have been carried out, whatever ends its connection.
    for case .call(let call) in line.takeUnderway() {
      call.continuation.resume(returning: .failure(error.withoutAnswer))
    }
    if line.isUrgent {
      failWaiting(isUrgent: true, error)
      // It may need the connection of one that is idle.
      for idle in lines where idle.isUp && idle.underway.isEmpty { drop(idle, error) }
    }
    // Calls wait as long as another line may still succeed.
    if lines.dropFirst().allSatisfy(\.isDown) { failWaiting(isUrgent: false, error) }
    executor.after(delay) { [weak self] in
      line.didRest()
      self?.assumeIsolated { client in
        client.refusal = nil
        if client.isInUse { client.connectLines() }
      }
    }
  }

  private var isInUse: Bool { !listeners.isEmpty || !ordinary.isEmpty || !urgent.isEmpty }

  private func failWaiting(isUrgent: Bool, _ error: PostgresError) {
    let calls = isUrgent ? urgent : ordinary
    if isUrgent { urgent = [] } else { ordinary = [] }
    for call in calls { call.continuation.resume(returning: .failure(error)) }
  }

  // MARK: Timeouts

  /// The error for a connection that owes an answer.
  private var silence: PostgresError {
    // An older finding may be the reason no longer.
    guard let missingStandby, missingStandby.found > ContinuousClock.now - timeout else {
      return .silence(of: timeout)
    }
    return .missingStandby(missingStandby.names)
  }

  /// Asks the database why a connection is silent.
  private func diagnose() {
    guard !isDiagnosing else { return }
    isDiagnosing = true
    DispatchQueue.global().async { [connect, executor, timeout, weak self] in
      let names = try? connect().missingStandby(after: timeout / 2)
      executor.queue.async { [weak self] in self?.assumeIsolated { $0.didDiagnose(names) } }
    }
  }

  private func didDiagnose(_ names: String?) {
    isDiagnosing = false
    missingStandby = names.map { (names: $0, found: ContinuousClock.now) }
  }

  /// Schedules a check for calls that wait too long.
  private func checkLater() {
    guard !isCheckDue else { return }
    isCheckDue = true
    executor.after(timeout / 4) { [weak self] in self?.assumeIsolated { $0.check() } }
  }

  private func check() {
    isCheckDue = false
    let now = ContinuousClock.now
    let latest = now - timeout
    // Data that arrived while this process was suspended does not count as silence.
    for line in lines where line.isUp && !line.underway.isEmpty { receive(on: line) }
    // While the server still waits: at the timeout its work is cancelled.
    if lines.contains(where: { $0.isUp && $0.isSilent(since: now - timeout / 2) }) { diagnose() }
    for line in lines where line.isSilent(since: latest) { drop(line, silence) }
    // The queue is in order, so the first call has waited longest.
    for isUrgent in [false, true] {
      let isUp = lines.contains { $0.isUrgent == isUrgent && $0.isUp }
      guard !isUp, let first = (isUrgent ? urgent : ordinary).first,
        first.began < latest
      else { continue }
      failWaiting(isUrgent: isUrgent, silence)
    }
    let isIdle =
      ordinary.isEmpty && urgent.isEmpty
      && lines.allSatisfy { $0.underway.isEmpty && ($0.isUp || $0.isDown) }
    if !isIdle { checkLater() }
  }

  // MARK: Events

  /// Returns a channel's notifications until iteration ends.
  ///
  /// The stream begins once the database has processed the subscription.
  nonisolated func events(on channel: String) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    executor.queue.async { self.assumeIsolated { $0.listen(to: channel, continuation) } }
    return stream
  }

  private func listen(to channel: String, _ listener: AsyncStream<String>.Continuation) {
    listeners.updateValue(listener, forKey: channel)?.finish()
    // A line that connects later listens to all channels.
    for line in lines where line.isUrgent && line.isUp { send(.listen(channel), on: line) }
    connectLines()
  }

  /// Ends the subscription to a channel.
  func endEvents(on channel: String) {
    guard let listener = listeners.removeValue(forKey: channel) else { return }
    listener.finish()
    for line in lines where line.isUrgent && line.isUp { send(.unlisten(channel), on: line) }
  }
}

/// Runs an actor on a queue.
///
/// Dispatch's socket events then arrive on the actor.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs a closure on the queue after a delay.
  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .microseconds(Int(delay.inMicroseconds)), execute: body)
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

extension Duration {
  /// The duration in microseconds, at most a thousand years.
  var inMicroseconds: Int64 {
    let (seconds, attoseconds) = min(self, .seconds(31_557_600_000)).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
#endif
