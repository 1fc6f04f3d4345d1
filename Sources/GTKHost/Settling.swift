// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Knows whether anything is still on its way to the screen, and who waits for that.
  ///
  /// Work that the user will see later, such as decoding a picture or a sliding page, is counted from
  /// its start to its end. Settled means: a frame was painted after all of it had ended.
  @MainActor final class Settling {
    private var activities = 0
    private var waiting: [@MainActor () -> Void] = []

    /// Whether work is under way.
    var isBusy: Bool { activities > 0 }

    /// Counts one piece of work until ``end()``.
    func begin() { activities += 1 }

    /// One piece of work has ended, or nobody wants it any more.
    func end() { activities -= 1 }

    /// Runs something when a frame was painted with nothing under way.
    func wait(_ action: @escaping @MainActor () -> Void) { waiting.append(action) }

    /// A frame has been painted.
    func didPaint() {
      guard !isBusy, !waiting.isEmpty else { return }
      let actions = waiting
      waiting = []
      for action in actions { action() }
    }
  }
#endif
