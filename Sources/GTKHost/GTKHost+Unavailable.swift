// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !GTK
  /// The host for GTK 4; unavailable without the trait `GTK`.
  @available(
    *, unavailable,
    message: """
      GTKHost needs this package's trait "GTK". Write in the dependencies of Package.swift: \
      .package(url: …, from: …, traits: ["GTK"]). GTK's headers are in Debian's libgtk-4-dev.
      """
  )
  @MainActor public final class GTKHost {
    /// Cannot be called; see the message.
    public init(applicationID: String? = nil, stylesheet: String? = nil, isAnimated: Bool = true) {}
  }
#endif
