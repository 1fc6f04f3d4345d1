// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import XCTest

/// What a window manager of X asks a window for, and knows of it.
@MainActor enum WindowManager {
  /// Asks a window to close, as when the user clicks the button in its frame.
  static func requestClose(_ window: WidgetPointer) throws {
    typealias GetAtom = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, CInt) -> Int
    typealias Send =
      @convention(c) (OpaquePointer?, Int, CInt, Int, UnsafeMutablePointer<Int>) -> CInt
    typealias Flush = @convention(c) (OpaquePointer?) -> CInt
    let display = try display()
    let id = try identifier(of: window)
    let atom = try function("XInternAtom", GetAtom.self)
    // An `XClientMessageEvent`; each of its fields takes the space of a long.
    var event = [Int](repeating: 0, count: 24)
    event[0] = 33  // ClientMessage
    event[4] = id
    event[5] = atom(display, "WM_PROTOCOLS", 0)
    event[6] = 32  // the bits of each value that follows
    event[7] = atom(display, "WM_DELETE_WINDOW", 0)
    let isSent = try function("XSendEvent", Send.self)(display, id, 0, 0, &event)
    XCTAssertNotEqual(isSent, 0)
    _ = try function("XFlush", Flush.self)(display)
  }

  /// Returns windows from back to front.
  ///
  /// Without a window manager the display's windows are those of the programs.
  static func stacked(_ windows: [WidgetPointer]) throws -> [WidgetPointer] {
    typealias GetRoot = @convention(c) (OpaquePointer?) -> Int
    typealias Query =
      @convention(c) (
        OpaquePointer?, Int, UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UnsafeMutablePointer<Int>?>, UnsafeMutablePointer<CUnsignedInt>
      ) -> CInt
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> CInt
    let display = try display()
    let root = try function("XDefaultRootWindow", GetRoot.self)(display)
    var (rootFound, parent, count): (Int, Int, CUnsignedInt) = (0, 0, 0)
    var children: UnsafeMutablePointer<Int>?
    let isFound = try function("XQueryTree", Query.self)(
      display, root, &rootFound, &parent, &children, &count)
    XCTAssertNotEqual(isFound, 0)
    let order = (0..<Int(count)).compactMap { children?[$0] }
    _ = try function("XFree", Free.self)(children)
    return try windows.map { (window: $0, place: order.firstIndex(of: try identifier(of: $0))) }
      .sorted { $0.place ?? -1 < $1.place ?? -1 }.map { $0.window }
  }

  private static func display() throws -> OpaquePointer? {
    typealias GetDisplay = @convention(c) (OpaquePointer?) -> OpaquePointer?
    let display = try XCTUnwrap(gdk_display_get_default())
    let type = String(cString: g_type_name_from_instance(UnsafeMutablePointer(display)))
    try XCTSkipIf(type != "GdkX11Display", "The display is not of X.")
    return try function("gdk_x11_display_get_xdisplay", GetDisplay.self)(display)
  }

  private static func identifier(of window: WidgetPointer) throws -> Int {
    typealias GetID = @convention(c) (OpaquePointer?) -> Int
    return try function("gdk_x11_surface_get_xid", GetID.self)(
      gtk_native_get_surface(window.opaque))
  }

  /// Returns a function of the libraries that GTK has loaded.
  private static func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    unsafeBitCast(try XCTUnwrap(dlsym(nil, name)), to: type)
  }
}
#endif
