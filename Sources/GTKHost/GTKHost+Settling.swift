// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  extension GTKHost {
    /// Runs something once the screen shows what the models say.
    ///
    /// That is right after a frame was painted with every visible picture arrived, none being
    /// decoded, and no page sliding. At least one frame is painted after the call, so changes made
    /// just before it are included. Made for tests, guided tours and measurements.
    ///
    /// - Parameter action: Runs once; never while no window is on screen.
    public func whenSettled(_ action: @escaping @MainActor () -> Void) {
      settling.wait(action)
      for peer in windowPeers { unsafe gtk_widget_queue_draw(peer.window) }
    }

    /// Waits until the screen shows what the models say; see ``whenSettled(_:)``.
    public func settled() async {
      await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
    }
  }
#endif
