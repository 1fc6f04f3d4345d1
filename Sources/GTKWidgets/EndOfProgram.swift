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

  let window: WidgetPointer
  private let restoration: WidgetRestoration
  /// What the window has left, while it is off screen.
  private var closed: ClosedWindow?
  /// Whether the user is closing the window in this turn of the loop.
  private var isAskedToClose = false
  /// Whether the window counts as open.
  private var isOpen = false
  /// Grows with each time that the window comes to the front.
  private var front = 0

  init(_ window: WidgetPointer, restoration: WidgetRestoration) {
    unsafe self.window = unsafe window
    self.restoration = restoration
    UserEvents.observe()
    unsafe connect(window, "close-request") { [weak self] _ in self?.willClose() }
    unsafe connect(window, "map") { [weak self] _ in self?.didShow() }
    unsafe connect(window, "unmap") { [weak self] _ in self?.didHide() }
    unsafe connect(window, "notify::is-active") { [weak self] _ in self?.activationDidChange() }
    unsafe connect(window, "notify::transient-for") { [weak self] _ in
      self?.restoration.openWindows.didChange()
    }
    unsafe connect(window, "realize") { [weak self] _ in self?.didRealize() }
    // A destroyed window lives on while the program holds it.
    unsafe connect(window, "unrealize") { [weak self] _ in
      if let self, isDestroyed { didGo() }
    }
    unsafe connect(window, "destroy") { [weak self] _ in self?.didGo() }
    unsafe listen(to: window)
    unsafe connect(window, "notify::visible-dialog") { [weak self] _ in self?.listenToDialog() }
    listenToDialog()
    if unsafe gtk_widget_get_realized(window) != 0 { didRealize() }
    if isMapped { comeToFront() }
  }

  /// Listens to the keys that nothing inside a widget uses.
  private func listen(to widget: WidgetPointer) {
    unsafe onKeyPress(in: widget) { [weak restoration] key, modifiers in
      restoration?.userDidPress(key, modifiers: modifiers) ?? false
    }
  }

  /// Listens to the dialog of libadwaita that is open in the window, once.
  ///
  /// While it is open, its window gets no keys.
  private func listenToDialog() {
    guard unsafe hasProperty("visible-dialog", window.raw),
      let object = unsafe cgtk_object_peek_object(window.raw, "visible-dialog")
    else { return }
    let dialog = unsafe WidgetPointer(OpaquePointer(object))
    guard unsafe g_object_get_data(dialog.cast(), Self.dialogKey) == nil else { return }
    unsafe g_object_set_data(dialog.cast(), Self.dialogKey, object)
    unsafe listen(to: dialog)
  }

  private static let dialogKey = "restoration-listens-to-dialog"

  /// The participant of the window, if it has an identifier.
  var participant: WindowParticipant? {
    unsafe restoration.participant(of: window) as? WindowParticipant
  }

  private var isMapped: Bool { unsafe gtk_widget_get_mapped(window) != 0 }

  /// Whether the window was on screen and is not any more.
  var isClosed: Bool { closed != nil }

  /// Whether no other restored window stays on screen when this one goes.
  private var isLastRestored: Bool {
    !restoration.windows.contains { unsafe stays($0.window) }
  }

  /// Whether no other window of the program stays on screen when this one goes.
  private var isLast: Bool { unsafe !restoration.programWindows.contains { unsafe stays($0) } }

  private func stays(_ other: WidgetPointer) -> Bool {
    unsafe other != window && gtk_widget_get_mapped(other) != 0 && !goes(other)
  }

  /// Whether GTK destroys another window together with this one.
  private func goes(_ other: WidgetPointer) -> Bool {
    var next = unsafe other
    // A chain of dialogs is short; GTK does not prevent a circle.
    for _ in 0..<32 {
      let dialog: UnsafeMutablePointer<GtkWindow> = unsafe next.cast()
      guard unsafe gtk_window_get_destroy_with_parent(dialog) != 0,
        let parent = unsafe gtk_window_get_transient_for(dialog)
      else { return false }
      unsafe next = unsafe WidgetPointer(OpaquePointer(parent))
      if unsafe next == window { return true }
    }
    return false
  }

  /// The windows that GTK has, shown or not; they are GTK's.
  static var all: [WidgetPointer] {
    let windows = unsafe gtk_window_get_toplevels()  // owned by GTK
    return unsafe (0..<g_list_model_get_n_items(windows)).compactMap { index in
      guard let item = unsafe g_list_model_get_item(windows, index) else { return nil }
      unsafe g_object_unref(item)
      return unsafe WidgetPointer(OpaquePointer(item))
    }
  }

  /// Saves while the last window is still on screen.
  ///
  /// A window that closes at once, in the turn of an event of the user's, was closed by the user.
  /// If the program refuses and destroys it later, the program closes it.
  private func willClose() {
    isAskedToClose = UserEvents.isHandled
    _ = TimeoutAction(after: .zero) { [weak self] in self?.isAskedToClose = false }
    if isLastRestored { saveLast() }
  }

  private func didHide() {
    let place = place
    if isLastRestored { saveLast() } else { restoration.saving.save(.changed) }
    closed = unsafe restoration.didClose(window, isForNext: isLast && isAskedToClose)
    closed?.place = place
    isOpen = false
    restoration.openWindows.didChange()
  }

  private func saveLast() {
    try? restoration.saving.saveAndWait(.background)  // a failure is logged
  }

  private func didShow() {
    if let closed { restoration.didOpenAgain(closed) }
    closed = nil
    // The program goes on with this window, not with the one that was the last.
    for last in restoration.closedWindows where last.isForNext { last.place = nil }
    comeToFront()
    presentDialogsSoon()
    unsafe restoration.didShow(window)
  }

  private func comeToFront() {
    guard !isOpen || front != restoration.openWindows.lastFront else { return }
    (isOpen, front) = (true, restoration.openWindows.nextFront())
    restoration.openWindows.didChange()
  }

  /// Presents dialogs that were shown before this window, so that they lie in front of it.
  ///
  /// GTK brings this window to the front at the end of the call that shows it.
  private func presentDialogsSoon() {
    let dialogs = unsafe Self.all.filter { other in
      unsafe gtk_widget_get_mapped(other) != 0
        && gtk_window_get_transient_for(other.cast()) == window.cast()
    }
    guard unsafe !dialogs.isEmpty else { return }
    unsafe dialogs.forEach { _ = unsafe g_object_ref($0.raw) }
    _ = TimeoutAction(after: .zero) { [dialogs = unsafe dialogs] in
      unsafe dialogs.forEach { dialog in
        if unsafe gtk_widget_get_mapped(dialog) != 0 { unsafe gtk_window_present(dialog.cast()) }
        unsafe g_object_unref(dialog.raw)
      }
    }
  }

  /// Its place among the open windows; `nil` unless it is open and has an identifier.
  var place: OpenWindows.Place? {
    guard isOpen, let participant,
      let identifier = unsafe window.restorationIdentifier
    else { return nil }
    let parent = unsafe gtk_window_get_transient_for(window.cast()).flatMap {
      unsafe WidgetPointer(OpaquePointer($0)).participant
    }
    return unsafe OpenWindows.Place(
      window: OpenWindows.Entry(
        name: participant.identifier, kind: identifier, document: window.windowDocument,
        parent: parent?.identifier),
      front: front)
  }

  /// Whether GTK has the window no more.
  var isDestroyed: Bool { unsafe !window.isToplevel }

  /// Records that GTK has dropped the window.
  func didGo() {
    unsafe restoration.didDestroy(window, closed)
    unsafe window.attach(nil, Self.key)
  }

  /// Notes the window in front, and saves when no window is active any more.
  ///
  /// Checks a moment later, because a switch between two windows deactivates both for a moment.
  private func activationDidChange() {
    guard unsafe gtk_window_is_active(window.cast()) == 0 else { return comeToFront() }
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
