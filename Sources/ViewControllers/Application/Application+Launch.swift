// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
  /// Launches: the delegate makes the interface, state is restored, windows are shown (R52).
  ///
  /// In this order: will-finish-launching; restore, if there is an archive and the delegate wants
  /// it; did-finish-launching, in every case (R54); only then are windows shown and do controllers
  /// appear (R60, R175). Called by the host, once.
  ///
  /// - Parameter reason: What the host knows about this launch, such as from a session manager;
  ///   `nil` finds it out from the archives (R153).
  public func launch(reason: LaunchReason? = nil) {
    phase = .launching
    _ = delegate.application(self, willFinishLaunchingWithOptions: LaunchOptions(report: nil))
    let report = restoration.restore(reason: reason)
    didRestore()
    onRestore?(report)
    delegate.application(self, didFinishLaunchingWithOptions: LaunchOptions(report: report))
    guard phase == .launching else { return }  // terminated meanwhile
    phase = .running
    arrangeRestoredWindows()
    showLaunchedWindows(report)
    didBecomeActive()
  }

  /// The first frame is on screen; called by the host.
  ///
  /// Starts the probation of ten seconds after which the restored state counts as good (R131).
  public func didShowFirstFrame() {
    guard probation == nil else { return }
    probation = host.schedule(after: .seconds(10)) { [weak self] in
      self?.restoration.didProveGood()
    }
  }

  /// Shows a window that is to be visible, unless launch has not ended.
  func showIfLaunched(_ window: Window) {
    guard window.isOnScreen else { return }
    window.updateAppearance(animated: false) { [host] in host.show(window) }
  }

  /// The namespace of a window's tree in saved state: its identifier, else its order (R163).
  func sceneIdentifier(of window: Window) -> String {
    if let identifier = window.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) {
      return identifier.rawValue
    }
    let index = windows.firstIndex { $0 === window } ?? windows.count
    return ":[\(index)]:"
  }
}
