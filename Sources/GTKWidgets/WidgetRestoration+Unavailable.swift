// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !GTK
  /// Keeps the state of GTK widgets; unavailable without the trait `GTK`.
  @available(
    *, unavailable,
    message: """
      GTKWidgets needs this package's trait "GTK". Write in the dependencies of Package.swift: \
      .package(url: …, from: …, traits: ["GTK"]). GTK's headers are in Debian's libgtk-4-dev.
      """
  )
  @MainActor public final class WidgetRestoration {}
#endif
