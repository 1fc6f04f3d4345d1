// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
package import RestorationTesting
package import Sessions
package import StateRestoration

/// What a visitor fills in.
package final class Form: StateRestoring {
  @Restorable package var title = ""
  @Restorable package var lines: [String] = []
  package let page: Page

  package final class Page: StateRestoring {
    @Restorable package var number = 1
  }

  package init(registeringWith coordinator: RestorationCoordinator) {
    page = Page()
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Form")
    coordinator.registerObject(forStateRestoration: page, restorationIdentifier: "Page")
  }
}

/// Hosts that share a store and keys, as the nodes of a server do.
package struct Server {
  package let store: any SessionStore
  package let keys: any SessionKeyProvider
  package var options = SessionOptions()
  package let schemaVersion: Int
  /// Moved by hand; `nil` for one that goes by itself.
  package let clock: FixedClock?

  package init(
    store: any SessionStore = MemorySessionStore(),
    keys: any SessionKeyProvider = MemorySessionKeys(), schemaVersion: Int = 1,
    clock: FixedClock? = nil
  ) {
    (self.store, self.keys, self.schemaVersion, self.clock) = (store, keys, schemaVersion, clock)
    // Where time goes by itself nothing depends on it: other tests may take all of it.
    if clock == nil { (options.lease, options.patience) = (.seconds(3600), .seconds(3600)) }
  }

  package func host(_ name: String = "a") -> SessionHost<Form> {
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
  package func name(of identifier: String) throws -> SessionName { try keys.name(of: identifier) }
}

extension SessionStore {
  /// A process has ended without a word, and its lease after it.
  package func end(_ name: String) async { try? await leave(SessionNode(name: name)) }
}

/// Does something while hosts run, and drains them.
package func withRunning(
  _ hosts: [SessionHost<Form>], _ body: () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for host in hosts { group.addTask { try await host.run() } }
    try await body()
    group.cancelAll()
  }
}

/// Calls one session thirty times at the same time, on hosts in turn.
///
/// - Returns: The numbers of the calls that it knows of, in the order in which they were carried out.
package func linesAfterContention(on hosts: [SessionHost<Form>]) async throws -> [String] {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<30 {
      group.addTask {
        try await hosts[number % hosts.count].with("visitor") { $0.lines.append("\(number)") }
      }
    }
    try await group.waitForAll()
  }
  return try await hosts[0].with("visitor") { $0.lines }
}
