// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The host's counterpart of one view: the widget that draws it.
///
/// The view owns its peer. On a change, the peer reads the whole state of its view. It writes the
/// user's input back into the view's properties. Setting an equal value is not a change, so updates
/// do not loop.
@MainActor public protocol ViewPeer: AnyObject {
  /// Called when a property of the view, or its subviews, changed.
  ///
  /// - Parameter view: The view this peer draws.
  func viewDidChange(_ view: View)
}
