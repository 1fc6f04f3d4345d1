// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Knows whether anything is still on its way to the screen, and who waits for that.
  ///
  /// Work that the user will see later, such as decoding a picture or a sliding page, is counted from
  /// its start to its end. Settled means: a frame was painted after all of it had ended.
  @MainActor final class Settling {
    private var activities = 0
    private var covers = 0
    private var waiting: [@MainActor () -> Void] = []
    private var waitingForContent: [@MainActor () -> Void] = []

    /// Whether work is under way.
    var isBusy: Bool { activities > 0 }

    /// Counts one piece of work until ``end()``.
    func begin() { activities += 1 }

    /// One piece of work has ended, or nobody wants it any more.
    func end() { activities -= 1 }

    /// Runs something when a frame was painted with nothing under way.
    func wait(_ action: @escaping @MainActor () -> Void) { waiting.append(action) }

    // MARK: Images over the content

    /// An image lies over a window's content until ``endCover()``.
    func beginCover() { covers += 1 }

    /// The content is on screen.
    func endCover() { covers -= 1 }

    /// Runs something when the content, seen or covered, was painted with nothing under way.
    func waitForContent(_ action: @escaping @MainActor () -> Void) {
      waitingForContent.append(action)
    }

    /// A frame has been painted.
    func didPaint() {
      guard !isBusy else { return }
      run(&waitingForContent)
      // What has just run may have begun to move something.
      if !isBusy, covers == 0 { run(&waiting) }
    }

    private func run(_ actions: inout [@MainActor () -> Void]) {
      let due = actions
      actions = []
      for action in due { action() }
    }
  }
#endif
