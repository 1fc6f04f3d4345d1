// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import RestorationTesting
import Sessions
import StateRestoration
import Testing

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
  let store: any SessionStore
  let keys: any SessionKeyProvider
  var options = SessionOptions()
  let schemaVersion: Int
  /// Moved by hand; `nil` for one that goes by itself.
  let clock: FixedClock?

  init(
    store: any SessionStore = MemorySessionStore(),
    keys: any SessionKeyProvider = MemorySessionKeys(), schemaVersion: Int = 1,
    clock: FixedClock? = nil
  ) {
    (self.store, self.keys, self.schemaVersion, self.clock) = (store, keys, schemaVersion, clock)
    // Where time goes by itself nothing depends on it: other tests may take all of it.
    if clock == nil { (options.lease, options.patience) = (.seconds(3600), .seconds(3600)) }
  }

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

/// Waits until something is so; fails after ten minutes, which no other test takes from it.
func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async {
  let deadline = ContinuousClock.now + .seconds(600)
  while await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("The condition never came true", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}
