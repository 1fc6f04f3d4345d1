// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess

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
    Task {
      // A browser may run for as long as the visitor reads.
      let end = try? await Subprocess.run(
        .name(command[0]), arguments: Arguments(command.dropFirst() + [url.absoluteString]),
        output: .currentStandardOutput, error: .currentStandardError)
      if end?.terminationStatus.isSuccess != true { onFailure() }
    }
  }
}
