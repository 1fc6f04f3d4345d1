// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !WebKit
  /// A view that shows web pages; unavailable without the trait for WebKit.
  @available(
    *, unavailable,
    message: """
      WebView needs this package's trait "WebKit". Write in the dependencies of Package.swift: \
      .package(url: …, from: …, traits: ["WebKit"]). Its headers are in Debian's \
      libwebkitgtk-6.0-dev.
      """
  )
  @MainActor public final class WebView {
    /// Cannot be called; see the message.
    public init(restorationIdentifier: String? = nil) {}
  }
#endif
