// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// Hears from the session manager that the session is about to end, and answers once all is saved.
  ///
  /// The session manager asks first, and whoever is asked may have it cancelled; only then does it
  /// say that the session ends.
  @MainActor final class SessionClient {
    /// A session manager, and how it calls its clients.
    struct Kind {
      /// Where applications register.
      let registry: BusObject
      /// The interface through which it talks to one of them.
      let client: String

      /// That of GNOME, which Cinnamon and MATE have, too.
      static let gnome = Kind(
        registry: BusObject(
          name: "org.gnome.SessionManager", path: "/org/gnome/SessionManager",
          interface: "org.gnome.SessionManager"),
        client: "org.gnome.SessionManager.ClientPrivate")

      /// That of Xfce.
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

    /// Registers with the session manager whenever it comes.
    ///
    /// - Parameters:
    ///   - bus: The session's.
    ///   - kind: Which session manager.
    ///   - applicationID: What desktop files know the program by.
    ///   - startupID: What the session manager told the program when it started it, or nothing.
    ///   - application: Is told, and saves.
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

    /// Says that nothing keeps the session from ending.
    private func respond() {
      guard let clientPath else { return }
      bus.call(
        BusObject(name: kind.registry.name, path: clientPath, interface: kind.client),
        "EndSessionResponse", .arguments(.boolean(true), .string("")))
    }
  }
#endif
