// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Returns a program whose window shows one view with an identifier.
@MainActor func device<Content: View>(
  identifier: String? = "View", _ make: @escaping () -> Content
) -> Device {
  Device { window in
    let home = Screen("Home")
    let view = make()
    view.restorationIdentifier = identifier
    home.view.addSubview(view)
    window.rootViewController = home
  }
}

/// Returns the view of such a program.
@MainActor func content<Content: View>(_ session: Session) -> Content? {
  session.root?.view.subviews.first as? Content
}

/// Creates and changes a view, and returns it after a relaunch.
@MainActor func relaunched<Content: View>(
  _ make: @escaping () -> Content, identifier: String? = "View", change: (Content) -> Void
) -> Content? {
  let first = device(identifier: identifier, make).launch()
  content(first).map(change)
  return content(first.relaunch())
}
