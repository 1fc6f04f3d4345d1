// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The name of the child in front.
  final class StackParticipant: WidgetParticipant {
    private var pending: String?

    override func observe() {
      unsafe connect(widget, "notify::visible-child") { [weak self] _ in
        self?.choiceDidChange { self?.pending = nil }
      }
    }

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
