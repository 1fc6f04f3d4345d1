// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGRect

/// The style in which a controller is presented.
///
/// The names are UIKit's.
public enum ModalPresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// The style that the host prefers: a page sheet.
  case automatic
  /// A card over the dimmed window.
  case pageSheet
  /// A card over the dimmed window, for a form.
  case formSheet
  /// The whole window; covered controllers leave the screen.
  case fullScreen
  /// The whole window; covered controllers stay on screen.
  case overFullScreen
  /// The area of the controller that defines the presentation context.
  ///
  /// That controller leaves the screen.
  case currentContext
  /// The area of the controller that defines the presentation context.
  ///
  /// That controller stays on screen.
  case overCurrentContext
  /// A card beside its source; a page sheet in a narrow window.
  case popover

  /// Whether a controller between source and root can be the presenter.
  var usesContext: Bool { self == .currentContext || self == .overCurrentContext }
}

/// The source that a popover belongs to.
///
/// It is restored with the popover: a source view if it has a restoration identifier, and a bar
/// button by its place among the buttons of the controller that presented the popover.
@MainActor public final class PopoverPresentationController {
  /// The view that the popover is shown beside.
  public weak var sourceView: View?

  /// A part of the source view; `nil` means all of it.
  ///
  /// In the coordinates of the source view.
  public var sourceRect: CGRect?

  /// The button that the popover is shown beside.
  ///
  /// It takes precedence over the source view.
  public weak var barButtonItem: BarButtonItem?

  init() {}
}
