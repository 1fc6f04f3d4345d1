// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  import PostgresSessions
  import Sessions

  /// The code of the module's page, compiled.
  func openedStore() async throws -> PostgresSessionStore {
    let store = try PostgresSessionStore("postgresql://db1,db2/proposals?sslmode=verify-full")
    for step in try await store.prepareSchema() { print("Made: \(step)") }
    return store
  }
#endif
