// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import ViewControllers

  /// The portal that reports the session's end and lock in a sandbox.
  ///
  /// A sandboxed program can reach nothing but the portal.
  @MainActor final class SessionPortal {
    /// The name under which ``ScreenLock`` knows the portal's reports.
    static let name = "org.freedesktop.portal.Desktop"

    private static let portal = BusObject(
      name: name, path: "/org/freedesktop/portal/desktop",
      interface: "org.freedesktop.portal.Inhibit")

    /// The steps of the session's end, in the portal's numbers.
    private enum State {
      static let queried: UInt32 = 2
      static let ending: UInt32 = 3
    }

    /// Whether the program is in a sandbox, or behaves as if.
    static var isNeeded: Bool {
      ProcessInfo.processInfo.environment["GTK_USE_PORTAL"] == "1"
        || FileManager.default.fileExists(atPath: "/.flatpak-info")
    }

    private let bus: Bus
    private weak var application: Application?
    private let onLock: @MainActor (Bool) -> Void
    private let sessionToken = "restoration"

    /// Watches the session whenever the portal starts.
    ///
    /// - Parameters:
    ///   - bus: The session's bus.
    ///   - application: The application to notify, which saves.
    ///   - onLock: Called with whether the screen is locked.
    init(_ bus: Bus, application: Application?, onLock: @escaping @MainActor (Bool) -> Void) {
      self.bus = bus
      self.application = application
      self.onLock = onLock
      bus.subscribe(Self.name, Self.portal.interface, "StateChanged") { [weak self] _, arguments in
        guard let self, arguments[0]?.string == sessionPath, let state = arguments[1] else {
          return
        }
        stateDidChange(state)
      }
      bus.watch(Self.name) { [weak self] isThere in if isThere { self?.createMonitor() } }
    }

    /// The path of this connection's session object at the portal.
    ///
    /// It is made from the connection's name and the token.
    private var sessionPath: String {
      let sender = bus.uniqueName.dropFirst().replacingOccurrences(of: ".", with: "_")
      return "\(Self.portal.path)/session/\(sender)/\(sessionToken)"
    }

    private func createMonitor() {
      bus.call(
        Self.portal, "CreateMonitor",
        .arguments(.string(""), .options(["session_handle_token": sessionToken])))
    }

    private func stateDidChange(_ state: Variant) {
      if let isLocked = state["screensaver-active"]?.boolean { onLock(isLocked) }
      switch state["session-state"]?.unsigned {
      case State.queried:
        application?.sessionWillEnd()
        bus.call(Self.portal, "QueryEndResponse", .arguments(.path(sessionPath)))
      case State.ending: application?.terminate()
      default: break
      }
    }
  }
#endif
