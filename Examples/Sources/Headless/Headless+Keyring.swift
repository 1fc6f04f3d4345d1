// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

#if SecretService
  import SecretServiceKeys
#endif

extension Headless {
  /// Where state is kept, and the key that seals it: the user chooses, and nothing weaker steps in.
  func archiver(for program: ApplicationDescription) throws -> Archiver {
    guard keyring else { return try Archiver(for: program) }
    #if SecretService
      return try Archiver(for: program, keys: SecretServiceKeyProvider(for: program))
    #else
      throw ValidationError("This build knows no keyring: build it with --traits SecretService.")
    #endif
  }
}
