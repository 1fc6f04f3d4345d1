// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The visitor's own browser.
enum WebBrowser {
  /// Opens a page with the desktop's `xdg-open`.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - command: The program and the arguments before the address.
  ///   - onFailure: Called if the desktop cannot open the page.
  @MainActor static func open(
    _ url: URL, with command: [String] = ["xdg-open"],
    onFailure: @escaping @MainActor @Sendable () -> Void
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command + [url.absoluteString]
    // A browser may run for as long as the visitor reads, so nothing waits for it here.
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated(onFailure) }
    }
    do { try process.run() } catch { onFailure() }
  }
}
