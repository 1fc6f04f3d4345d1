// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// The actions to run after a layout and before painting.
  ///
  /// Neither models nor children may change while GTK allocates sizes. The consequences of an
  /// allocation wait here. An action may request another layout, which GTK does before it paints.
  @MainActor final class LayoutQueue {
    private var actions: [@MainActor () -> Void] = []

    /// Adds an action to run after the current layout.
    func add(_ action: @escaping @MainActor () -> Void) { actions.append(action) }

    /// Runs all actions that were added so far.
    func run() {
      let due = actions
      actions = []
      for action in due { action() }
    }
  }
#endif
