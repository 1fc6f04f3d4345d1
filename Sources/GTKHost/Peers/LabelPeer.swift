// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a label.
  @MainActor final class LabelPeer: TypedPeer<Label> {
    /// Creates the peer of a label.
    init(_ view: Label, host: GTKHost) {
      unsafe super.init(view, widget: gtk_label_new(nil), host: host)
    }

    override func sync() {
      guard let model else { return }
      unsafe gtk_label_set_text(widget.opaque, model.text)
      describeCell()
      unsafe gtk_label_set_ellipsize(
        widget.opaque, model.truncates ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
      unsafe gtk_label_set_wrap(widget.opaque, (!model.truncates).gboolean)
      let (place, lines): (Float, GtkJustification) =
        switch model.layout.horizontal {
        case .fill, .start: (0, GTK_JUSTIFY_LEFT)
        case .center: (0.5, GTK_JUSTIFY_CENTER)
        case .end: (1, GTK_JUSTIFY_RIGHT)
        }
      unsafe gtk_label_set_xalign(widget.opaque, place)
      unsafe gtk_label_set_justify(widget.opaque, lines)
    }
  }
#endif
