// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !SecretService
  public import RestorationArchive

  /// Keeps an application's key in the desktop's keyring.
  ///
  /// This placeholder is compiled without the trait that adds libsecret.
  @available(
    *, unavailable,
    message: """
      SecretServiceKeys needs this package's trait "SecretService". Write in the dependencies of \
      Package.swift: .package(url: …, from: …, traits: ["SecretService"]). libsecret's headers are in \
      Debian's libsecret-1-dev.
      """
  )
  public final class SecretServiceKeyProvider {
    /// Cannot be called; see the message.
    public init(
      for application: ApplicationDescription, name: String? = nil,
      protection: KeyProtection = .completeUntilFirstUserAuthentication,
      timeout: Duration = .seconds(5)
    ) throws(ArchiveError) {}
  }

  /// Protects a sandboxed application's key with the desktop's Secret portal.
  ///
  /// This placeholder is compiled without the trait that adds libsecret.
  @available(
    *, unavailable,
    message: """
      SecretServiceKeys needs this package's trait "SecretService". Write in the dependencies of \
      Package.swift: .package(url: …, from: …, traits: ["SecretService"]). libsecret's headers are in \
      Debian's libsecret-1-dev.
      """
  )
  public final class SecretPortalKeyProvider {
    /// Cannot be called; see the message.
    public init(
      for application: ApplicationDescription, timeout: Duration = .seconds(5)
    ) throws(ArchiveError) {}
  }
#endif
