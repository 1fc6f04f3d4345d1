// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  /// The keys that a GNOME program has, and the application's own.
  final class KeyTests: XCTestCase {
    private static let control = GDK_CONTROL_MASK.rawValue
    private static let shift = GDK_SHIFT_MASK.rawValue
    private static let alt = GDK_ALT_MASK.rawValue

    @MainActor private static func press(
      _ key: Int32, _ modifiers: UInt32 = 0, in fixture: HostFixture
    ) throws -> Bool {
      try XCTUnwrap(fixture.windowPeer).userDidPress(UInt32(key), modifiers: modifiers)
    }

    func testF11ChangesToFullScreenAndBack() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        fixture.show(Label("Content"))
        XCTAssertTrue(try Self.press(GDK_KEY_F11, in: fixture))
        XCTAssertTrue(fixture.window.isFullScreen)
        XCTAssertTrue(try Self.press(GDK_KEY_F11, in: fixture))
        XCTAssertFalse(fixture.window.isFullScreen)
      }
    }

    func testControlWClosesTheWindowAndControlQEndsTheProgram() throws {
      try MainActor.assumeIsolated {
        for key in [GDK_KEY_w, GDK_KEY_q] {
          let fixture = try HostFixture()
          defer { fixture.close() }
          fixture.show(Label("Content"))
          let other = Window(application: fixture.application)
          other.rootViewController = ViewController()
          other.makeKeyAndVisible()
          fixture.settle()
          XCTAssertTrue(try Self.press(key, Self.control, in: fixture))
          fixture.pump { !fixture.window.isVisible || fixture.application.phase == .terminated }
          XCTAssertEqual(fixture.application.phase == .terminated, key == GDK_KEY_q)
          XCTAssertTrue(other.isVisible)
          fixture.host.hide(other)
        }
      }
    }

    /// What the application has registered goes before, with exactly its modifiers.
    func testCommandsHaveModifiers() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        var pressed: [String] = []
        let root = ViewController()
        let flags: [KeyModifierFlags] = [
          [], .command, .alternate, [.command, .shift], [.control, .alternate],
        ]
        root.keyCommands = flags.enumerated().map { index, flags in
          KeyCommand(input: "n", modifierFlags: flags) { pressed.append("\(index)") }
        }
        root.keyCommands.append(
          KeyCommand(input: "q", modifierFlags: .command) { pressed.append("own") })
        fixture.show(root)
        for held in [
          0, Self.control, Self.alt, Self.control | Self.shift, Self.control | Self.alt,
        ] {
          let key = held & Self.shift == 0 ? GDK_KEY_n : GDK_KEY_N
          XCTAssertTrue(try Self.press(key, held, in: fixture))
        }
        XCTAssertEqual(pressed, ["0", "1", "2", "3", "4"])
        XCTAssertTrue(try Self.press(GDK_KEY_q, Self.control, in: fixture))
        XCTAssertEqual(pressed.last, "own")
        XCTAssertEqual(fixture.application.phase, .running)
        XCTAssertFalse(try Self.press(GDK_KEY_n, GDK_SUPER_MASK.rawValue, in: fixture))
      }
    }

    func testShortcutsAreListed() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        let root = ViewController()
        root.keyCommands = [
          KeyCommand(
            input: "+", modifierFlags: .command, discoverabilityTitle: "Larger <& better>"
          ) {},
          KeyCommand(input: "x") {},
        ]
        fixture.show(root)
        XCTAssertTrue(try Self.press(GDK_KEY_question, Self.control | Self.shift, in: fixture))
        let window = try XCTUnwrap(fixture.host.shortcutsWindow).window
        fixture.pump { gtk_widget_get_mapped(window) != 0 }
        let titles = Self.labels(below: window)
        XCTAssertTrue(titles.contains("Larger <& better>"), "\(titles)")
        XCTAssertTrue(titles.contains("Full screen") && titles.contains("Quit"), "\(titles)")
        gtk_window_close(window.cast())
        fixture.pump { fixture.host.shortcutsWindow == nil }
      }
    }

    @MainActor private static func labels(below widget: WidgetPointer) -> [String] {
      let isLabel = g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0
      let own = isLabel ? [String(cString: gtk_label_get_text(widget.opaque))] : []
      return own + widget.children.flatMap(labels)
    }
  }
#endif
