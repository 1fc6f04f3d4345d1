// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Hears from the login daemon that the user's session is to be locked, and that it is.
  @MainActor final class LoginSession {
    /// What the login daemon says.
    enum Event {
      /// The session is locked, or is not, as the program says that locks the screen.
      case isLocked(Bool)
      /// Someone asks for the session to be locked, or to be unlocked again.
      case wish(Bool)
      /// There is nobody who says it.
      case lost
    }

    private let bus: Bus
    private let onEvent: @MainActor (Event) -> Void
    private var path: String?

    /// Looks for the session whenever the login daemon comes.
    ///
    /// - Parameters:
    ///   - bus: The system's.
    ///   - onEvent: Called with what is said.
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
      // Programs that a desktop starts as services of the user belong to no session; "auto" means
      // the one that the user sees then.
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
