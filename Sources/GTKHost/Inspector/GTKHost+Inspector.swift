// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// The window for developers that shows which state is preserved.
  extension GTKHost {
    /// Whether the inspector's key works.
    ///
    /// It does in debug builds of this package, and in developer mode.
    var allowsInspector: Bool {
      #if DEBUG
        return application != nil
      #else
        return application?.isDeveloperModeEnabled ?? false
      #endif
    }

    /// Opens the inspector; returns `false` if it is not allowed.
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
