// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Changes the text of an editable without adding an undo step.
  ///
  /// The user's earlier undo steps go as well, because they belong to another text.
  @MainActor package func withoutUndo(_ editable: OpaquePointer, _ change: () -> Void) {
    let text = unsafe gtk_editable_get_delegate(editable) ?? editable
    let isEnabled = unsafe gtk_editable_get_enable_undo(text)
    unsafe gtk_editable_set_enable_undo(text, 0)
    change()
    unsafe gtk_editable_set_enable_undo(text, isEnabled)
  }
#endif
