// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// The window that shows what of the application is preserved; for whoever makes the application.
  extension GTKHost {
    /// Whether the key opens it: in debug builds of this package, and in developer mode.
    var allowsInspector: Bool {
      #if DEBUG
        return application != nil
      #else
        return application?.isDeveloperModeEnabled ?? false
      #endif
    }

    /// The user pressed Ctrl+Shift+R; answers whether that did something.
    func userDidPressInspect() -> Bool {
      guard allowsInspector, let application else { return false }
      if inspectorWindow == nil { inspectorWindow = InspectorWindow(application, host: self) }
      inspectorWindow?.present()
      return true
    }

    /// Closes the inspector, if it is open.
    func closeInspector() {
      inspectorWindow?.close()
      inspectorWindow = nil
    }
  }
#endif
