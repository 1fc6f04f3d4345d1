// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// Stand-ins for what the application will do on its host's reports; this file goes away with them.

extension Application {
  /// Makes the windows visible.
  public func launch() {}

  /// The first frame was drawn.
  public func didShowFirstFrame() {}

  /// The user has turned to something else.
  public func didEnterBackground() {}

  /// The user is back.
  public func didBecomeActive() {}

  /// The user closes a window.
  ///
  /// - Parameter window: The window.
  public func windowWillClose(_ window: Window) {
    host.hide(window)
    host.stop(status: 0)
  }

  /// The system wants the process to end.
  public func terminate() { host.stop(status: 0) }
}

extension ViewController {
  /// Presents a controller.
  ///
  /// - Parameters:
  ///   - controller: What to present.
  ///   - animated: Whether it moves in.
  public func present(_ controller: ViewController, animated: Bool) {
    presentedViewController = controller
    controller.presentingViewController = self
    window?.peer.map { peer in window.map { peer.windowDidChange($0) } }
  }

  /// Takes away what this controller presents.
  ///
  /// - Parameter animated: Whether it moves out.
  public func dismiss(animated: Bool) {
    presentedViewController?.presentingViewController = nil
    presentedViewController = nil
    window?.peer.map { peer in window.map { peer.windowDidChange($0) } }
  }
}
