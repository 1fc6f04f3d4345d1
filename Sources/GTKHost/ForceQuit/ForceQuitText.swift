// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

  /// The text of the dialog before a force quit.
  @MainActor struct ForceQuitText {
    let title = ChromeString.forceQuitTitle.localized
    let loss: String
    let keep = ChromeString.forceQuitKeep.localized
    let quit: String

    /// Chooses the text of a force quit.
    ///
    /// - Parameter deletesState: Whether the force quit deletes anything; not in developer mode.
    init(deletesState: Bool) {
      let texts: (loss: ChromeString, quit: ChromeString) =
        deletesState
        ? (.forceQuitMessage, .forceQuitDelete) : (.forceQuitDeveloperMessage, .forceQuitOnly)
      (loss, quit) = (texts.loss.localized, texts.quit.localized)
    }
  }
#endif
