// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Hears from a desktop's screen saver that it has locked or unlocked the screen.
  @MainActor enum ScreenSaver {
    /// The screen savers of the desktops: GNOME, KDE and those after its example, Cinnamon, MATE, Xfce.
    ///
    /// They have the same methods.
    nonisolated static let all = ["gnome", "freedesktop", "cinnamon", "mate", "xfce"].map {
      BusObject(
        name: "org.\($0).ScreenSaver", path: "/org/\($0)/ScreenSaver",
        interface: "org.\($0).ScreenSaver")
    }

    /// Listens to a screen saver whenever it comes.
    ///
    /// - Parameters:
    ///   - object: The screen saver.
    ///   - bus: The session's.
    ///   - action: Called with whether the screen is locked; with `nil` when there is nobody who
    ///     says it.
    static func listen(
      to object: BusObject, on bus: Bus, _ action: @escaping @MainActor (Bool?) -> Void
    ) {
      // KDE's has two paths and sends the signal from both.
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
