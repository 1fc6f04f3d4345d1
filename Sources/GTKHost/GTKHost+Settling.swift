// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  extension GTKHost {
    /// Runs an action once the screen shows the models' state.
    ///
    /// That is right after a frame was painted with all visible pictures, while no picture is being
    /// decoded and no page slides. At least one frame is painted after the call, so changes made
    /// just before it are included. It is meant for tests, guided tours and measurements.
    ///
    /// - Parameter action: Runs once; never while no window is on screen.
    public func whenSettled(_ action: @escaping @MainActor () -> Void) {
      settling.wait(action)
      for peer in windowPeers { unsafe gtk_widget_queue_draw(peer.window) }
    }

    /// Waits until the screen shows the models' state.
    ///
    /// See ``whenSettled(_:)``.
    public func settled() async {
      await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
    }
  }
#endif
