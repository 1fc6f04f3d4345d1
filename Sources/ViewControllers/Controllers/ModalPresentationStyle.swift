// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGRect

/// How a controller is shown when it is presented; UIKit's names.
public enum ModalPresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// What the host prefers: a page sheet.
  case automatic
  /// On a card over the dimmed window.
  case pageSheet
  /// On a card over the dimmed window, for something to fill in.
  case formSheet
  /// Over the whole window; what it covers leaves the screen.
  case fullScreen
  /// Over the whole window; what it covers stays on screen.
  case overFullScreen
  /// Over the controller that defines the presentation context, which leaves the screen.
  case currentContext
  /// Over the controller that defines the presentation context, which stays on screen.
  case overCurrentContext
  /// On a card beside what it belongs to; a page sheet in a narrow window.
  case popover

  /// Whether a controller between source and root can be the presenter (R216).
  var usesContext: Bool { self == .currentContext || self == .overCurrentContext }
}

/// What a popover belongs to.
///
/// Comes back with the popover: a source view that has a restoration identifier, and a bar button by its
/// place among the buttons of the controller that presented it.
@MainActor public final class PopoverPresentationController {
  /// The view beside which the popover is shown.
  public weak var sourceView: View?

  /// A part of the source view, in its coordinates; `nil` is all of it.
  public var sourceRect: CGRect?

  /// The button beside which the popover is shown; goes before the source view.
  public weak var barButtonItem: BarButtonItem?

  init() {}
}
