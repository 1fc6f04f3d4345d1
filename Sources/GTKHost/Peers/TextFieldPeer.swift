// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a text field as an entry.
  ///
  /// A field that is secure from the start is a password entry.
  @MainActor final class TextFieldPeer: EditablePeer<TextField> {
    private var isSecure: Bool?

    /// Creates the peer of a text field.
    init(_ view: TextField, host: GTKHost) {
      let entry: WidgetPointer = unsafe view.isSecure ? gtk_password_entry_new() : gtk_entry_new()
      unsafe super.init(view, widget: entry, entry: entry, host: host)
    }

    override func sync() {
      super.sync()
      guard let model else { return }
      unsafe gtk_text_set_placeholder_text(gtkText, model.placeholder)
      if model.isStateSecret { unsafe SecretTexts.mark(text) }
      guard isSecure != model.isSecure else { return }
      isSecure = model.isSecure
      unsafe gtk_text_set_visibility(gtkText, (!model.isSecure).gboolean)
    }

    override func userDidPressReturn() { model?.onReturn?() }
  }
#endif
