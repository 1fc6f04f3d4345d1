// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Parses a portal's answer.
@MainActor private func answer(_ text: String) throws -> DesktopAppearance? {
  DesktopAppearance(answer: Variant(g_variant_parse(nil, text, nil, nil, nil)))
}

/// Whether the program has asked GTK for dark windows.
@MainActor private var prefersDark: Bool {
  cgtk_object_get_boolean(
    UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-application-prefer-dark-theme")
    != 0
}

/// Returns a named colour of a widget's stylesheets.
///
/// The components red, green and blue range from 0 to 255.
@MainActor private func color(_ name: String, of widget: WidgetPointer) throws -> [Int] {
  var color = GdkRGBA()
  let isKnown = cgtk_widget_look_up_color(widget, name, &color)
  XCTAssertNotEqual(isKnown, 0, "\(name) is not defined")
  return [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
}

final class AppearanceTests: XCTestCase {
  /// A portal's answer is read as its specification says.
  ///
  /// Any other value means no preference.
  func testAnswersOfThePortal() throws {
    try MainActor.assumeIsolated {
      let dark = try answer(
        """
        ({'org.freedesktop.appearance': {'color-scheme': <uint32 1>, 'contrast': <uint32 0>,
          'accent-color': <(0.9, 0.25, 0.0)>}},)
        """)
      XCTAssertEqual(dark?.style, .dark)
      XCTAssertEqual(dark?.accent, .init(red: 0.9, green: 0.25, blue: 0))
      for (number, style) in [0: UserInterfaceStyle.unspecified, 2: .light, 7: .unspecified] {
        let text = "({'org.freedesktop.appearance': {'color-scheme': <uint32 \(number)>}},)"
        XCTAssertEqual(try answer(text)?.style, style)
      }
      for color in ["(-1.0, -1.0, -1.0)", "(0.5, 1.01, 0.5)", "(0.5, 0.5)", "'red'"] {
        let text = "({'org.freedesktop.appearance': {'accent-color': <\(color)>}},)"
        XCTAssertEqual(try answer(text), DesktopAppearance(), color)
      }
      let nothing = try answer("(@a{sa{sv}} {},)")
      XCTAssertEqual(nothing, DesktopAppearance())
      XCTAssertNil(try answer("('another type',)"))
      XCTAssertNil(DesktopAppearance(answer: nil))
    }
  }

  /// Windows on screen follow the desktop's scheme.
  ///
  /// Without a scheme, GTK's own value applies again.
  func testWindowsFollowTheDesktop() throws {
    try withFixture { fixture in
      fixture.show(ViewController())
      let style = fixture.host.appearance
      let window = try XCTUnwrap(fixture.windowPeer).window
      let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
      XCTAssertFalse(prefersDark)
      XCTAssertGreaterThan(fixture.color(x: 400, y: 300, of: canvas)[0], 200)
      style.desktopDidChange(DesktopAppearance(style: .dark))
      XCTAssertTrue(prefersDark)
      XCTAssertNotEqual(gtk_widget_has_css_class(window, "dark"), 0)
      XCTAssertLessThan(fixture.color(x: 400, y: 300, of: canvas)[0], 80)
      style.desktopDidChange(DesktopAppearance(style: .light))
      XCTAssertFalse(prefersDark)
      XCTAssertEqual(gtk_widget_has_css_class(window, "dark"), 0)
      style.desktopDidChange(DesktopAppearance(style: .dark))
      style.desktopDidChange(DesktopAppearance())
      XCTAssertFalse(prefersDark)
    }
  }

  /// The program's style wins over the desktop's, before and after a change.
  func testProgramHasItsWay() throws {
    try withFixture { fixture in
      let style = fixture.host.appearance
      fixture.host.overrideUserInterfaceStyle = .light
      style.desktopDidChange(DesktopAppearance(style: .dark))
      XCTAssertFalse(prefersDark)
      fixture.host.overrideUserInterfaceStyle = .dark
      style.desktopDidChange(DesktopAppearance(style: .light))
      XCTAssertTrue(prefersDark)
      fixture.host.overrideUserInterfaceStyle = .unspecified
      XCTAssertFalse(prefersDark, "the desktop wants light ones")
    }
  }

  /// The desktop does not override a program that asks GTK directly.
  ///
  /// The program's own later choice does.
  func testProgramThatAsksGTKItselfIsLeftAlone() throws {
    try withFixture { fixture in
      let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
      defer {
        gtk_settings_reset_property(
          gtk_settings_get_default(), "gtk-application-prefer-dark-theme")
      }
      cgtk_object_set_boolean(settings, "gtk-application-prefer-dark-theme", 1)
      fixture.host.appearance.desktopDidChange(DesktopAppearance(style: .light))
      XCTAssertTrue(prefersDark)
      fixture.host.overrideUserInterfaceStyle = .light
      XCTAssertFalse(prefersDark)
    }
  }

  /// The accent is the selection's colour, with readable text on it.
  ///
  /// Without an accent, the theme's colours apply again.
  func testAccentColor() throws {
    try withFixture { fixture in
      let toggle = Switch()
      toggle.isOn = true
      fixture.show(toggle)
      let widget = try XCTUnwrap(toggle.peer as? Peer).widget
      let style = fixture.host.appearance
      let names = ["theme_selected_bg_color", "theme_selected_fg_color"]
      let before = try names.map { try color($0, of: widget) }
      style.desktopDidChange(
        DesktopAppearance(accent: .init(red: 200 / 255, green: 0, blue: 100 / 255)))
      fixture.settle()
      XCTAssertEqual(
        try names.map { try color($0, of: widget) }, [[200, 0, 100], [255, 255, 255]])
      XCTAssertEqual(try color("accent_bg_color", of: widget), [200, 0, 100])
      let knob = Int(widget.width) / 4
      let painted = fixture.color(x: knob, y: Int(widget.height) / 2 + 6, of: widget)
      XCTAssertEqual(painted[0], 200, accuracy: 12)
      XCTAssertLessThan(painted[1], 12)
      // On yellow, black is readable.
      style.desktopDidChange(DesktopAppearance(accent: .init(red: 1, green: 1, blue: 0)))
      XCTAssertEqual(try names.map { try color($0, of: widget) }, [[255, 255, 0], [0, 0, 0]])
      XCTAssertLessThan(try color("accent_color", of: widget)[0], 140, "yellow text is not read")
      style.desktopDidChange(
        DesktopAppearance(style: .dark, accent: .init(red: 1, green: 1, blue: 0)))
      XCTAssertEqual(try color("accent_color", of: widget), [255, 255, 0])
      style.desktopDidChange(DesktopAppearance())
      XCTAssertEqual(try names.map { try color($0, of: widget) }, before)
    }
  }

  /// The program's stylesheet overrides the accent.
  func testStylesheetDefinesTheAccentOtherwise() throws {
    try MainActor.assumeIsolated {
      let host = GTKHost(
        stylesheet: "@define-color accent_bg_color rgb(10,20,30);", isAnimated: false)
      try requireDisplay(host)
      defer { host.appearance.desktopDidChange(DesktopAppearance()) }
      let label = try XCTUnwrap(gtk_label_new(nil))
      g_object_ref_sink(label)
      defer { g_object_unref(label) }
      host.appearance.desktopDidChange(
        DesktopAppearance(accent: .init(red: 1, green: 0, blue: 0)))
      XCTAssertEqual(try color("theme_selected_bg_color", of: label), [10, 20, 30])
    }
  }

  /// A portal is asked when it appears, and its changes are followed.
  ///
  /// Other settings of the portal are ignored.
  func testSettingsPortal() throws {
    try MainActor.assumeIsolated {
      let desktop = try MockDesktop()
      defer { desktop.close() }
      let host = GTKHost(isAnimated: false)
      let bus = try XCTUnwrap(Bus(address: desktop.address))
      defer { bus.close() }
      var heard: [DesktopAppearance] = []
      let portal = SettingsPortal(bus) { heard.append($0) }
      try desktop.tell("appearance color-scheme 1")
      try desktop.tell("come portal")
      host.pump { heard.count == 1 }
      XCTAssertEqual(heard.last, DesktopAppearance(style: .dark))
      try desktop.tell("appearance accent-color 0.5 0.25 1")
      host.pump { heard.count == 2 }
      XCTAssertEqual(
        heard.last,
        DesktopAppearance(style: .dark, accent: .init(red: 0.5, green: 0.25, blue: 1)))
      try desktop.tell("appearance color-scheme 0")
      host.pump { heard.count == 3 }
      XCTAssertEqual(heard.last?.style, .unspecified)
      withExtendedLifetime(portal) {}
    }
  }

  /// A running program follows its session's portal.
  ///
  /// The answer may come at any time, and later changes are followed, too.
  func testRunFollowsThePortal() throws {
    try MainActor.assumeIsolated {
      let desktop = try MockDesktop()
      let name = "DBUS_SESSION_BUS_ADDRESS"
      let address = g_getenv(name).map { String(cString: $0) }
      g_setenv(name, desktop.address, 1)
      defer {
        if let address { g_setenv(name, address, 1) } else { g_unsetenv(name) }
        desktop.close()
      }
      try desktop.tell("come portal")
      try desktop.tell("appearance color-scheme 1")
      let life = try Device().makeLife { ViewController() }
      defer { life.host.appearance.desktopDidChange(DesktopAppearance()) }
      let deadline = ContinuousClock.now + .seconds(10)
      var steps: [String] = []
      @MainActor func look() {
        do {
          if prefersDark, steps.isEmpty {
            steps.append("dark")
            try desktop.tell("appearance color-scheme 2")
          } else if !prefersDark, steps == ["dark"] {
            steps.append("light")
          }
          if steps.count == 2 || ContinuousClock.now > deadline {
            return try life.application.terminate()
          }
          _ = life.host.schedule(after: .milliseconds(5)) { look() }
        } catch {
          XCTFail("\(error)")
          life.host.stop(status: 1)
        }
      }
      life.host.whenSettled { look() }
      XCTAssertEqual(life.host.run(try life.application), 0)
      XCTAssertEqual(steps, ["dark", "light"])
    }
  }
}

extension DesktopAppearance {
  fileprivate init(
    style: UserInterfaceStyle = .unspecified, accent: Color.Components? = nil
  ) {
    self.init()
    (self.style, self.accent) = (style, accent)
  }
}
#endif
