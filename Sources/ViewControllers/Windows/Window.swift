// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGSize

/// A window of the application: one tree of controllers under a root.
@MainActor public final class Window {
  /// The name that window state is saved under; adds nothing to any path (R15).
  public var restorationIdentifier: String?

  /// The title for the desktop.
  public var title = "" { didSet { if title != oldValue { peer?.windowDidChange(self) } } }

  /// The size of the content, in points.
  public var size = CGSize(width: 1000, height: 700) {
    didSet { if size != oldValue { peer?.windowDidChange(self) } }
  }

  /// Whether the window fills the work area.
  public var isMaximized = false {
    didSet { if isMaximized != oldValue { peer?.windowDidChange(self) } }
  }

  /// Whether the window fills the screen.
  public var isFullScreen = false {
    didSet { if isFullScreen != oldValue { peer?.windowDidChange(self) } }
  }

  /// The controller at the root; the window owns it.
  public var rootViewController: ViewController? {
    didSet {
      oldValue?.rootOfWindow = nil
      rootViewController?.rootOfWindow = self
      peer?.windowDidChange(self)
    }
  }

  /// Whether ``makeKeyAndVisible()`` was called.
  public private(set) var isVisible = false

  /// The host's window; `nil` without a host or before the window is visible.
  public var peer: (any WindowPeer)?

  /// Creates a window of 1000 by 700 points that is not visible yet.
  public init() {}

  /// Controllers from the root up through everything that is presented, bottom to top.
  ///
  /// The first is the root; each of the others is a sheet over the one before.
  public var presentationChain: [ViewController] {
    var chain: [ViewController] = []
    var next = rootViewController
    while let controller = next {
      chain.append(controller)
      next = controller.presentedViewController
    }
    return chain
  }
}

/// What a host keeps for one window.
@MainActor public protocol WindowPeer: AnyObject {
  /// A property of the window, its root or its presentation chain has changed.
  ///
  /// - Parameter window: The window this peer draws.
  func windowDidChange(_ window: Window)
}
