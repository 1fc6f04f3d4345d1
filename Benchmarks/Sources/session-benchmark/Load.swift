// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
import Logging
import PostgresSessions

/// A visitor's state: ten objects, 5 KB when sealed.
final class Form: StateRestoring {
  @Restorable var title = ""
  @Restorable var number = 0
  let parts: [Part]

  final class Part: StateRestoring {
    @Restorable var text = ""
    @Restorable var place = 0
    @Restorable var isOpen = false
  }

  init(registeringWith coordinator: RestorationCoordinator) {
    parts = (0..<9).map { _ in Part() }
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Form")
    for (number, part) in parts.enumerated() {
      coordinator.registerObject(
        forStateRestoration: part, restorationIdentifier: "Part \(number)")
    }
  }

  /// Fills all fields with text that differs for each visitor.
  func fill(_ visitor: Int) {
    title = "Proposal \(visitor)"
    for (number, part) in parts.enumerated() {
      part.text = String(repeating: "Visitor \(visitor) writes. ", count: 24)
      (part.place, part.isOpen) = (visitor &* 31 + number, number % 2 == 0)
    }
  }
}

/// A database, with hosts that use it.
struct Load: Sendable {
  let database: String
  let keys: SessionKeyFile

  /// Keeps the keys in a file, for use by a second process.
  init(database: String, keys: String) {
    (self.database, self.keys) = (database, SessionKeyFile(path: keys))
  }

  func host(
    _ node: String = UUID().uuidString, _ set: (inout SessionOptions) -> Void = { _ in }
  ) throws -> SessionHost<Form> {
    var options = SessionOptions()
    options.awakeBytes = .max
    set(&options)
    return SessionHost(
      store: try PostgresSessionStore(database), keys: keys,
      for: ApplicationDescription(identifier: "org.example.Benchmark", version: "1"),
      options: options, nodeName: node,
      logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
    ) { Form(registeringWith: $0) }
  }

  /// Runs a closure for each of many visitors, several at once.
  func forEach(
    _ visitors: Range<Int>, atATime count: Int = 64,
    _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<count {
        group.addTask {
          for visitor in stride(
            from: visitors.lowerBound + lane, to: visitors.upperBound, by: count)
          { try await body(visitor) }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// Returns the duration of a closure, in seconds.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let began = clock.now
  try await body()
  return began.duration(to: clock.now) / .seconds(1)
}

/// Returns this process's resident memory, in bytes.
func residentBytes() throws -> Double {
  let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  return (text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4096
}
#endif
