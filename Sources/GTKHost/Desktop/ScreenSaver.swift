// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// The screen savers of desktops, which report a locked screen.
  @MainActor enum ScreenSaver {
    /// The known screen savers; all have the same methods.
    ///
    /// They are those of GNOME, of KDE and desktops that follow it, of Cinnamon, MATE and Xfce.
    nonisolated static let all = ["gnome", "freedesktop", "cinnamon", "mate", "xfce"].map {
      BusObject(
        name: "org.\($0).ScreenSaver", path: "/org/\($0)/ScreenSaver",
        interface: "org.\($0).ScreenSaver")
    }

    /// Listens to a screen saver whenever it starts.
    ///
    /// - Parameters:
    ///   - object: The screen saver.
    ///   - bus: The session's bus.
    ///   - action: Called with whether the screen is locked; with `nil` when the screen saver is
    ///     gone.
    static func listen(
      to object: BusObject, on bus: Bus, _ action: @escaping @MainActor (Bool?) -> Void
    ) {
      // KDE's screen saver has two paths and sends the signal from both.
      bus.subscribe(object.name, object.interface, "ActiveChanged") { _, arguments in
        if let isActive = arguments[0]?.boolean { action(isActive) }
      }
      bus.watch(object.name) { [weak bus] isThere in
        guard isThere else { return action(nil) }
        bus?.call(object, "GetActive") { answer in
          if let isActive = answer?[0]?.boolean { action(isActive) }
        }
      }
    }
  }
#endif
