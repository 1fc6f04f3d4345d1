// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import SessionFixtures
import Sessions
import StateRestoration
import Testing

/// A visitor's order as one version of a server has it.
private final class Order: StatePreserving {
  let version: Int
  var name = ""
  var amount = 1
  /// From version 2 on.
  var comment = "none"
  /// In version 3, instead of a number.
  var amountText = "one"
  let extra = Extra()

  final class Extra: StateRestoring { @Restorable var visits = 0 }

  init(_ version: Int, _ coordinator: RestorationCoordinator) {
    self.version = version
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Order")
    if version == 2 {
      coordinator.registerObject(forStateRestoration: extra, restorationIdentifier: "Extra")
    }
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(name, forKey: "name")
    if version == 3 {
      coder.encode(amountText, forKey: "amount")
    } else {
      coder.encode(amount, forKey: "amount")
    }
    if version > 1 { coder.encode(comment, forKey: "comment") }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    name = coder.decode(forKey: "name") ?? name
    if version == 3 {
      amountText = coder.decode(forKey: "amount") ?? amountText
    } else {
      amount = coder.decode(forKey: "amount") ?? amount
    }
    if version > 1 { comment = coder.decode(forKey: "comment") ?? comment }
  }
}

/// Several versions of a server with the same sessions.
@Suite struct VersionsTests {
  private let store = MemorySessionStore()
  private let keys = MemorySessionKeys()

  /// Calls the session on a node of its own, which then ends.
  private func call<Result: Sendable>(
    _ version: Int, _ body: @escaping @Sendable (Order) throws -> Result
  ) async throws -> Result {
    var options = SessionOptions()
    (options.lease, options.patience) = (.seconds(3600), .seconds(3600))
    let host = SessionHost(
      store: store, keys: keys,
      for: ApplicationDescription(identifier: "org.example.Orders", version: "\(version)"),
      options: options, clock: ContinuousClock(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { Order(version, $0) }
    let result = try await host.with("visitor") { try body($0) }
    await store.end(host.node)
    return result
  }

  private var archive: [UInt8]? { get throws { store.archive(of: try keys.name(of: "visitor")) } }

  @Test("R221: a call without changes writes nothing, even in another version of the server")
  func readingWritesNothing() async throws {
    try await call(1) { ($0.name, $0.amount) = ("Ann", 7) }
    let written = try archive
    for version in [2, 3, 1] {
      #expect(try await call(version) { $0.name } == "Ann")
      #expect(try archive == written)
    }
    #expect(try await call(1) { $0.amount } == 7)
  }

  @Test("R220: versions of a server take turns with a session, and none loses its values")
  func versionsTakeTurns() async throws {
    var (name, amount, text, comment, visits) = ("", 1, "one", "none", 0)
    for turn in 1...30 {
      let version = turn % 3 + 1
      let found = try await call(version) { order in
        defer {
          if turn % 2 == 0 { order.name = "name \(turn)" }
          if version < 3, turn % 5 != 0 { order.amount = turn }
          if version == 3, turn % 4 != 0 { order.amountText = "text \(turn)" }
          if version > 1, turn % 7 != 0 { order.comment = "comment \(turn)" }
          if version == 2 { order.extra.visits += 1 }
        }
        return (order.name, order.amount, order.amountText, order.comment, order.extra.visits)
      }
      #expect(found.0 == name, "turn \(turn)")
      if version < 3 { #expect(found.1 == amount, "turn \(turn)") }
      if version == 3 { #expect(found.2 == text, "turn \(turn)") }
      if version > 1 { #expect(found.3 == comment, "turn \(turn)") }
      if version == 2 { #expect(found.4 == visits, "turn \(turn)") }
      if turn % 2 == 0 { name = "name \(turn)" }
      if version < 3, turn % 5 != 0 { amount = turn }
      if version == 3, turn % 4 != 0 { text = "text \(turn)" }
      if version > 1, turn % 7 != 0 { comment = "comment \(turn)" }
      if version == 2 { visits += 1 }
    }
  }
}
