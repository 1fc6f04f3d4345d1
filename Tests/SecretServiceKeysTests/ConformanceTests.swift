// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import RestorationArchive
import RestorationTesting
import SecretServiceKeys
import Testing

extension KeyringTests {
  @Test("R120, R122, R123, R156: the keyring conforms", arguments: KeyProviderConformance.checks)
  func keyringConforms(check: KeyProviderConformance.Check) throws {
    let keyring = try PrivateKeyring()
    var count = 0
    check.run(
      on: KeysUnderTest(
        setLocked: { _, isLocked in isLocked ? try keyring.lock() : try keyring.unlock() },
        make: {
          // Each place belongs to another application.
          count += 1
          return try keyring.provider("org.example.App\(count)", .complete)
        }))
  }
}
#endif
