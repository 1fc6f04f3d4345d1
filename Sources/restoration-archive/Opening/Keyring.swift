// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

#if SecretService
  import SecretServiceKeys
#endif

/// The desktop's keyring, in a tool built with its trait.
enum Keyring {
  #if SecretService
    /// Returns an application's keys; makes none, and never prompts the user.
    static func keys(of application: String) throws -> [ArchiveKey] {
      try provider(application).existingKeys()
    }

    /// Destroys an application's keys.
    static func destroyKeys(of application: String) throws {
      try provider(application).destroyKeys()
    }

    private static func provider(_ application: String) throws -> SecretServiceKeyProvider {
      try SecretServiceKeyProvider(for: ApplicationDescription(identifier: application))
    }
  #else
    /// Always throws: this tool cannot read the keyring.
    static func keys(of application: String) throws -> [ArchiveKey] { throw unavailable }

    /// Always throws: this tool cannot read the keyring.
    static func destroyKeys(of application: String) throws { throw unavailable }

    private static var unavailable: ToolFailure {
      ToolFailure(
        .wrongUse,
        "This tool was built without the keyring; build it with `swift build --traits SecretService "
          + "--product restoration-archive`.")
    }
  #endif
}
