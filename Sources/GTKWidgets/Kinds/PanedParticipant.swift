// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The position of the handle between two panes, once it was moved.
  final class PanedParticipant: WidgetParticipant {
    private var pending: Int?

    override func observe() { unsafe invalidate(on: "notify::position") }

    override func encode(with coder: RestorationEncoder) {
      if let pending { return coder.encode(pending, forKey: "position") }
      guard unsafe cgtk_object_get_boolean(widget.raw, "position-set") != 0 else { return }
      unsafe coder.encode(Int(gtk_paned_get_position(widget.opaque)), forKey: "position")
    }

    override func decode(with coder: RestorationDecoder) {
      pending = coder.decode(Int.self, forKey: "position")
    }

    override func apply() {
      guard let position = pending, let position = Int32(exactly: position), position >= 0 else {
        return pending = nil
      }
      pending = nil
      applying { unsafe gtk_paned_set_position(widget.opaque, position) }
    }
  }
#endif
