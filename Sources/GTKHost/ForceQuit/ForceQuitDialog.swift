// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// Asks the user before everything that was saved is deleted (R130).
  ///
  /// Escape, Return and closing it keep everything. While it has the user's attention, the application
  /// counts as being in the foreground.
  @MainActor final class ForceQuitDialog {
    /// GTK's window; GTK owns it until ``close()``.
    let window: WidgetPointer = gtk_window_new()
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
      keepButton = gtk_button_new_with_mnemonic(text.keep)
      quitButton = gtk_button_new_with_mnemonic(text.quit)
      self.onAnswer = onAnswer
      gtk_window_set_title(window.cast(), text.title)
      gtk_window_set_transient_for(window.cast(), parent.cast())
      gtk_window_set_modal(window.cast(), 1)
      gtk_window_set_resizable(window.cast(), 0)
      gtk_window_set_child(window.cast(), makeContent(text))
      gtk_window_set_default_widget(window.cast(), keepButton)
      gtk_window_set_focus(window.cast(), keepButton)
      connect(window, "notify::is-active") { _ in onActivation() }
      listen()
    }

    /// Whether the user looks at it.
    var isActive: Bool { gtk_window_is_active(window.cast()) != 0 }

    /// Puts it on screen, or in front.
    func present() { gtk_window_present(window.cast()) }

    /// Takes it from the screen for good.
    func close() { gtk_window_destroy(window.cast()) }

    private func makeContent(_ text: ForceQuitText) -> WidgetPointer {
      let content: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
      content.setStyle("force-quit", true)
      let loss = makeLabel(text.loss, wraps: true)
      gtk_label_set_max_width_chars(loss.opaque, 50)
      let buttons: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
      gtk_widget_set_halign(buttons, GTK_ALIGN_END)
      quitButton.setStyle("destructive-action", true)
      for button in [keepButton, quitButton] { gtk_box_append(buttons.cast(), button) }
      for part in [makeLabel(text.title, "heading", wraps: true), loss, buttons] {
        gtk_box_append(content.cast(), part)
      }
      return content
    }

    private func listen() {
      connect(keepButton, "clicked") { [weak self] _ in self?.onAnswer(false) }
      connect(quitButton, "clicked") { [weak self] _ in self?.onAnswer(true) }
      connect(window, "close-request") { [weak self] arguments in
        arguments.answer(true)
        self?.onAnswer(false)
      }
      guard let keys = gtk_event_controller_key_new() else { return }
      connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
        arguments.answer(self?.userDidPress(arguments.unsigned(0)) ?? false)
      }
      gtk_widget_add_controller(window, keys)
    }

    /// Answers whether the key, which nothing inside has wanted, did something.
    func userDidPress(_ key: UInt32) -> Bool {
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      onAnswer(false)
      return true
    }
  }
#endif
