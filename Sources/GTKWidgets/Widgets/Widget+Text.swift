// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  import GTKSupport

  /// The program's part in restoring the text of a text widget.
  extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Tells that the text is the program's and is saved elsewhere.
    ///
    /// Call it when the program has saved the typed text, and when it has put in another text after
    /// ``WidgetRestoration/restore(_:)``. From then on there is no typed text to restore. An empty
    /// text counts as the program's, too. In a widget without any such call, an empty text counts
    /// as none, and the saved text is put in.
    @MainActor public func markTextSaved() {
      unsafe g_object_set_data(cast(), savedKey, raw)
      unsafe textParticipant?.markTextSaved()
    }

    /// Whether the program has called ``markTextSaved()`` for this widget.
    @MainActor var saysWhatIsSaved: Bool { unsafe g_object_get_data(cast(), savedKey) != nil }

    /// The newest text that was typed into another text than now.
    ///
    /// It is saved until the program calls ``takeUnrestoredText()`` or ``discardUnrestoredText()``,
    /// or puts in the text that it was typed into. `nil` when no such text waits.
    @MainActor public var unrestoredText: String? { unsafe textParticipant?.unrestoredText }

    /// Called when ``unrestoredText`` has changed, also to `nil`.
    ///
    /// Set it before ``WidgetRestoration/restore(_:)``, to show that there is a text to take or
    /// discard. It is called when everything is restored.
    @MainActor public var onUnrestoredTextChange: (@MainActor (String?) -> Void)? {
      get { unsafe attachment(handlerKey, as: TextHandler.self)?.body }
      nonmutating set {
        unsafe attach(newValue.map { TextHandler($0) }, handlerKey)
        unsafe textParticipant?.handlerDidChange()
      }
    }

    /// Replaces the text by ``unrestoredText``, as typed by the user.
    @MainActor public func takeUnrestoredText() { unsafe textParticipant?.takeUnrestoredText() }

    /// Discards ``unrestoredText``; the text in the widget stays.
    @MainActor public func discardUnrestoredText() {
      unsafe textParticipant?.discardUnrestoredText()
    }

    @MainActor private var textParticipant: TextParticipant? {
      unsafe participant as? TextParticipant
    }
  }

  private let savedKey = "restoration-text-saved"
  private let handlerKey = "restoration-unrestored-text"

  private final class TextHandler {
    let body: @MainActor (String?) -> Void

    init(_ body: @escaping @MainActor (String?) -> Void) { self.body = body }
  }
#endif
