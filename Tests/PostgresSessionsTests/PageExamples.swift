// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import PostgresSessions
import RestorationArchive
import Sessions
import StateRestoration

/// The compiled code of the module's page.
func openedStore() async throws -> PostgresSessionStore {
  let store = try PostgresSessionStore("postgresql://db1,db2/proposals?sslmode=verify-full")
  for step in try await store.prepareSchema() { print("Made: \(step)") }
  return store
}

/// The nodes of the article "A form that survives".
func makeHost() async throws -> SessionHost<Letter> {
  let store = try PostgresSessionStore("postgresql://db.example.org/letters")
  try await store.prepareSchema()
  let sessions = SessionHost(
    store: store, keys: SessionKeyFile(path: "/run/secrets/keys", makesMissing: false),
    for: ApplicationDescription(identifier: "org.example.Letters", version: "1.0")
  ) { Letter(registeringWith: $0) }
  return sessions
}

final class Letter: StateRestoring {
  init(registeringWith coordinator: RestorationCoordinator) {
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Letter")
  }
}
#endif
