// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

#if SecretService
  import SecretServiceKeys
#endif

/// The desktop's keyring, in a tool that was built with the trait for it.
enum Keyring {
  #if SecretService
    /// The keys of an application; none is made, and the user is not asked.
    static func keys(of application: String) throws -> [ArchiveKey] {
      try provider(application).existingKeys()
    }

    /// Destroys them.
    static func destroyKeys(of application: String) throws {
      try provider(application).destroyKeys()
    }

    private static func provider(_ application: String) throws -> SecretServiceKeyProvider {
      try SecretServiceKeyProvider(for: ApplicationDescription(identifier: application))
    }
  #else
    /// Throws: this tool cannot ask the keyring.
    static func keys(of application: String) throws -> [ArchiveKey] { throw unavailable }

    /// Throws: this tool cannot ask the keyring.
    static func destroyKeys(of application: String) throws { throw unavailable }

    private static var unavailable: ToolFailure {
      ToolFailure(
        .wrongUse,
        "This tool was built without the keyring; build it with `swift build --traits SecretService "
          + "--product restoration-archive`.")
    }
  #endif
}
