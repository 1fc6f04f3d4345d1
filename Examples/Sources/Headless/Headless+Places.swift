// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

#if PostgreSQL
  import PostgresSessions
#endif
#if SecretService
  import SecretServiceKeys
#endif

extension Headless {
  /// Where state is kept, and the key that seals it: the user chooses, and nothing weaker steps in.
  func archiver(for program: ApplicationDescription) throws -> Archiver {
    let keys = try keys(for: program)
    guard let store else {
      guard let keys else { return try Archiver(for: program) }
      return try Archiver(for: program, keys: keys)
    }
    #if PostgreSQL
      let database = try PostgresStore(store, application: program.identifier)
      for step in try database.prepareSchema() { say("made in the database: \(step)") }
      return Archiver(store: database, keys: try keys ?? KeyFile(for: program))
    #else
      throw ValidationError("This build knows no database: build it with --traits PostgreSQL.")
    #endif
  }

  /// `nil` for the file that an archiver uses by itself.
  private func keys(for program: ApplicationDescription) throws -> (any KeyProvider)? {
    guard keyring else { return nil }
    #if SecretService
      return try SecretServiceKeyProvider(for: program)
    #else
      throw ValidationError("This build knows no keyring: build it with --traits SecretService.")
    #endif
  }
}
