// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import Synchronization

/// Whether the screen is locked, according to several programs.
///
/// A desktop has up to three programs that report the lock, at different times. The screen counts
/// as locked while any of them reports a lock. A wish for a lock counts, too, until a program
/// that had reported a lock takes it back, or the user works with a window.
struct ScreenLock {
  /// Whether the screen is locked.
  var isLocked: Bool { !lockedBy.isEmpty || isWished }

  private var lockedBy: Set<String>
  private var isWished = false

  /// Starts with the state that was found at launch.
  ///
  /// - Parameter lockedBy: The names of the programs that reported a lock.
  init(lockedBy: Set<String> = []) { self.lockedBy = lockedBy }

  /// Records a program's report that the screen is locked or not.
  mutating func report(_ isLocked: Bool, by name: String) {
    if isLocked {
      lockedBy.insert(name)
    } else if lockedBy.remove(name) != nil {
      isWished = false
    }
  }

  /// Records a wish to lock or unlock the screen.
  mutating func wish(_ isLocked: Bool) { isWished = isLocked }

  /// Handles the end of a program that reports the lock.
  ///
  /// If it had reported a lock, it cannot take that back any more, so the lock counts as a wish
  /// from now on.
  mutating func lose(_ name: String) {
    if lockedBy.remove(name) != nil { isWished = true }
  }

  /// Records that the user works with a window.
  ///
  /// The screen cannot be locked then.
  mutating func userIsAtWork() { isWished = false }
}

/// The screen savers of desktops, which report a locked screen.
@MainActor enum ScreenSaver {
  /// The known screen savers; all have the same methods.
  ///
  /// They are those of GNOME, of KDE and desktops that follow it, of Cinnamon, MATE and Xfce.
  nonisolated static let all = ["gnome", "freedesktop", "cinnamon", "mate", "xfce"].map {
    BusObject(
      name: "org.\($0).ScreenSaver", path: "/org/\($0)/ScreenSaver",
      interface: "org.\($0).ScreenSaver")
  }

  /// Listens to a screen saver whenever it starts.
  ///
  /// - Parameters:
  ///   - object: The screen saver.
  ///   - bus: The session's bus.
  ///   - action: Called with whether the screen is locked; with `nil` when the screen saver is
  ///     gone.
  static func listen(
    to object: BusObject, on bus: Bus, _ action: @escaping @MainActor (Bool?) -> Void
  ) {
    // KDE's screen saver has two paths and sends the signal from both.
    bus.subscribe(object.name, object.interface, "ActiveChanged") { _, arguments in
      if let isActive = arguments[0]?.boolean { action(isActive) }
    }
    bus.watch(object.name) { [weak bus] isThere in
      guard isThere else { return action(nil) }
      bus?.call(object, "GetActive") { answer in
        if let isActive = answer?[0]?.boolean { action(isActive) }
      }
    }
  }
}

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
