// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// A text with cursor and selection, counted in Unicode scalars; nothing of a secret one (R102).
  class TextParticipant: WidgetParticipant {
    /// Where the cursor is, and the other end of what is selected.
    typealias Selection = (cursor: Int, bound: Int)

    private var pending: (text: String?, selection: Selection)?

    override var stage: Stage { .text }

    // MARK: What a widget is asked

    /// Whether nothing may be saved.
    var isSecret: Bool { false }

    var shownText: String { "" }

    /// How many places there are in the text; a picture in it takes one, too.
    var shownLength: Int { shownText.unicodeScalars.count }

    var shownSelection: Selection { (0, 0) }

    /// Puts another text in place of that which is shown.
    func show(_ text: String) {}

    /// Selects what is within the text that is shown.
    func select(_ selection: Selection) {}

    // MARK: Saved state

    final override func encodeRestorableState(with coder: RestorationEncoder) {
      guard !isSecret else { return }
      let state = pending ?? (shownText, shownSelection)
      if widget.restoresText, let text = state.text { coder.encode(text, forKey: "text") }
      coder.encode(state.selection.cursor, forKey: "cursor")
      coder.encode(state.selection.bound, forKey: "selectionBound")
    }

    final override func decodeRestorableState(with coder: RestorationDecoder) {
      pending = (
        coder.decodeString(forKey: "text"),
        (coder.decodeInteger(forKey: "cursor"), coder.decodeInteger(forKey: "selectionBound"))
      )
    }

    final override func apply() {
      guard let state = pending else { return }
      pending = nil
      guard !isSecret else { return }
      applying {
        if let text = state.text, widget.restoresText, text != shownText { show(text) }
        let places = 0...shownLength
        guard places.contains(state.selection.cursor), places.contains(state.selection.bound)
        else { return }
        select(state.selection)
      }
    }
  }

  extension GtkInputPurpose {
    /// Whether what is typed is a secret.
    var isSecret: Bool { self == GTK_INPUT_PURPOSE_PASSWORD || self == GTK_INPUT_PURPOSE_PIN }
  }
#endif
