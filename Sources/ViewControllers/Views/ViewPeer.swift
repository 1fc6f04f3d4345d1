// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a host keeps for one view: the widget that draws it.
///
/// The view owns its peer. A peer reads the whole state of its view whenever it is told of a
/// change, and writes the user's input back into the view's properties; equal values are not a
/// change, so this ends by itself.
@MainActor public protocol ViewPeer: AnyObject {
  /// A property of the view, or its list of subviews, has changed.
  ///
  /// - Parameter view: The view this peer draws.
  func viewDidChange(_ view: View)
}
