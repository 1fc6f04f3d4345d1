// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import CGTK
import ExampleSupport

/// Shows an empty GTK window and ends after its first frame.
///
/// It prints the frame's time, as Trace does: the baseline for the first frame of a restored program.
gtk_init()
let window = gtk_window_new()
let loop = g_main_loop_new(nil, 0)
gtk_window_set_default_size(UnsafeMutablePointer(OpaquePointer(window)), 1000, 700)
gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))

let afterPaint: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, _ in
  MainActor.assumeIsolated {
    print("first-frame \(ProcessTime.millisecondsSinceStart)")
    g_main_loop_quit(loop)
  }
}
g_signal_connect_data(
  UnsafeMutableRawPointer(gtk_widget_get_frame_clock(window)), "after-paint",
  unsafeBitCast(afterPaint, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
g_main_loop_run(loop)
