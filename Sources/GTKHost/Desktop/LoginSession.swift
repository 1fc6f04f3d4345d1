// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// The user's session at the login daemon, which reports its lock.
  @MainActor final class LoginSession {
    /// A report of the login daemon.
    enum Event {
      /// The session is locked or not, says the program that locks it.
      case isLocked(Bool)
      /// A program asks to lock the session, or to unlock it.
      case wish(Bool)
      /// The daemon is gone, and reports nothing any more.
      case lost
    }

    private let bus: Bus
    private let onEvent: @MainActor (Event) -> Void
    private var path: String?

    /// Looks for the session whenever the login daemon starts.
    ///
    /// - Parameters:
    ///   - bus: The system's bus.
    ///   - onEvent: Called with each report.
    init(_ bus: Bus, _ onEvent: @escaping @MainActor (Event) -> Void) {
      self.bus = bus
      self.onEvent = onEvent
      for (signal, isLocked) in [("Lock", true), ("Unlock", false)] {
        bus.subscribe(LoginDaemon.object.name, LoginDaemon.session, signal) { [weak self] path, _ in
          if path == self?.path { self?.onEvent(.wish(isLocked)) }
        }
      }
      bus.subscribe(LoginDaemon.object.name, LoginDaemon.properties, "PropertiesChanged") {
        [weak self] path, arguments in
        guard path == self?.path, arguments[0]?.string == LoginDaemon.session,
          let isLocked = arguments[1]?["LockedHint"]?.boolean
        else { return }
        self?.onEvent(.isLocked(isLocked))
      }
      bus.watch(LoginDaemon.object.name) { [weak self] isThere in
        if isThere { self?.find() } else { self?.lose() }
      }
    }

    private func find() {
      // A program that the desktop starts as a service of the user belongs to no session. For it,
      // "auto" means the session that the user sees.
      bus.call(LoginDaemon.object, "GetSession", .arguments(.string("auto"))) {
        [weak self] answer in
        guard let self, let path = answer?[0]?.string else {
          return DesktopEvents.note("The login daemon knows no session of this user.")
        }
        self.path = path
        bus.call(
          BusObject(
            name: LoginDaemon.object.name, path: path, interface: LoginDaemon.properties),
          "Get", .arguments(.string(LoginDaemon.session), .string("LockedHint"))
        ) { [weak self] answer in
          if let isLocked = answer?[0]?.unboxed?.boolean { self?.onEvent(.isLocked(isLocked)) }
        }
      }
    }

    private func lose() {
      path = nil
      onEvent(.lost)
    }
  }
#endif
