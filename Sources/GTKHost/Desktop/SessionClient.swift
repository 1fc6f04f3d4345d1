// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import ViewControllers

/// A client of the session manager, which saves before the session ends.
///
/// It answers once everything is saved. The session manager asks all clients first, and any of
/// them may cancel the end. Only after that does it announce the end.
@MainActor final class SessionClient {
  /// A session manager, and the interface that it uses for clients.
  struct Kind {
    /// The object at which applications register.
    let registry: BusObject
    /// The interface through which it calls an application.
    let client: String

    /// GNOME's session manager, which Cinnamon and MATE have, too.
    static let gnome = Kind(
      registry: BusObject(
        name: "org.gnome.SessionManager", path: "/org/gnome/SessionManager",
        interface: "org.gnome.SessionManager"),
      client: "org.gnome.SessionManager.ClientPrivate")

    /// Xfce's session manager.
    static let xfce = Kind(
      registry: BusObject(
        name: "org.xfce.SessionManager", path: "/org/xfce/SessionManager",
        interface: "org.xfce.Session.Manager"),
      client: "org.xfce.Session.Client")
  }

  private let bus: Bus
  private let kind: Kind
  private let applicationID: String
  private let startupID: String
  private weak var application: Application?
  private var clientPath: String?

  /// Registers with the session manager whenever it starts.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - kind: The session manager.
  ///   - applicationID: The name under which desktop files know the program.
  ///   - startupID: The ID that the session manager gave the program at its start, or an empty
  ///     text.
  ///   - application: The application to notify, which saves.
  init(
    _ bus: Bus, _ kind: Kind, applicationID: String, startupID: String,
    application: Application?
  ) {
    self.bus = bus
    self.kind = kind
    self.applicationID = applicationID
    self.startupID = startupID
    self.application = application
    listen("QueryEndSession") { client in
      client.application?.sessionWillEnd()
      client.respond()
    }
    listen("EndSession") { client in
      client.application?.terminate()
      client.respond()
    }
    listen("Stop") { $0.application?.terminate() }
    bus.watch(kind.registry.name) { [weak self] isThere in
      if isThere { self?.register() } else { self?.clientPath = nil }
    }
  }

  private func listen(_ signal: String, _ action: @escaping @MainActor (SessionClient) -> Void) {
    bus.subscribe(kind.registry.name, kind.client, signal) { [weak self] path, _ in
      guard let self, path == clientPath else { return }
      action(self)
    }
  }

  private func register() {
    bus.call(
      kind.registry, "RegisterClient", .arguments(.string(applicationID), .string(startupID))
    ) { [weak self] answer in
      guard let path = answer?[0]?.string else {
        return DesktopEvents.note("The session manager does not register applications.")
      }
      self?.clientPath = path
    }
  }

  /// Answers that the session may end.
  private func respond() {
    guard let clientPath else { return }
    bus.call(
      BusObject(name: kind.registry.name, path: clientPath, interface: kind.client),
      "EndSessionResponse", .arguments(.boolean(true), .string("")))
  }
}

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
