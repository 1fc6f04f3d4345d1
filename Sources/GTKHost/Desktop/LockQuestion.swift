// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import Synchronization

  /// A question before launch: whether the screen is locked already.
  ///
  /// A thread of its own asks it while GTK connects to the display, and the launch waits only for a
  /// moment. An answer that comes later is handled like any change.
  final class LockQuestion: Sendable {
    /// The longest time for one answer, in milliseconds.
    private static let patience: gint = 50

    private let isAnswered = DispatchSemaphore(value: 0)
    private let lockedBy = Mutex<Set<String>>([])

    /// Begins to ask.
    init() {
      Thread.detachNewThread { [self] in
        let names = Self.askSession() + Self.askLoginDaemon()
        lockedBy.withLock { $0 = Set(names) }
        isAnswered.signal()
      }
    }

    /// Waits for the answer.
    ///
    /// - Parameter duration: The longest time to wait.
    /// - Returns: The names of the services that report a locked screen; empty when there is no
    ///   answer yet.
    func answer(within duration: DispatchTimeInterval) -> Set<String> {
      _ = isAnswered.wait(timeout: .now() + duration)
      return lockedBy.withLock { $0 }
    }

    private static func askSession() -> [String] {
      guard let connection = unsafe BusQuestion.connect(G_BUS_TYPE_SESSION) else { return [] }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }
      return ScreenSaver.all.filter {
        unsafe BusQuestion.call(connection, $0, "GetActive", patience: patience)?[0]?.boolean
          == true
      }
      .map(\.name)
    }

    private static func askLoginDaemon() -> [String] {
      guard let connection = unsafe BusQuestion.connect(G_BUS_TYPE_SYSTEM) else { return [] }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }
      let daemon = LoginDaemon.object
      guard
        let path = unsafe BusQuestion.call(
          connection, daemon, "GetSession", .arguments(.string("auto")), patience: patience)?[0]?
          .string
      else { return [] }
      let hint = unsafe BusQuestion.call(
        connection,
        BusObject(name: daemon.name, path: path, interface: LoginDaemon.properties),
        "Get", .arguments(.string(LoginDaemon.session), .string("LockedHint")),
        patience: patience)
      return hint?[0]?.unboxed?.boolean == true ? [daemon.name] : []
    }
  }
#endif
