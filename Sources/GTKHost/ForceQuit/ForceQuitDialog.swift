// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The user's way out of a state that does not work.
extension GTKHost {
  /// Asks whether to force quit, after the user pressed Ctrl+Shift+Q.
  ///
  /// Browsers and terminals quit with the same keys.
  func userDidPressForceQuit(in window: WidgetPointer) {
    if let forceQuitDialog { return forceQuitDialog.present() }
    guard let application else { return }
    let dialog = unsafe ForceQuitDialog(
      ForceQuitText(deletesState: !application.isDeveloperModeEnabled), over: window
    ) { [weak self] in
      self?.activationDidChange()
    } onAnswer: { [weak self] quits in
      self?.closeForceQuitDialog()
      if quits { self?.application?.forceQuit() }
    }
    forceQuitDialog = dialog
    dialog.present()
  }

  /// Closes the question, if it is open.
  func closeForceQuitDialog() {
    forceQuitDialog?.close()
    forceQuitDialog = nil
  }
}

/// The text of the dialog before a force quit.
@MainActor struct ForceQuitText {
  let title = ChromeString.forceQuitTitle.localized
  let loss: String
  let keep = ChromeString.forceQuitKeep.localized
  let quit: String

  /// Chooses the text of a force quit.
  ///
  /// - Parameter deletesState: Whether the force quit deletes anything; not in developer mode.
  init(deletesState: Bool) {
    let texts: (loss: ChromeString, quit: ChromeString) =
      deletesState
      ? (.forceQuitMessage, .forceQuitDelete) : (.forceQuitDeveloperMessage, .forceQuitOnly)
    (loss, quit) = (texts.loss.localized, texts.quit.localized)
  }
}

/// The question before all saved state is deleted.
///
/// Escape, Return and closing the dialog keep everything. While it is active, the application
/// counts as being in the foreground.
@safe @MainActor final class ForceQuitDialog {
  /// GTK's window, which GTK owns until ``close()``.
  let window: WidgetPointer = unsafe gtk_window_new()
  let keepButton: WidgetPointer
  let quitButton: WidgetPointer
  private let onAnswer: @MainActor (_ quits: Bool) -> Void

  /// Creates the dialog.
  ///
  /// - Parameters:
  ///   - text: The text to show.
  ///   - parent: The window that it lies over.
  ///   - onActivation: Called when it becomes active or inactive.
  ///   - onAnswer: Called once, with whether to quit.
  init(
    _ text: ForceQuitText, over parent: WidgetPointer,
    onActivation: @escaping @MainActor () -> Void,
    onAnswer: @escaping @MainActor (_ quits: Bool) -> Void
  ) {
    unsafe keepButton = unsafe gtk_button_new_with_mnemonic(text.keep)
    unsafe quitButton = unsafe gtk_button_new_with_mnemonic(text.quit)
    self.onAnswer = onAnswer
    unsafe gtk_window_set_title(window.cast(), text.title)
    unsafe gtk_window_set_transient_for(window.cast(), parent.cast())
    unsafe gtk_window_set_modal(window.cast(), 1)
    unsafe gtk_window_set_resizable(window.cast(), 0)
    unsafe gtk_window_set_child(window.cast(), makeContent(text))
    unsafe gtk_window_set_default_widget(window.cast(), keepButton)
    unsafe gtk_window_set_focus(window.cast(), keepButton)
    unsafe connect(window, "notify::is-active") { _ in onActivation() }
    listen()
  }

  /// Whether it is the active window.
  var isActive: Bool { unsafe gtk_window_is_active(window.cast()) != 0 }

  /// Shows the dialog, or brings it to the front.
  func present() { unsafe gtk_window_present(window.cast()) }

  /// Closes the dialog for good.
  func close() { unsafe gtk_window_destroy(window.cast()) }

  private func makeContent(_ text: ForceQuitText) -> WidgetPointer {
    let content: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    unsafe content.setStyle("force-quit", true)
    let loss = unsafe makeLabel(text.loss, wraps: true)
    unsafe gtk_label_set_max_width_chars(loss.opaque, 50)
    let buttons: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    unsafe gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    unsafe quitButton.setStyle("destructive-action", true)
    unsafe [keepButton, quitButton].forEach { button in
      unsafe gtk_box_append(buttons.cast(), button)
    }
    unsafe [makeLabel(text.title, "heading", wraps: true), loss, buttons].forEach { part in
      unsafe gtk_box_append(content.cast(), part)
    }
    return unsafe content
  }

  private func listen() {
    unsafe connect(keepButton, "clicked") { [weak self] _ in self?.onAnswer(false) }
    unsafe connect(quitButton, "clicked") { [weak self] _ in self?.onAnswer(true) }
    unsafe connect(window, "close-request") { [weak self] arguments in
      arguments.answer(true)
      self?.onAnswer(false)
    }
    unsafe onKeyPress(in: window) { [weak self] key, _ in self?.userDidPress(key) ?? false }
  }

  /// Handles a key that no widget inside used; returns whether it acted.
  func userDidPress(_ key: UInt32) -> Bool {
    guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
    onAnswer(false)
    return true
  }
}
#endif
