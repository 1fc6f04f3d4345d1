// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StateRestoration

#if SecretService
import SecretServiceKeys
#endif

extension Headless {
  /// Returns an archiver with the keys that the user chose.
  ///
  /// It never falls back to a weaker choice.
  func archiver(for program: ApplicationDescription) throws -> Archiver {
    guard keyring else { return try Archiver(for: program) }
    #if SecretService
    return try Archiver(for: program, keys: SecretServiceKeyProvider(for: program))
    #else
    throw ValidationError("This build cannot use keyrings; build it with --traits SecretService.")
    #endif
  }
}
