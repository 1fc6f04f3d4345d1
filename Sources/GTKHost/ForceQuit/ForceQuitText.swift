// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// What the dialog before a force quit says.
  struct ForceQuitText {
    let title = "Delete what is remembered, and quit?"
    let loss: String
    let keep = "_Keep"
    let quit: String

    /// - Parameter deletesState: Whether the force quit deletes anything; not in developer mode.
    init(deletesState: Bool) {
      if deletesState {
        loss = """
          What this program remembers for its next start is lost: its open windows, where you were in \
          them, and text that you have typed and not saved. The next start is like the first. This cannot be \
          undone. Your files stay as they are.
          """
        quit = "_Delete and Quit"
      } else {
        loss = "Developer mode is on: the program quits, and what it remembers is kept."
        quit = "_Quit"
      }
    }
  }
#endif
