// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Server
import CoreMetrics
import Metrics
import Tracing
#endif

/// The measurements that a host reports to the program's metrics.
///
/// | name | kind | what |
/// |---|---|---|
/// | `sessions_awake` | gauge | sessions in memory |
/// | `sessions_awake_bytes` | gauge | their states, before sealing |
/// | `sessions_waiting` | gauge | calls that wait, as in ``SessionHealth/waiting`` |
/// | `sessions_resting` | gauge | sessions that rest, as in ``SessionHealth/resting`` |
/// | `sessions_lease_seconds` | gauge | how much longer the lease lasts; 0 without one |
/// | `sessions_store_answers` | gauge | 1 if the store did what it was asked last, otherwise 0 |
/// | `sessions_standby` | gauge | 0 if a standby is missing that commits wait for, otherwise 1 |
/// | `sessions_wakes_total` | counter | sessions that were woken |
/// | `sessions_handovers_total` | counter | sessions that were given to another node |
/// | `sessions_refused_total` | counter | refused writes: another node owns the session |
/// | `sessions_busy_total` | counter | calls that were refused: too many waited for their session |
/// | `sessions_timeouts_total` | counter | calls whose deadline has passed |
/// | `sessions_unreadable_total` | counter | sessions that could not be read |
/// | `sessions_incomplete_total` | counter | wakes that brought a session back only in part |
/// | `sessions_rests_total` | counter | rests that this node has met, after ends of processes |
/// | `sessions_call_seconds` | timer | from a call to its durable answer |
/// | `sessions_wake_seconds` | timer | from asking the store to the restored session |
///
/// `sessions_store_answers` is absent until a call of the store has ended, and `sessions_standby` until
/// the store has told of its standby.
///
/// Each call also has a span `sessions.call`, which contains a span `sessions.wake` if the call woke
/// the session.
struct SessionMeasures: Sendable {
  private let awake = Gauge(label: "sessions_awake")
  private let awakeBytes = Gauge(label: "sessions_awake_bytes")
  private let waiting = Gauge(label: "sessions_waiting")
  private let resting = Gauge(label: "sessions_resting")
  private let lease = Gauge(label: "sessions_lease_seconds")
  private let storeAnswers = LateGauge(label: "sessions_store_answers")
  private let standby = LateGauge(label: "sessions_standby")
  private let wakes = Counter(label: "sessions_wakes_total")
  private let handovers = Counter(label: "sessions_handovers_total")
  private let refused = Counter(label: "sessions_refused_total")
  private let busy = Counter(label: "sessions_busy_total")
  private let timeouts = Counter(label: "sessions_timeouts_total")
  private let unreadable = Counter(label: "sessions_unreadable_total")
  private let incomplete = Counter(label: "sessions_incomplete_total")
  private let rests = Counter(label: "sessions_rests_total")
  private let call = Timer(label: "sessions_call_seconds")
  private let wake = Timer(label: "sessions_wake_seconds")

  func note(awake count: Int, bytes: Int) {
    awake.record(count)
    awakeBytes.record(bytes)
  }

  func note(_ health: SessionHealth) {
    waiting.record(health.waiting)
    resting.record(health.resting)
    lease.record(health.lease / .seconds(1))
  }

  func note(storeAnswers: Bool) { self.storeAnswers.record(storeAnswers ? 1 : 0) }
  func note(hasStandby: Bool?) { standby.record(hasStandby == false ? 0 : 1) }

  func didWake(after duration: Duration) {
    wakes.increment()
    wake.record(duration: duration)
  }

  func didAnswer(after duration: Duration) { call.record(duration: duration) }
  func didHandOver() { handovers.increment() }
  func didRefuse() { refused.increment() }
  func didTurnAway() { busy.increment() }
  func didTimeOut() { timeouts.increment() }
  func didNotRead() { unreadable.increment() }
  func didWakeInPart() { incomplete.increment() }
  func didBeginRest() { rests.increment() }
}

/// Runs a body in a span of the program's traces.
func inSpan<Result>(
  _ name: String, _ body: () async throws -> Result
) async rethrows -> Result {
  #if Server
  try await withSpan(name) { _ in try await body() }
  #else
  try await body()
  #endif
}

#if Server
/// A gauge that exists from its first value on.
///
/// Systems for metrics may show one without a value as zero.
private struct LateGauge: Sendable {
  let label: String
  let factory = MetricsSystem.factory

  func record(_ value: Int) { Gauge(label: label, factory: factory).record(value) }
}
#else
// Without the trait a program has neither metrics nor traces.

private struct Gauge {
  init(label: String) {}
  func record(_: Int) {}
  func record(_: Double) {}
}

private struct LateGauge {
  init(label: String) {}
  func record(_: Int) {}
}

private struct Counter {
  init(label: String) {}
  func increment() {}
}

private struct Timer {
  init(label: String) {}
  func record(duration: Duration) {}
}
#endif
