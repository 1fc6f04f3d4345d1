// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import GTKSupport
  import ViewControllers

  /// The user's way out of a state that does not work.
  extension GTKHost {
    /// Asks whether to force quit, after the user pressed Ctrl+Shift+Q.
    ///
    /// Browsers and terminals quit with the same keys.
    func userDidPressForceQuit(in window: WidgetPointer) {
      if let forceQuitDialog { return forceQuitDialog.present() }
      guard let application else { return }
      let dialog = unsafe ForceQuitDialog(
        ForceQuitText(deletesState: !application.isDeveloperModeEnabled), over: window
      ) { [weak self] in
        self?.activationDidChange()
      } onAnswer: { [weak self] quits in
        self?.closeForceQuitDialog()
        if quits { self?.application?.forceQuit() }
      }
      forceQuitDialog = dialog
      dialog.present()
    }

    /// Closes the question, if it is open.
    func closeForceQuitDialog() {
      forceQuitDialog?.close()
      forceQuitDialog = nil
    }
  }
#endif
