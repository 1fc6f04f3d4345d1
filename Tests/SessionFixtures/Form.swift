// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Logging
import RestorationArchive
package import RestorationTesting
package import Sessions
package import StateRestoration

/// A form that a visitor fills in.
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

/// Hosts that share a store and keys, like a server's nodes.
package struct Server {
  package let store: any SessionStore
  package let keys: any SessionKeyProvider
  package var options = SessionOptions()
  package let schemaVersion: Int
  /// The version of the program.
  package var version = "1"
  package var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  /// A clock moved by hand; `nil` means real time.
  package let clock: FixedClock?

  package init(
    store: any SessionStore = MemorySessionStore(),
    keys: any SessionKeyProvider = MemorySessionKeys(), schemaVersion: Int = 1,
    clock: FixedClock? = nil
  ) {
    (self.store, self.keys, self.schemaVersion, self.clock) = (store, keys, schemaVersion, clock)
    // With real time, no test may depend on these limits: other tests may use all the processor's
    // time.
    if clock == nil {
      (options.lease, options.patience) = (.seconds(3600), .seconds(3600))
      options.timeout = .seconds(3600)
    }
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
        identifier: "org.example.Forms", version: version, schemaVersion: schemaVersion),
      options: options, nodeName: name, clock: clock,
      logger: logger
    ) { Form(registeringWith: $0) }
  }
}

extension Server {
  /// Returns the store's name of a session.
  package func name(of identifier: String) throws -> SessionName { try keys.name(of: identifier) }
}

extension SessionStore {
  /// Ends a node as if its process died and its lease expired.
  package func end(_ node: SessionNode) async { try? await leave(node) }
}

/// Runs a body while hosts run, then drains the hosts.
package func withRunning(
  _ hosts: [SessionHost<Form>], _ body: () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for host in hosts { group.addTask { try await host.run() } }
    try await body()
    group.cancelAll()
  }
}

/// Calls one session thirty times concurrently, on the hosts in turn.
///
/// - Returns: The numbers of the calls that the session holds, in the order of their execution.
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
