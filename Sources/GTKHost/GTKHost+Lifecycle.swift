// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import ViewControllers

  extension GTKHost {
    /// A window came to the front, left it, or was minimised.
    ///
    /// The application is told a moment later, so that moving between its own windows is not a
    /// change.
    func activationDidChange() {
      _ = schedule(after: .milliseconds(50)) { [weak self] in self?.reportActivation() }
    }

    /// A window was painted.
    func didPaint() {
      if !hasShownFirstFrame {
        hasShownFirstFrame = true
        onFirstFrame?(frameOnScreen)
        application?.didShowFirstFrame()
      }
      settling.didPaint()
    }

    /// What the session manager gave this process, which its children are not to use once more.
    ///
    /// To be called before the host starts threads, which may read the environment meanwhile.
    func takeStartupID() -> String {
      let name = "DESKTOP_AUTOSTART_ID"
      defer { unsafe g_unsetenv(name) }
      return ProcessInfo.processInfo.environment[name] ?? ""
    }

    /// Lists the keys of a window.
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

    /// Hears what the desktop says on its message buses, until the run ends.
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
