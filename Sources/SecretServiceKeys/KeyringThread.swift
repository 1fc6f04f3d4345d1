// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import Dispatch
import Foundation
import RestorationArchive
import Synchronization

/// A thread with its own GLib loop for keyring requests.
///
/// So signals also arrive in processes without a GLib loop, and no caller waits longer for a hung
/// keyring than its timeout.
final class KeyringThread: Sendable {
  private let loop = GLibLoop()
  private let connection: KeyringConnection

  /// Starts the thread, which ends when this object is released.
  ///
  /// - Parameter onSignal: Called on the thread whenever locks may have changed.
  init(onSignal: @escaping @Sendable () -> Void) {
    connection = KeyringConnection(onSignal: onSignal)
    let thread = Thread { [loop, connection] in
      loop.run()
      // Not earlier: signals queued in the loop are still delivered after the connection was
      // closed.
      connection.close()
    }
    thread.name = "keyring"
    thread.start()
  }

  deinit {
    // Queued in the loop, because a loop that has not started yet would ignore a direct call.
    loop.perform { [loop] in loop.quit() }
  }

  /// Runs a request on the thread and waits for the answer.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; then the request is cancelled.
  ///   - body: The request.
  /// - Returns: The answer.
  /// - Throws: The error of the request; ``ArchiveError/Code/keyLocked`` after the timeout, since
  ///   a key may exist.
  func ask<Answer: Sendable>(
    within timeout: Duration,
    _ body: @escaping @Sendable (KeyringSession) throws(ArchiveError) -> Answer
  ) throws(ArchiveError) -> Answer {
    let done = DispatchSemaphore(value: 0)
    let answer = AnswerBox<Answer>()
    let cancellation = Cancellation()
    loop.perform { [connection] in
      let result = Result { () throws(ArchiveError) in
        try body(try KeyringSession(connection, cancellation))
      }
      answer.result.withLock { $0 = result }
      done.signal()
    }
    guard done.wait(timeout: .after(timeout)) == .success,
      let result = answer.result.withLock({ $0 })
    else {
      cancellation.cancel()
      throw ArchiveError(.keyLocked, "The keyring did not answer within \(timeout)")
    }
    return try result.get()
  }

  private final class AnswerBox<Answer: Sendable>: Sendable {
    let result = Mutex<Result<Answer, ArchiveError>?>(nil)
  }
}

/// A GLib main loop with its own context.
///
/// All its functions may be called on any thread.
@safe private final class GLibLoop: @unchecked Sendable {
  private let context = unsafe g_main_context_new()
  private let loop: OpaquePointer?

  init() { unsafe loop = unsafe g_main_loop_new(context, 0) }

  deinit {
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Runs the loop until ``quit()``.
  ///
  /// Objects that this thread opens meanwhile report to this loop.
  func run() {
    unsafe g_main_context_push_thread_default(context)
    unsafe g_main_loop_run(loop)
    unsafe g_main_context_pop_thread_default(context)
  }

  func quit() { unsafe g_main_loop_quit(loop) }

  /// Runs a closure on the thread that runs the loop.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let source = unsafe g_idle_source_new()
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    unsafe g_source_set_callback(
      source,
      { data in
        if let data = unsafe data {
          unsafe Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().body()
        }
        return 0
      }, unsafe Unmanaged.passRetained(Work(body)).toOpaque(),
      { data in if let data = unsafe data { unsafe Unmanaged<Work>.fromOpaque(data).release() } })
    unsafe g_source_attach(source, context)
    unsafe g_source_unref(source)
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// Cancels operations that wait for the bus.
@safe final class Cancellation: Sendable {
  nonisolated(unsafe) let pointer = unsafe g_cancellable_new()

  deinit { if let pointer = unsafe pointer { unsafe g_object_unref(pointer) } }

  func cancel() { unsafe g_cancellable_cancel(pointer) }

  var isCancelled: Bool { unsafe g_cancellable_is_cancelled(pointer) != 0 }
}
#endif
