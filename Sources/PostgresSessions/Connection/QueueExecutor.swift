// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  import Dispatch

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
