// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import Synchronization

  /// Asks, before launch, whether the screen is locked already.
  ///
  /// It is asked on a thread of its own while GTK connects to the display, and launch waits a moment
  /// at most: what is not known by then is heard later, like any change.
  final class LockQuestion: Sendable {
    /// How long one answer may take, in milliseconds.
    private static let patience: gint = 50

    private let isAnswered = DispatchSemaphore(value: 0)
    private let lockedBy = Mutex<Set<String>>([])

    /// Asks.
    init() {
      Thread.detachNewThread { [self] in
        let names = Self.askSession() + Self.askLoginDaemon()
        lockedBy.withLock { $0 = Set(names) }
        isAnswered.signal()
      }
    }

    /// Waits for the answer.
    ///
    /// - Parameter duration: How long to wait at most.
    /// - Returns: The names of those that say that the screen is locked; none when it is too early.
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
