// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import GTKSupport
  import ViewControllers

  /// The user's way out of a state that does not work (R130).
  extension GTKHost {
    /// The user pressed Ctrl+Shift+Q, which quits browsers and terminals: asks first.
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

    /// Takes the question from the screen, if it is there.
    func closeForceQuitDialog() {
      forceQuitDialog?.close()
      forceQuitDialog = nil
    }
  }
#endif
