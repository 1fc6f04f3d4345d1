// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import SessionFixtures
import Sessions
import StateRestoration
import Synchronization
import Testing

#if Server
import CoreMetrics
import MetricsTestKit
#endif

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

/// The order after it has moved to another module.
private final class MovedOrder: StateRestoring {
  @Restorable var name = ""

  /// Makes the order.
  ///
  /// - Parameters:
  ///   - coordinator: Restores it.
  ///   - formerNames: The names that this version declares for the class.
  init(_ coordinator: RestorationCoordinator, formerNames: [String]) {
    coordinator.register(MovedOrder.self, formerNames: formerNames) { [weak self] _, _ in self }
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Order")
  }
}

/// A visitor's pages, which are registered when they are first looked at.
private final class Pages: StateRestoring {
  /// Saved by hooks, without a word that it changes.
  private(set) var log = Log()
  private var pages: [String: Page] = [:]
  private let coordinator: RestorationCoordinator

  final class Page: StateRestoring {
    @Restorable var text = ""
  }

  final class Log: StatePreserving {
    var lines = 0
    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(lines, forKey: "lines")
    }
    func decodeRestorableState(with coder: RestorationDecoder) {
      lines = coder.decode(forKey: "lines") ?? lines
    }
  }

  init(_ coordinator: RestorationCoordinator) {
    self.coordinator = coordinator
    coordinator.registerObject(forStateRestoration: log, restorationIdentifier: "Log")
  }

  subscript(_ name: String) -> Page {
    if let page = pages[name] { return page }
    let page = Page()
    pages[name] = page
    coordinator.registerObject(forStateRestoration: page, restorationIdentifier: name)
    return page
  }

  func close(_ name: String) { pages[name] = nil }

  func rename(_ name: String, to other: String) {
    guard let page = pages.removeValue(forKey: name) else { return }
    pages[other] = page
    coordinator.registerObject(forStateRestoration: page, restorationIdentifier: other)
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
    try await call(version, make: { Order(version, $0) }, body)
  }

  private func call<Session, Result: Sendable>(
    _ version: Int, accepting: (@Sendable (RestorationReport) -> Bool)? = nil,
    make: @escaping @Sendable (RestorationCoordinator) -> Session,
    _ body: @escaping @Sendable (Session) throws -> Result
  ) async throws -> Result {
    var options = SessionOptions()
    (options.lease, options.patience) = (.seconds(3600), .seconds(3600))
    options.timeout = .seconds(3600)
    if let accepting { options.acceptsPart = accepting }
    let host = SessionHost(
      store: store, keys: keys,
      for: ApplicationDescription(identifier: "org.example.Orders", version: "\(version)"),
      options: options, clock: ContinuousClock(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, make: make)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await host.with("visitor") { try body($0) }) } catch {
      result = .failure(error)
    }
    await store.end(host.node)
    return try result.get()
  }

  /// Calls the session in a version whose class has moved.
  private func callMoved<Result: Sendable>(
    formerNames: [String] = [], accepting: (@Sendable (RestorationReport) -> Bool)? = nil,
    _ body: @escaping @Sendable (MovedOrder) throws -> Result
  ) async throws -> Result {
    try await call(
      4, accepting: accepting, make: { MovedOrder($0, formerNames: formerNames) }, body)
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

  private func callPages<Result: Sendable>(
    _ body: @escaping @Sendable (Pages) throws -> Result
  ) async throws -> Result {
    try await call(1, make: { Pages($0) }, body)
  }

  @Test("R221, R231: an object that a call registers is no change as long as it stays as it came")
  func lateObjectIsNoChange() async throws {
    #expect(try await callPages { $0["Trip"].text } == "")
    #expect(try archive == nil)
    try await callPages { $0["Trip"].text = "Rome" }
    let written = try archive
    #expect(try await callPages { $0["Trip"].text + $0["Other"].text } == "Rome")
    #expect(try archive == written)
  }

  @Test("R221: what a call changes is saved, whatever objects it registers before and after")
  func changesBesideLateObjects() async throws {
    try await callPages { pages in
      pages["Trip"].text = "Rome"
      _ = pages["Other"]
    }
    try await callPages { pages in
      pages.log.lines += 1
      _ = pages["First"].text
    }
    try await callPages { pages in
      _ = pages["Second"].text
      pages.log.lines += 1
      _ = pages["Third"]
      pages["Third"].text = "Oslo"
    }
    #expect(
      try await callPages { [$0["Trip"].text, $0["Third"].text, "\($0.log.lines)"] }
        == ["Rome", "Oslo", "2"])
    try await callPages { pages in
      _ = pages["Trip"]
      pages.close("Trip")
      _ = pages["Fourth"]
    }
    #expect(try await callPages { $0["Trip"].text } == "")
    try await callPages { pages in
      _ = pages["Third"]
      pages.rename("Third", to: "Fifth")
      _ = pages["Sixth"]
    }
    #expect(try await callPages { [$0["Third"].text, $0["Fifth"].text] } == ["", "Oslo"])
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

  @Test("R220: a session whose class has moved is refused before anything is written")
  func movedClassIsRefused() async throws {
    try await call(1) { $0.name = "Ann" }
    let written = try archive
    for _ in 0..<2 {
      let error = await #expect(throws: SessionError.self) {
        try await callMoved { $0.name = "Overwritten" }
      }
      #expect(error?.code == .incomplete)
      #expect(error?.description.contains("formerNames") == true)
      #expect(error?.description.contains("Ann") == false)
      #expect(try archive == written)
    }
    #expect(try await call(1) { $0.name } == "Ann")
    let formerName = archivedClassName(of: Order.self)
    #expect(try await callMoved(formerNames: [formerName]) { $0.name } == "Ann")
  }

  @Test(
    "R220, R221: a host may accept what came back of a session, and a read still writes nothing")
  func partIsAccepted() async throws {
    try await call(1) { $0.name = "Ann" }
    let written = try archive
    let reports = Mutex([RestorationReport]())
    let accept: @Sendable (RestorationReport) -> Bool = { report in
      reports.withLock { $0.append(report) }
      return true
    }
    #expect(try await callMoved(accepting: accept) { $0.name } == "")
    #expect(try archive == written)
    #expect(try await call(1) { $0.name } == "Ann")
    try await callMoved(accepting: accept) { $0.name = "Bob" }
    #expect(try await callMoved(accepting: accept) { $0.name } == "Bob")
    #expect(reports.withLock { $0.map(\.losesRecordsOnChange) } == [true, true])
  }

  @Test("R220: a host may refuse a session of which one value has another type")
  func strictHost() async throws {
    try await call(1) { ($0.name, $0.amount) = ("Ann", 7) }
    let written = try archive
    let error = await #expect(throws: SessionError.self) {
      try await call(3, accepting: { $0.diagnostics.isEmpty }, make: { Order(3, $0) }) { $0.name }
    }
    #expect(error?.code == .incomplete)
    #expect(try archive == written)
    // The same host takes a session that is whole.
    let amount = try await call(
      1, accepting: { $0.diagnostics.isEmpty }, make: { Order(1, $0) }
    ) { $0.amount }
    #expect(amount == 7)
  }

  #if Server
  @Test("R220: a metric counts the sessions that came back in part")
  func partsAreCounted() async throws {
    let metrics = TestMetrics()
    try await call(1) { $0.name = "Ann" }
    try await withMetricsFactory(metrics) {
      // Refused, whole, and with a value of another type.
      _ = try? await callMoved { $0.name }
      _ = try await call(1) { $0.name }
      _ = try await call(3) { $0.name }
    }
    #expect(try metrics.expectCounter("sessions_incomplete_total").totalValue == 2)
  }
  #endif
}
