// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import StateRestoration

  /// A watch on a restored window: first frame, activity and end.
  ///
  /// The window owns it.
  @safe @MainActor final class WindowWatch {
    nonisolated static let key = "restoration-watch"

    private let window: WidgetPointer
    private let restoration: WidgetRestoration

    init(_ window: WidgetPointer, restoration: WidgetRestoration) {
      unsafe self.window = unsafe window
      self.restoration = restoration
      unsafe connect(window, "close-request") { [weak self] _ in self?.willGo() }
      unsafe connect(window, "unmap") { [weak self] _ in self?.willGo(isUnmapping: true) }
      unsafe connect(window, "notify::is-active") { [weak self] _ in self?.activationDidChange() }
      unsafe connect(window, "realize") { [weak self] _ in self?.didRealize() }
      unsafe connect(window, "destroy") { [weak self] _ in unsafe self?.window.attach(nil, Self.key)
      }
      if unsafe gtk_widget_get_realized(window) != 0 { didRealize() }
    }

    /// The participant of the window, if it has an identifier.
    var participant: WindowParticipant? {
      unsafe restoration.participant(of: window) as? WindowParticipant
    }

    private var isMapped: Bool { unsafe gtk_widget_get_mapped(window) != 0 }

    /// Saves before the window goes away.
    ///
    /// If it is the last one, everything is saved while it is still on screen.
    private func willGo(isUnmapping: Bool = false) {
      guard restoration.windows.contains(where: { $0 !== self && $0.isMapped }) else {
        try? restoration.saving.saveAndWait(.background)  // a failure is logged
        return
      }
      if isUnmapping { unsafe restoration.keepClosing(window) }
    }

    /// Saves when no window is active any more.
    ///
    /// Checks a moment later, because a switch between two windows deactivates both for a moment.
    private func activationDidChange() {
      guard unsafe gtk_window_is_active(window.cast()) == 0 else { return }
      _ = TimeoutAction(after: .milliseconds(50)) { [weak restoration] in
        guard let restoration,
          !restoration.windows.contains(where: {
            unsafe gtk_window_is_active($0.window.cast()) != 0
          })
        else { return }
        restoration.saving.save(.background)
      }
    }

    private func didRealize() {
      guard let clock = unsafe gtk_widget_get_frame_clock(window) else { return }
      let coordinator = restoration.coordinator
      var isDone = false
      unsafe connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] _ in
        guard !isDone, let self, isMapped else { return }
        isDone = true
        coordinator.didShowFirstFrame()
      }
    }
  }
#endif
