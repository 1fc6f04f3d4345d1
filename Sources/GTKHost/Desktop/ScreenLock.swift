// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Whether the screen is locked, according to several programs.
  ///
  /// A desktop has up to three programs that report the lock, at different times. The screen counts
  /// as locked while any of them reports a lock. A wish for a lock counts, too, until a program
  /// that had reported a lock takes it back, or the user works with a window.
  struct ScreenLock {
    /// Whether the screen is locked.
    var isLocked: Bool { !lockedBy.isEmpty || isWished }

    private var lockedBy: Set<String>
    private var isWished = false

    /// Starts with the state that was found at launch.
    ///
    /// - Parameter lockedBy: The names of the programs that reported a lock.
    init(lockedBy: Set<String> = []) { self.lockedBy = lockedBy }

    /// Records a program's report that the screen is locked or not.
    mutating func report(_ isLocked: Bool, by name: String) {
      if isLocked {
        lockedBy.insert(name)
      } else if lockedBy.remove(name) != nil {
        isWished = false
      }
    }

    /// Records a wish to lock or unlock the screen.
    mutating func wish(_ isLocked: Bool) { isWished = isLocked }

    /// Handles the end of a program that reports the lock.
    ///
    /// If it had reported a lock, it cannot take that back any more, so the lock counts as a wish
    /// from now on.
    mutating func lose(_ name: String) {
      if lockedBy.remove(name) != nil { isWished = true }
    }

    /// Records that the user works with a window.
    ///
    /// The screen cannot be locked then.
    mutating func userIsAtWork() { isWished = false }
  }
#endif
