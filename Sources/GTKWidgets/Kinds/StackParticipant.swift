// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The name of the visible child of a stack.
  final class StackParticipant: WidgetParticipant {
    private var pending: String?
    /// Whether a child was visible before the last change.
    ///
    /// An empty stack shows its first child on its own, which is no choice of the user's.
    private var hadChild = false

    override func observe() {
      hadChild = hasChild
      unsafe connect(widget, "notify::visible-child") { [weak self] _ in
        guard let self else { return }
        choiceDidChange { if hadChild { pending = nil } }
        hadChild = hasChild
      }
    }

    private var hasChild: Bool { unsafe gtk_stack_get_visible_child(widget.opaque) != nil }

    override func encode(with coder: RestorationEncoder) {
      let visible = unsafe gtk_stack_get_visible_child_name(widget.opaque).map {
        unsafe String(cString: $0)
      }
      if let name = pending ?? visible { coder.encode(name, forKey: "visibleChild") }
    }

    override func decode(with coder: RestorationDecoder) {
      pending = coder.decodeString(forKey: "visibleChild")
    }

    override func apply() {
      guard let name = pending, unsafe gtk_stack_get_child_by_name(widget.opaque, name) != nil
      else {
        return
      }
      pending = nil
      applying {
        unsafe gtk_stack_set_visible_child_full(widget.opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
      }
    }
  }
#endif
