// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Several windows: which there are, their order front to back, and their names in saved state.
extension Application {
  /// The open windows in the order in which they were made, visible or not.
  public var windows: [Window] { keptWindows.filter(\.isOpen) }

  /// The open windows from front to back, visible or not (R163).
  public var orderedWindows: [Window] { orderedKeptWindows.filter(\.isOpen) }

  /// Makes a window one of this application's, behind all others; one that was just closed is open
  /// again, in its old place.
  func add(_ window: Window) {
    window.forgetting = nil
    guard !keptWindows.contains(where: { $0 === window }) else { return }
    // Its namesake was closed for itself, not with all others (R212).
    if let name = window.name { forget(keptWindows.filter { !$0.isOpen && $0.name == name }) }
    window.isMadeByLaunchCode = phase != .running
    keptWindows.append(window)
    orderedKeptWindows.append(window)
  }

  /// The user closes a window; called by the host before the window goes.
  ///
  /// The last window takes the application with it, state saved as it was (R27). So do those that
  /// were closed within two seconds before the application ends, one by one, as by a desktop that
  /// closes all windows of a program: all of them come back. Any other window that was closed stays
  /// closed.
  ///
  /// - Parameter window: The window.
  public func windowWillClose(_ window: Window) {
    guard windows.contains(where: { $0 !== window && $0.isVisible }) else {
      terminate(reason: .terminating)
      return
    }
    window.close()
    window.updateAppearance(animated: false) { [host] in host.hide(window) }
    window.forgetting = host.schedule(after: RestorationTiming.closing) {
      [weak self, weak window] in
      if let window { self?.forget([window]) }
    }
  }

  /// Leaves closed windows, and their state, out of what is saved from now on.
  func forget(_ closed: [Window]) {
    guard !closed.isEmpty else { return }
    closed.forEach { $0.forgetting = nil }
    keptWindows.removeAll { window in closed.contains { $0 === window } }
    orderedKeptWindows.removeAll { window in closed.contains { $0 === window } }
    windows.forEach { $0.invalidateRestorableState() }
  }

  /// The user, or the application, brought a window to the front; called by the host.
  ///
  /// The order is saved, and windows are shown again in it.
  ///
  /// - Parameter window: The window.
  public func windowDidBecomeKey(_ window: Window) {
    guard orderedWindows.first !== window, orderedWindows.contains(where: { $0 === window }) else {
      return
    }
    var order = orderedKeptWindows.filter { $0 !== window }
    // Windows that are closed one by one, each time the front one, keep their order (R212).
    order.insert(window, at: order.firstIndex(where: \.isOpen) ?? order.endIndex)
    orderedKeptWindows = order
    orderedWindows.forEach { $0.invalidateRestorableState() }
  }

  /// How many windows lie in front of a window.
  func place(of window: Window) -> Int? { orderedKeptWindows.firstIndex { $0 === window } }

  /// Puts windows back as they were saved; those that were not saved stay in front of them.
  func arrangeRestoredWindows() {
    let restored = orderedKeptWindows.filter { $0.restoredPlace != nil }
      .sorted { $0.restoredPlace ?? 0 < $1.restoredPlace ?? 0 }
    orderedKeptWindows = orderedKeptWindows.filter { $0.restoredPlace == nil } + restored
    restored.forEach { $0.restoredPlace = nil }
  }

  /// What tells a window from all others in saved state: its identifier, and where another window has
  /// the same one, or none either, its order among those (R163, R212).
  func path(of window: Window) -> RestorationPath {
    let name = window.name
    var order = 0
    for other in keptWindows {
      if other === window { break }
      if other.name == name { order += 1 }
    }
    let index: [RestorationPath.Component] = name == nil || order > 0 ? [.index(order)] : []
    return RestorationPath(index + (name.map { [.identifier($0)] } ?? []))
  }
}
