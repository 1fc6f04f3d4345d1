// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import GTKHost
import ViewControllers

/// The first example on the front page of GTKHost.
@MainActor func hostInOrange() -> GTKHost {
  let host = GTKHost(
    applicationID: "org.example.PhotoViewer",
    stylesheet: "@define-color accent_bg_color #c64600;")
  host.overrideUserInterfaceStyle = .dark
  return host
}

/// The second example on the front page of GTKHost.
@MainActor func useOwnWords() {
  ChromeString.replacement = { string in
    switch string {
    case .share: "Pass on"
    case .backTo: "To %1$@"
    default: nil
    }
  }
}
#endif
