// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  import GTKSupport

  /// What a program says and hears of the text in a text widget that takes part.
  extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Says that the text is the program's, saved where it belongs.
    ///
    /// Call it when the program has saved what was typed, and when it has put in another text after
    /// ``WidgetRestoration/restore(_:)``. From then on there is nothing typed to be restored, and an
    /// empty text is the program's own, too: in a widget of which nothing was ever said, it is none,
    /// and what was saved is put in.
    @MainActor public func markTextSaved() {
      unsafe g_object_set_data(cast(), savedKey, raw)
      unsafe textParticipant?.markTextSaved()
    }

    /// Whether the program says of this widget what is saved.
    @MainActor var saysWhatIsSaved: Bool { unsafe g_object_get_data(cast(), savedKey) != nil }

    /// Text typed earlier, into another text than there is now.
    ///
    /// It is saved until the program answers with ``takeUnrestoredText()`` or
    /// ``discardUnrestoredText()``, or puts in the text that it was typed into. Of several the newest.
    /// `nil` when nothing waits.
    @MainActor public var unrestoredText: String? { unsafe textParticipant?.unrestoredText }

    /// Called when ``unrestoredText`` has become another one, also when that is `nil`.
    ///
    /// Set it before ``WidgetRestoration/restore(_:)``, to show that there is something to take or
    /// discard; it is called when that has restored everything.
    @MainActor public var onUnrestoredTextChange: (@MainActor (String?) -> Void)? {
      get { unsafe attachment(handlerKey, as: TextHandler.self)?.body }
      nonmutating set {
        unsafe attach(newValue.map { TextHandler($0) }, handlerKey)
        unsafe textParticipant?.handlerDidChange()
      }
    }

    /// Puts ``unrestoredText`` in the place of the text, as what the user has typed.
    @MainActor public func takeUnrestoredText() { unsafe textParticipant?.takeUnrestoredText() }

    /// Gives ``unrestoredText`` up; the text in the widget stays.
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
