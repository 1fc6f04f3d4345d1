// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
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
        application?.didShowFirstFrame()
      }
      settling.didPaint()
    }

    /// Hears what the desktop says on its message buses, until the run ends.
    func listenToDesktop(for application: Application, lockedBy: Set<String>) {
      desktopEvents = DesktopEvents(
        application, applicationID: applicationID ?? ProcessInfo.processInfo.processName,
        lockedBy: lockedBy
      ) { [pictures] in pictures.forgetUnusedPictures() }
    }

    /// Ends ``listenToDesktop(for:lockedBy:)``.
    func stopListeningToDesktop() {
      desktopEvents?.close()
      desktopEvents = nil
    }

    private func reportActivation() {
      let active = windowPeers.first { $0.isActive }
      if let window = active?.model { application?.windowDidBecomeKey(window) }
      let isActive = active != nil
      guard isActive != wasActive else { return }
      wasActive = isActive
      guard isActive else {
        application?.didEnterBackground()
        return
      }
      desktopEvents?.userIsAtWork()
      application?.didBecomeActive()
    }
  }
#endif
