// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A file whose room is not given back before this says so, even when it has no name any more.
package final class HeldFile: Sendable {
  private let onLettingGo: Mutex<(@Sendable () -> Void)?>

  /// - Parameter onLettingGo: Gives the room back; called once, on any thread.
  package init(_ onLettingGo: @escaping @Sendable () -> Void) {
    self.onLettingGo = Mutex(onLettingGo)
  }

  deinit { letGo() }

  /// Lets the system have the room, if that has not happened; it has when this returns.
  package func letGo() {
    onLettingGo.withLock { action in
      action?()
      action = nil
    }
  }
}
