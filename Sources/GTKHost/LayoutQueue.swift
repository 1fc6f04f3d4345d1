// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// What has to happen after widgets got their sizes and before they are painted.
  ///
  /// Neither models nor children may change while GTK allocates. What an allocation leads to waits
  /// here; what runs then may ask for another layout, which GTK does before it paints.
  @MainActor final class LayoutQueue {
    private var actions: [@MainActor () -> Void] = []

    /// Adds something to do after the layout that is under way.
    func add(_ action: @escaping @MainActor () -> Void) { actions.append(action) }

    /// Does everything that was added until now.
    func run() {
      let due = actions
      actions = []
      for action in due { action() }
    }
  }
#endif
