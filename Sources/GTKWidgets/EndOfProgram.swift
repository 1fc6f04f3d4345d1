// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import PosixSupport
import StateRestoration

/// The last save, before the process or the session ends.
@safe @MainActor final class EndOfProgram {
  private let saving: Saving
  private var heardApplication: UnsafeMutablePointer<GApplication>?
  private var signals: UnixSignals?

  init(_ saving: Saving) { self.saving = saving }

  /// Removes the signal handlers, so that the signals end the process again.
  isolated deinit { signals?.remove() }

  /// Stops saving, and lets the signals end the process again.
  func stop() {
    saving.stop()
    signals?.remove()
    signals = nil
  }

  /// Connects to the end signals and the `GApplication`.
  ///
  /// Another call connects to a `GApplication` that was created since.
  func listen() {
    if signals == nil, !saving.isStopped {
      signals = UnixSignals { [weak self] signal in self?.end(by: signal) }
    }
    guard let application = unsafe g_application_get_default(),
      unsafe application != heardApplication
    else {
      return
    }
    unsafe heardApplication = unsafe application
    let object = UnsafeMutableRawPointer(application)
    unsafe connect(object, "shutdown") { [weak self] _ in self?.finish() }
    guard unsafe WidgetPointer(OpaquePointer(application)).isA(gtk_application_get_type()) else {
      return
    }
    unsafe connect(object, "query-end") { [weak self] _ in
      try? self?.saving.saveAndWait(.background)
    }
  }

  /// Saves for the last time; a failure is only logged.
  private func finish() {
    try? saving.finish()
    stop()
  }

  /// Saves, and then ends the process as it would end otherwise.
  ///
  /// With a `GApplication` it quits; without one the signal ends the process.
  private func end(by signal: EndSignal) {
    finish()
    if unsafe heardApplication != nil { return unsafe g_application_quit(heardApplication) }
    signal.endProcess()
  }
}

/// A watch on a restored window: first frame, activity and end.
///
/// The window owns it.
@safe @MainActor final class WindowWatch {
  nonisolated static let key = "restoration-watch"

  private let window: WidgetPointer
  private let restoration: WidgetRestoration
  /// What the window has left, while it is off screen.
  private var closed: ClosedWindow?
  /// Whether the user is closing the window in this turn of the loop.
  private var isAskedToClose = false

  init(_ window: WidgetPointer, restoration: WidgetRestoration) {
    unsafe self.window = unsafe window
    self.restoration = restoration
    unsafe connect(window, "close-request") { [weak self] _ in self?.willClose() }
    unsafe connect(window, "map") { [weak self] _ in self?.didShow() }
    unsafe connect(window, "unmap") { [weak self] _ in self?.didHide() }
    unsafe connect(window, "notify::is-active") { [weak self] _ in self?.activationDidChange() }
    unsafe connect(window, "realize") { [weak self] _ in self?.didRealize() }
    // A destroyed window lives on while the program holds it.
    unsafe connect(window, "unrealize") { [weak self] _ in
      if let self, isDestroyed { didGo() }
    }
    unsafe connect(window, "destroy") { [weak self] _ in self?.didGo() }
    if unsafe gtk_widget_get_realized(window) != 0 { didRealize() }
  }

  /// The participant of the window, if it has an identifier.
  var participant: WindowParticipant? {
    unsafe restoration.participant(of: window) as? WindowParticipant
  }

  private var isMapped: Bool { unsafe gtk_widget_get_mapped(window) != 0 }

  /// Whether no other window is on screen, except dialogs that go with this one.
  private var isLast: Bool {
    !restoration.windows.contains { $0 !== self && $0.isMapped && !$0.goes(with: self) }
  }

  /// Whether GTK destroys this window together with another one.
  private func goes(with other: WindowWatch) -> Bool {
    var next = unsafe window
    // A chain of dialogs is short; GTK does not prevent a circle.
    for _ in 0..<32 {
      let dialog: UnsafeMutablePointer<GtkWindow> = unsafe next.cast()
      guard unsafe gtk_window_get_destroy_with_parent(dialog) != 0,
        let parent = unsafe gtk_window_get_transient_for(dialog)
      else { return false }
      unsafe next = unsafe WidgetPointer(OpaquePointer(parent))
      if unsafe next == other.window { return true }
    }
    return false
  }

  /// Saves while the last window is still on screen.
  ///
  /// A window that closes at once, in the same turn, was closed by the user. If the program
  /// refuses and destroys it later, the program closes it.
  private func willClose() {
    isAskedToClose = true
    _ = TimeoutAction(after: .zero) { [weak self] in self?.isAskedToClose = false }
    if isLast { saveLast() }
  }

  private func didHide() {
    let isLast = isLast
    if isLast { saveLast() } else { restoration.saving.save(.changed) }
    closed = unsafe restoration.didClose(window, isForNext: isLast && isAskedToClose)
  }

  private func saveLast() {
    try? restoration.saving.saveAndWait(.background)  // a failure is logged
  }

  private func didShow() {
    if let closed { restoration.didOpenAgain(closed) }
    closed = nil
  }

  /// Whether GTK has the window no more.
  private var isDestroyed: Bool {
    let windows = unsafe gtk_window_get_toplevels()  // owned by GTK
    return unsafe !(0..<g_list_model_get_n_items(windows)).contains { index in
      guard let item = unsafe g_list_model_get_item(windows, index) else { return false }
      defer { unsafe g_object_unref(item) }
      return unsafe item == window.raw
    }
  }

  private func didGo() {
    unsafe restoration.didDestroy(window, closed)
    unsafe window.attach(nil, Self.key)
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
