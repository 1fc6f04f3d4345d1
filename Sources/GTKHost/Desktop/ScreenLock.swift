// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Whether the screen is locked, by what several programs say of it.
  ///
  /// A desktop has up to three of them that say the same at different times. The screen counts as
  /// locked while any of them says so. Who only wishes it locked is believed until someone whose
  /// word was that it is locked takes it back, or the user is seen at work.
  struct ScreenLock {
    /// Whether the screen is locked.
    var isLocked: Bool { !lockedBy.isEmpty || isWished }

    private var lockedBy: Set<String>
    private var isWished = false

    /// Begins with what was found out at launch.
    ///
    /// - Parameter lockedBy: The names of those that said that it is locked.
    init(lockedBy: Set<String> = []) { self.lockedBy = lockedBy }

    /// Someone says whether the screen is locked.
    mutating func report(_ isLocked: Bool, by name: String) {
      if isLocked {
        lockedBy.insert(name)
      } else if lockedBy.remove(name) != nil {
        isWished = false
      }
    }

    /// Someone wants the screen locked, or unlocked again.
    mutating func wish(_ isLocked: Bool) { isWished = isLocked }

    /// Someone is gone, and with it who would say that the screen was unlocked.
    mutating func lose(_ name: String) {
      if lockedBy.remove(name) != nil { isWished = true }
    }

    /// The user works with a window, as nobody can while the screen is locked.
    mutating func userIsAtWork() { isWished = false }
  }
#endif
