// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// The standard keys of a GNOME program, and the application's own.
final class KeyTests: XCTestCase {
  private static let control = GDK_CONTROL_MASK.rawValue
  private static let shift = GDK_SHIFT_MASK.rawValue
  private static let alt = GDK_ALT_MASK.rawValue

  func testF11ChangesToFullScreenAndBack() throws {
    try withFixture { fixture in
      fixture.show(Label("Content"))
      XCTAssertTrue(try fixture.press(GDK_KEY_F11))
      XCTAssertTrue(fixture.window.isFullScreen)
      XCTAssertTrue(try fixture.press(GDK_KEY_F11))
      XCTAssertFalse(fixture.window.isFullScreen)
    }
  }

  /// F10 opens a menu of the application's and the window's keys.
  ///
  /// It works with and without a bar.
  func testF10OpensTheMenu() throws {
    for hasBar in [true, false] {
      try withFixture { fixture in
        let screen = ViewController()
        var pressed = 0
        screen.keyCommands = [
          KeyCommand(input: "b", discoverabilityTitle: "Blur") { pressed += 1 },
          KeyCommand(input: "x") {},
        ]
        fixture.show(hasBar ? NavigationController(rootViewController: screen) : screen)
        let peer = try XCTUnwrap(fixture.windowPeer)
        XCTAssertEqual(gtk_widget_get_mapped(peer.menu.button) != 0, hasBar)
        XCTAssertTrue(try fixture.press(GDK_KEY_F10))
        let popover = try XCTUnwrap(gtk_menu_button_get_popover(peer.menu.button.opaque))
        let menu = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)
        fixture.pump { gtk_widget_get_mapped(menu) != 0 }
        XCTAssertEqual(
          peer.menuEntries().map { $0.map(\.title) },
          [["Blur"], ["Full screen"], ["Keyboard shortcuts", "Quit"]])
        XCTAssertNotEqual(
          gtk_widget_activate_action_variant(peer.menu.button, "primary.entry-0", nil), 0)
        XCTAssertEqual(pressed, 1)
        gtk_menu_button_popdown(peer.menu.button.opaque)
        fixture.pump { (gtk_widget_get_mapped(peer.menu.button) != 0) == hasBar }
      }
    }
  }

  /// The Back key and the side button of a mouse lead back, as Alt+Left does.
  func testBackKeyAndSideButton() throws {
    try withFixture { fixture in
      let (first, second) = (ViewController(), ViewController())
      let stack = NavigationController(rootViewController: first)
      fixture.show(stack)
      XCTAssertFalse(try fixture.press(GDK_KEY_Back))
      stack.pushViewController(second, animated: false)
      fixture.settle()
      XCTAssertTrue(try fixture.press(GDK_KEY_Back))
      XCTAssertEqual(stack.viewControllers.count, 1)
      stack.pushViewController(second, animated: false)
      fixture.settle()
      Self.click(8, in: try XCTUnwrap(fixture.windowPeer).window)
      XCTAssertEqual(stack.viewControllers.count, 1)
    }
  }

  /// Tells a widget's own gestures of a click with a button of the mouse.
  @MainActor private static func click(_ button: guint, in widget: WidgetPointer) {
    let controllers = gtk_widget_observe_controllers(widget)
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      let controller = g_list_model_get_item(controllers, index)!
      defer { g_object_unref(controller) }
      guard
        g_type_check_instance_is_a(
          controller.assumingMemoryBound(to: GTypeInstance.self), gtk_gesture_click_get_type())
          != 0, gtk_gesture_single_get_button(OpaquePointer(controller)) == button
      else { continue }
      var values = [GValue](repeating: GValue(), count: 4)
      g_value_init(&values[0], gtk_gesture_click_get_type())
      g_value_set_object(&values[0], controller)
      g_value_init(&values[1], cgtk_type_int())
      g_value_set_int(&values[1], 1)
      for place in 2...3 { g_value_init(&values[place], cgtk_type_double()) }
      g_signal_emitv(values, g_signal_lookup("pressed", gtk_gesture_click_get_type()), 0, nil)
      for place in values.indices { g_value_unset(&values[place]) }
    }
  }

  /// A screen receives every key before its default action.
  func testScreensHearOfAnyKey() throws {
    try withFixture { fixture in
      let (below, sheet) = (Listener(), Listener())
      fixture.show(NavigationController(rootViewController: below))
      fixture.window.hostWillHandleKey()
      XCTAssertEqual(below.count, 1)
      below.present(sheet, animated: false)
      fixture.window.hostWillHandleKey()
      XCTAssertEqual([below.count, sheet.count], [1, 1])
    }
  }

  func testControlWClosesTheWindowAndControlQEndsTheProgram() throws {
    for key in [GDK_KEY_w, GDK_KEY_q] {
      try withFixture { fixture in
        fixture.show(Label("Content"))
        let other = Window(application: fixture.application)
        other.rootViewController = ViewController()
        other.makeKeyAndVisible()
        fixture.settle()
        XCTAssertTrue(try fixture.press(key, Self.control))
        fixture.pump { !fixture.window.isVisible || fixture.application.phase == .terminated }
        XCTAssertEqual(fixture.application.phase == .terminated, key == GDK_KEY_q)
        XCTAssertTrue(other.isVisible)
        fixture.host.hide(other)
      }
    }
  }

  /// The application's own keys come first, with exactly their modifiers.
  func testCommandsHaveModifiers() throws {
    try withFixture { fixture in
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
        XCTAssertTrue(try fixture.press(key, held))
      }
      XCTAssertEqual(pressed, ["0", "1", "2", "3", "4"])
      XCTAssertTrue(try fixture.press(GDK_KEY_q, Self.control))
      XCTAssertEqual(pressed.last, "own")
      XCTAssertEqual(fixture.application.phase, .running)
      XCTAssertFalse(try fixture.press(GDK_KEY_n, GDK_SUPER_MASK.rawValue))
    }
  }

  func testShortcutsAreListed() throws {
    try withFixture { fixture in
      let root = ViewController()
      root.keyCommands = [
        KeyCommand(
          input: "+", modifierFlags: .command, discoverabilityTitle: "Larger <& better>"
        ) {},
        KeyCommand(input: "x") {},
      ]
      fixture.show(root)
      XCTAssertTrue(try fixture.press(GDK_KEY_question, Self.control | Self.shift))
      let window = try XCTUnwrap(fixture.host.shortcutsWindow).window
      fixture.pump { gtk_widget_get_mapped(window) != 0 }
      let titles = Self.labels(below: window)
      XCTAssertTrue(titles.contains("Larger <& better>"), "\(titles)")
      XCTAssertTrue(titles.contains("Full screen") && titles.contains("Quit"), "\(titles)")
      gtk_window_close(window.cast())
      fixture.pump { fixture.host.shortcutsWindow == nil }
    }
  }

  /// The list has only keys that act now, each once.
  func testShortcutsThatDoNothingAreNotListed() throws {
    try withFixture { fixture in
      let (outer, inner) = (ViewController(), ViewController())
      let own: [(ViewController, String)] = [(outer, "Covered"), (inner, "Star")]
      for (screen, title) in own {
        screen.keyCommands = [KeyCommand(input: "s", discoverabilityTitle: title) {}]
      }
      outer.keyCommands.append(
        KeyCommand(input: "q", modifierFlags: .command, discoverabilityTitle: "Quiz") {})
      outer.addChild(inner)
      outer.view.addSubview(inner.view)
      fixture.show(outer)
      let find = ChromeString.find.localized
      @MainActor func listed() throws -> [String] {
        fixture.host.showShortcuts(of: try XCTUnwrap(fixture.windowPeer))
        let window = try XCTUnwrap(fixture.host.shortcutsWindow).window
        fixture.pump { gtk_widget_get_mapped(window) != 0 }
        defer { fixture.host.shortcutsWindow?.close() }
        return Self.labels(below: window)
      }
      let titles = try listed()
      XCTAssertTrue(titles.contains("Star") && titles.contains("Quiz"), "\(titles)")
      for title in ["Covered", ChromeString.quit.localized, find] {
        XCTAssertFalse(titles.contains(title), title)
      }
      inner.searchController = SearchController()
      XCTAssertTrue(try listed().contains(find))
    }
  }

  @MainActor private static func labels(below widget: WidgetPointer) -> [String] {
    let isLabel = g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0
    let own = isLabel ? [String(cString: gtk_label_get_text(widget.opaque))] : []
    return own + widget.children.flatMap(labels)
  }
}

@MainActor private final class Listener: ViewController {
  var count = 0

  override func userDidPressKey() { count += 1 }
}
#endif
