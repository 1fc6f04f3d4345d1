// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// Asks the user before everything that was saved is deleted (R130).
  ///
  /// Escape, Return and closing it keep everything. While it has the user's attention, the application
  /// counts as being in the foreground.
  @safe @MainActor final class ForceQuitDialog {
    /// GTK's window; GTK owns it until ``close()``.
    let window: WidgetPointer = unsafe gtk_window_new()
    let keepButton: WidgetPointer
    let quitButton: WidgetPointer
    private let onAnswer: @MainActor (_ quits: Bool) -> Void

    /// - Parameters:
    ///   - text: What it says.
    ///   - parent: The window that it lies over.
    ///   - onActivation: Told when it gets the user's attention, or loses it.
    ///   - onAnswer: Told what the user wants, once.
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

    /// Whether the user looks at it.
    var isActive: Bool { unsafe gtk_window_is_active(window.cast()) != 0 }

    /// Puts it on screen, or in front.
    func present() { unsafe gtk_window_present(window.cast()) }

    /// Takes it from the screen for good.
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
      guard let keys = unsafe gtk_event_controller_key_new() else { return }
      unsafe connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
        arguments.answer(self?.userDidPress(arguments.unsigned(0)) ?? false)
      }
      unsafe gtk_widget_add_controller(window, keys)
    }

    /// Answers whether the key, which nothing inside has wanted, did something.
    func userDidPress(_ key: UInt32) -> Bool {
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      onAnswer(false)
      return true
    }
  }
#endif
