// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !GTK
  /// Draws the views of ViewControllers with GTK 4; here without the trait that brings GTK.
  @available(
    *, unavailable,
    message: """
      GTKHost needs the package trait "GTK". Write in Package.swift: \
      .package(url: "https://github.com/swift-state-restoration/swift-state-restoration", \
      from: "1.0.0", traits: ["GTK"]), and install GTK's headers (Debian: libgtk-4-dev).
      """
  )
  public final class GTKHost {}
#endif
