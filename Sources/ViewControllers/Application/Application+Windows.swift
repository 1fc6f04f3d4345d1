// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The order of several windows, front to back (R163).
extension Application {
  /// Makes a window one of this application's, behind all others.
  func add(_ window: Window) {
    windows.append(window)
    orderedWindows.append(window)
  }

  /// Takes a closed window from the application's.
  func remove(_ window: Window) {
    windows.removeAll { $0 === window }
    orderedWindows.removeAll { $0 === window }
  }

  /// The user, or the application, brought a window to the front; called by the host.
  ///
  /// The order is saved with the windows that have identifiers, and windows are shown again in it.
  ///
  /// - Parameter window: The window.
  public func windowDidBecomeKey(_ window: Window) {
    guard orderedWindows.first !== window, orderedWindows.contains(where: { $0 === window }) else {
      return
    }
    orderedWindows = [window] + orderedWindows.filter { $0 !== window }
    orderedWindows.forEach { $0.invalidateRestorableState() }
  }

  /// How many windows lie in front of a window.
  func place(of window: Window) -> Int? { orderedWindows.firstIndex { $0 === window } }

  /// Puts windows back as they were saved; those that were not saved stay in front of them.
  func arrangeRestoredWindows() {
    let restored = orderedWindows.filter { $0.restoredPlace != nil }
      .sorted { $0.restoredPlace ?? 0 < $1.restoredPlace ?? 0 }
    orderedWindows = orderedWindows.filter { $0.restoredPlace == nil } + restored
    restored.forEach { $0.restoredPlace = nil }
  }
}
