// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

extension GTKHost {
  /// Handles a window that was activated, deactivated or minimised.
  ///
  /// The application is told a moment later, because switching between its own windows is no
  /// change.
  func activationDidChange() {
    _ = schedule(after: .milliseconds(50)) { [weak self] in self?.reportActivation() }
  }

  /// Handles the end of a window's painting.
  func didPaint() {
    if !hasShownFirstFrame {
      hasShownFirstFrame = true
      onFirstFrame?(frameOnScreen)
      application?.didShowFirstFrame()
    }
    settling.didPaint()
  }

  /// Takes the session manager's ID for this process from the environment.
  ///
  /// Child processes must not use it again. Call this before the host starts threads, which may
  /// read the environment at the same time.
  func takeStartupID() -> String {
    let name = "DESKTOP_AUTOSTART_ID"
    defer { unsafe g_unsetenv(name) }
    return ProcessInfo.processInfo.environment[name] ?? ""
  }

  /// Shows the list of a window's keys.
  func showShortcuts(of peer: GTKWindowPeer) {
    shortcutsWindow?.close()
    shortcutsWindow = unsafe ShortcutsWindow(
      peer.model?.discoverableKeyCommands ?? [], canFind: peer.model?.canFind ?? false,
      over: peer.window
    ) { [weak self] in
      self?.activationDidChange()
    } onClose: { [weak self] in
      self?.shortcutsWindow = nil
    }
  }

  /// Listens to the desktop's message buses until the run ends.
  func listenToDesktop(
    for application: Application, startupID: String, lockedBy: Set<String>
  ) {
    desktopEvents = DesktopEvents(
      application, applicationID: applicationID ?? ProcessInfo.processInfo.processName,
      startupID: startupID, lockedBy: lockedBy
    ) { [appearance] in
      appearance.desktopDidChange($0)
    } onLowMemory: { [pictures] in
      pictures.forgetUnusedPictures()
    }
  }

  /// Ends ``listenToDesktop(for:startupID:lockedBy:)``.
  func stopListeningToDesktop() {
    desktopEvents?.close()
    desktopEvents = nil
  }

  private func reportActivation() {
    let active = windowPeers.first { $0.isActive }
    if let window = active?.model { application?.windowDidBecomeKey(window) }
    let isActive =
      active != nil || inspectorWindow?.isActive ?? false || forceQuitDialog?.isActive ?? false
      || shortcutsWindow?.isActive ?? false
    if isActive { desktopEvents?.userIsAtWork() }
    guard isActive != wasActive else { return }
    wasActive = isActive
    if isActive { application?.didBecomeActive() } else { application?.didEnterBackground() }
  }
}

/// The count of pending screen changes, and the actions waiting for them.
///
/// Work whose result the user will see, such as decoding a picture or sliding a page, is counted
/// from its start to its end. Settled means that a frame was painted after all such work had
/// ended.
@MainActor final class Settling {
  private var activities = 0
  private var covers = 0
  private var waiting: [@MainActor () -> Void] = []
  private var waitingForContent: [@MainActor () -> Void] = []

  /// Whether any work is in progress.
  var isBusy: Bool { activities > 0 }

  /// Counts one piece of work until ``end()``.
  func begin() { activities += 1 }

  /// Ends one piece of work, finished or no longer wanted.
  func end() { activities -= 1 }

  /// Runs an action after a frame with no work in progress.
  func wait(_ action: @escaping @MainActor () -> Void) { waiting.append(action) }

  // MARK: Images over the content

  /// Counts an image over a window's content until ``endCover()``.
  func beginCover() { covers += 1 }

  /// Ends one image: the content is on screen.
  func endCover() { covers -= 1 }

  /// Runs an action after the content was painted completely.
  ///
  /// No work is in progress then. An image may still cover the content.
  func waitForContent(_ action: @escaping @MainActor () -> Void) {
    waitingForContent.append(action)
  }

  /// Handles a painted frame.
  func didPaint() {
    guard !isBusy else { return }
    run(&waitingForContent)
    // An action may have started another movement.
    if !isBusy, covers == 0 { run(&waiting) }
  }

  private func run(_ actions: inout [@MainActor () -> Void]) {
    let due = actions
    actions = []
    for action in due { action() }
  }
}

extension GTKHost {
  /// Runs an action once the screen shows the models' state.
  ///
  /// That is right after a frame was painted with all visible pictures, while no picture is being
  /// decoded and no page slides. At least one frame is painted after the call, so changes made
  /// just before it are included. It is meant for tests, guided tours and measurements.
  ///
  /// - Parameter action: Runs once; never while no window is on screen.
  public func whenSettled(_ action: @escaping @MainActor () -> Void) {
    settling.wait(action)
    for peer in windowPeers { unsafe gtk_widget_queue_draw(peer.window) }
  }

  /// Waits until the screen shows the models' state.
  ///
  /// See ``whenSettled(_:)``.
  public func settled() async {
    await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
  }
}

/// The actions to run after a layout and before painting.
///
/// Neither models nor children may change while GTK allocates sizes. The consequences of an
/// allocation wait here. An action may request another layout, which GTK does before it paints.
@MainActor final class LayoutQueue {
  private var actions: [@MainActor () -> Void] = []

  /// Adds an action to run after the current layout.
  func add(_ action: @escaping @MainActor () -> Void) { actions.append(action) }

  /// Runs all actions that were added so far.
  func run() {
    let due = actions
    actions = []
    for action in due { action() }
  }
}

extension TimeoutAction: ScheduledAction {}
#endif
