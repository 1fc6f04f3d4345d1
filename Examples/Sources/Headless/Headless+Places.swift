// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StateRestoration

#if PostgreSQL
import PostgresSessions
#endif
#if SecretService
import SecretServiceKeys
#endif

extension Headless {
  /// Returns an archiver with the store and key that the user chose.
  ///
  /// It never falls back to a weaker choice.
  func archiver(for program: ApplicationDescription) throws -> Archiver {
    if let store { return try archiver(for: program, in: store) }
    guard keyring else { return try Archiver(for: program) }
    #if SecretService
    return try Archiver(for: program, keys: SecretServiceKeyProvider(for: program))
    #else
    throw ValidationError("This build cannot use keyrings; build it with --traits SecretService.")
    #endif
  }

  private func archiver(for program: ApplicationDescription, in database: String) throws -> Archiver
  {
    guard !keyring else {
      throw ValidationError("--store needs the key in a file; leave out --keyring.")
    }
    #if PostgreSQL
    let store = try PostgresStore(database, application: program.identifier)
    for step in try store.prepareSchema() { say("made in the database: \(step)") }
    return Archiver(store: store, keys: try KeyFile(for: program))
    #else
    throw ValidationError("This build cannot use databases; build it with --traits PostgreSQL.")
    #endif
  }
}
