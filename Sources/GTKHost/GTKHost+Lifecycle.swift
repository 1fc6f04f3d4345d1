// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
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
        peer.model?.discoverableKeyCommands ?? [], over: peer.window
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
#endif
