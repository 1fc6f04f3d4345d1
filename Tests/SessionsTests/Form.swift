// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import RestorationTesting
import Sessions
import StateRestoration
import Synchronization

/// What a visitor fills in.
final class Form: StateRestoring {
  @Restorable var title = ""
  @Restorable var lines: [String] = []
  let page: Page

  final class Page: StateRestoring {
    @Restorable var number = 1
  }

  init(registeringWith coordinator: RestorationCoordinator) {
    page = Page()
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Form")
    coordinator.registerObject(forStateRestoration: page, restorationIdentifier: "Page")
  }
}

/// Hosts that share a store and keys, as the nodes of a server do.
struct Server {
  var store: any SessionStore = MemorySessionStore()
  var keys: any SessionKeyProvider = MemorySessionKeys()
  var options = SessionOptions()
  var schemaVersion = 1
  /// Moved by hand; `nil` for one that goes by itself.
  var clock: FixedClock?

  func host(_ name: String = "a") -> SessionHost<Form> {
    if let clock { return host(name, clock: clock.timer) }
    return host(name, clock: ContinuousClock())
  }

  private func host<C: Clock>(_ name: String, clock: C) -> SessionHost<Form>
  where C.Duration == Duration {
    SessionHost(
      store: store, keys: keys,
      for: ApplicationDescription(
        identifier: "org.example.Forms", version: "1", schemaVersion: schemaVersion),
      options: options, node: SessionNode(name: name), clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { Form(registeringWith: $0) }
  }
}

extension Server {
  /// What the store calls a session.
  func name(of identifier: String) throws -> SessionName { try keys.name(of: identifier) }
}

extension SessionStore {
  /// A process has ended without a word, and its lease after it.
  func end(_ name: String) async { try? await leave(SessionNode(name: name)) }
}
