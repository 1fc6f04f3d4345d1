// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Changes the text of an editable in a way that the user cannot undo (R211).
  ///
  /// What the user had typed before cannot be undone any more, either: it was typed into another text.
  @MainActor package func withoutUndo(_ editable: OpaquePointer, _ change: () -> Void) {
    let text = unsafe gtk_editable_get_delegate(editable) ?? editable
    let isEnabled = unsafe gtk_editable_get_enable_undo(text)
    unsafe gtk_editable_set_enable_undo(text, 0)
    change()
    unsafe gtk_editable_set_enable_undo(text, isEnabled)
  }
#endif
