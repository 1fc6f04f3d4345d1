// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// The count of pending screen changes, and the actions waiting for them.
  ///
  /// Work whose result the user will see, such as decoding a picture or sliding a page, is counted
  /// from its start to its end. Settled means that a frame was painted after all such work had
  /// ended.
  @MainActor final class Settling {
    private var activities = 0
    private var covers = 0
    private var waiting: [@MainActor () -> Void] = []
    private var waitingForContent: [@MainActor () -> Void] = []

    /// Whether any work is in progress.
    var isBusy: Bool { activities > 0 }

    /// Counts one piece of work until ``end()``.
    func begin() { activities += 1 }

    /// Ends one piece of work, finished or no longer wanted.
    func end() { activities -= 1 }

    /// Runs an action after a frame with no work in progress.
    func wait(_ action: @escaping @MainActor () -> Void) { waiting.append(action) }

    // MARK: Images over the content

    /// Counts an image over a window's content until ``endCover()``.
    func beginCover() { covers += 1 }

    /// Ends one image: the content is on screen.
    func endCover() { covers -= 1 }

    /// Runs an action after the content was painted completely.
    ///
    /// No work is in progress then. An image may still cover the content.
    func waitForContent(_ action: @escaping @MainActor () -> Void) {
      waitingForContent.append(action)
    }

    /// Handles a painted frame.
    func didPaint() {
      guard !isBusy else { return }
      run(&waitingForContent)
      // An action may have started another movement.
      if !isBusy, covers == 0 { run(&waiting) }
    }

    private func run(_ actions: inout [@MainActor () -> Void]) {
      let due = actions
      actions = []
      for action in due { action() }
    }
  }
#endif
