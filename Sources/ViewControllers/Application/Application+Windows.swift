// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// The windows: their order, and their names in saved state.
extension Application {
  /// The open windows in order of creation, visible or not.
  public var windows: [Window] { keptWindows.filter(\.isOpen) }

  /// The open windows from front to back, visible or not.
  public var orderedWindows: [Window] { orderedKeptWindows.filter(\.isOpen) }

  /// Adds a window behind all others.
  ///
  /// A window that was just closed opens again in its old place.
  func add(_ window: Window) {
    window.forgetting = nil
    guard !keptWindows.contains(where: { $0 === window }) else { return }
    // The window of the same name was closed on its own, not with all others (R212).
    if let name = window.name { forget(keptWindows.filter { !$0.isOpen && $0.name == name }) }
    window.isMadeByLaunchCode = phase != .running
    keptWindows.append(window)
    orderedKeptWindows.append(window)
  }

  /// Closes a window on behalf of the user.
  ///
  /// Called by the host before the window disappears.
  ///
  /// Closing the last window ends the application and saves its state as it was. If windows were
  /// closed one by one within the last two seconds before the application ends, they also come
  /// back: a desktop may close all windows of a program that way. Any other closed window stays
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

  /// Excludes closed windows and their state from later saves.
  ///
  /// Also drops what waits for objects that the windows have never shown.
  func forget(_ closed: [Window]) {
    guard !closed.isEmpty else { return }
    let scenes = Set(closed.map { path(of: $0).description })
    restoration.dropUnclaimed { scenes.contains($0.scene) }
    closed.forEach { $0.forgetting = nil }
    keptWindows.removeAll { window in closed.contains { $0 === window } }
    orderedKeptWindows.removeAll { window in closed.contains { $0 === window } }
    windows.forEach { $0.invalidateRestorableState() }
  }

  /// Moves a window to the front of the order.
  ///
  /// Called by the host when the user or the application has brought the window to the front. The
  /// order is saved, and windows are shown in it again.
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

  /// Returns the number of windows in front of a window.
  ///
  /// `nil` if the application does not keep the window.
  func place(of window: Window) -> Int? { orderedKeptWindows.firstIndex { $0 === window } }

  /// Puts restored windows back in their saved order.
  ///
  /// Windows that were not saved stay in front of them.
  func arrangeRestoredWindows() {
    let restored = orderedKeptWindows.filter { $0.restoredPlace != nil }
      .sorted { $0.restoredPlace ?? 0 < $1.restoredPlace ?? 0 }
    orderedKeptWindows = orderedKeptWindows.filter { $0.restoredPlace == nil } + restored
    restored.forEach { $0.restoredPlace = nil }
  }

  /// Returns the path that names a window in saved state.
  ///
  /// The path consists of the window's identifier. Windows that share an identifier, or have none,
  /// are told apart by their order among each other.
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
