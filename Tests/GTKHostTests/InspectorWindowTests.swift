// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class InspectorWindowTests: XCTestCase {
  /// R151: the key opens the inspector, whose rows are the objects.
  ///
  /// Closing it affects nothing else.
  func testKeyOpensTheInspector() throws {
    try withInspector { life, inspector in
      let identifiers = inspector.list.rows.compactMap { $0.line.object?.identifier }
      XCTAssertEqual(identifiers, ["Navigation", "Home", "Name", "Unreached"])
      XCTAssertEqual(
        inspector.list.rows.compactMap { $0.line.object?.id },
        inspector.inspector.inspection.objects.filter {
          $0.role != .view || $0.state != .excluded
        }.map(\.id))
      XCTAssertEqual(life.host.windowPeers.count, 1, "it is no window of the application")
      XCTAssertEqual(try life.application.windows.count, 1)
      XCTAssertTrue(
        inspector.userDidPress(UInt32(GDK_KEY_w), modifiers: GDK_CONTROL_MASK.rawValue))
      XCTAssertNil(life.host.inspectorWindow)
      XCTAssertEqual(try life.application.phase, .running)
    }
  }

  /// R151: most of the window's height is the list's.
  func testListHasMostOfTheWindow() throws {
    try withInspector { life, inspector in
      let view = try XCTUnwrap(gtk_widget_get_parent(inspector.list.widget))
      life.host.pump { view.height > 0 }
      XCTAssertGreaterThan(2 * view.height, inspector.window.height)
    }
  }

  /// R151, R189: the selected object says why it is not preserved.
  ///
  /// Values are shown only on demand.
  func testDetails() throws {
    try withInspector { life, inspector in
      let unreached = try inspector.object("Unreached")
      inspector.list.select(unreached.id)
      XCTAssertTrue(
        inspector.details.texts.contains {
          $0.contains("does not encode it; encode its children")
        },
        "\(inspector.details.texts)")
      let name = try inspector.object("Name")
      inspector.list.select(name.id)
      XCTAssertTrue(inspector.details.texts.contains("Navigation/:[0]:/Home/Name"))
      XCTAssertTrue(inspector.details.texts.contains("TextInput.text"))
      XCTAssertFalse(inspector.details.texts.contains { $0.contains("Grace") })
      let button = inspector.details.valuesButton
      gtk_widget_grab_focus(button)
      gtk_toggle_button_set_active(button.cast(), 1)
      XCTAssertTrue(inspector.details.texts.contains { $0.contains("\"Grace\"") })
      XCTAssertEqual(gtk_window_get_focus(inspector.window.cast()), button)
    }
  }

  /// R151: the list can be limited to problems and their parents.
  ///
  /// The Left key moves to the parent or closes a row, and the Right key opens it.
  func testFilterAndKeys() throws {
    try withInspector { life, inspector in
      inspector.setFilter(.problems)
      let lines = inspector.list.rows.compactMap(\.line.object)
      XCTAssertEqual(lines.compactMap(\.identifier), ["Navigation", "Home", "Unreached"])
      XCTAssertEqual(lines.filter(\.isProblem).compactMap(\.identifier), ["Unreached"])
      inspector.setFilter(.named)
      inspector.list.select(try inspector.object("Name").id)
      XCTAssertTrue(inspector.list.userDidPress(UInt32(GDK_KEY_Left)), "to what it lies in")
      XCTAssertEqual(inspector.list.selectedObject?.identifier, "Home")
      XCTAssertTrue(inspector.list.userDidPress(UInt32(GDK_KEY_Left)))
      XCTAssertEqual(inspector.identifiers, ["Navigation", "Home"])
      XCTAssertTrue(inspector.list.userDidPress(UInt32(GDK_KEY_Right)))
      XCTAssertEqual(inspector.identifiers, ["Navigation", "Home", "Name", "Unreached"])
      XCTAssertFalse(inspector.list.userDidPress(UInt32(GDK_KEY_Right)), "nothing to open")
    }
  }

  /// R150, R151: the inspector follows changes and keeps its selection.
  func testFollowsTheApplication() throws {
    try withInspector { life, inspector in
      inspector.list.select(try inspector.object("Name").id)
      let pushed = ViewController()
      pushed.restorationIdentifier = "Pushed"
      try life.root(NavigationController.self).pushViewController(pushed, animated: false)
      life.host.pump { inspector.identifiers.contains("Pushed") }
      XCTAssertEqual(inspector.list.selectedObject?.identifier, "Name")
    }
  }

  /// R27, R151: using the inspector does not count as leaving the application.
  ///
  /// The inspector is never saved.
  func testTakesNoPartInTheApplication() throws {
    try withDevice { device in
      let life = try device.launch { Screens.make() }
      life.settle()
      var reasons: [PreservationReason] = []
      try life.application.onPreserve = { reasons.append($1.reason) }
      let inspector = try life.openInspector()
      life.host.pump { inspector.isActive }
      var hasReported = false
      // Activation is reported after 50 milliseconds; by now it has taken effect.
      _ = life.host.schedule(after: .milliseconds(200)) { hasReported = true }
      life.host.pump { hasReported }
      XCTAssertFalse(reasons.contains(.background), "\(reasons)")
      let window = try XCTUnwrap(try life.application.windows.first)
      let size = try XCTUnwrap(life.host.picture(of: window, isBlurred: false)).size
      XCTAssertEqual(size.width, 800)
      life.end()
      life.host.closeInspector()
      XCTAssertEqual(reasons, [.terminating])

      let next = try device.launch { Screens.make() }
      defer { next.end() }
      XCTAssertEqual(
        Set(try XCTUnwrap(next.report).outcomes.map(\.address.path.description)),
        ["Navigation", "Navigation/:[0]:/Home", "Navigation/:[0]:/Home/Name"])
    }
  }

  /// R27, R151: closing the last window ends the run in order.
  ///
  /// The inspector closes with it.
  func testClosingTheLastWindowEndsTheRun() throws {
    try MainActor.assumeIsolated {
      let life = try Device().makeLife { Screens.make() }
      life.host.whenSettled {
        _ = try? life.openInspector()
        gtk_window_close(life.host.windowPeers[0].window.cast())
      }
      XCTAssertEqual(life.host.run(try life.application), 0)
      XCTAssertEqual(try life.application.phase, .terminated)
      XCTAssertNil(life.host.inspectorWindow)
    }
  }
}

/// Runs a test with the open inspector of a program.
private func withInspector(_ test: @MainActor (Life, InspectorWindow) throws -> Void) throws {
  try MainActor.assumeIsolated {
    let life = try Device().launch { Screens.make() }
    defer { life.end() }
    life.settle()
    try test(life, life.openInspector())
  }
}

extension Life {
  /// Presses the key in the first window.
  @MainActor fileprivate func openInspector() throws -> InspectorWindow {
    let peer = try XCTUnwrap(host.windowPeers.first)
    XCTAssertTrue(
      peer.userDidPress(
        UInt32(GDK_KEY_R), modifiers: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue))
    return try XCTUnwrap(host.inspectorWindow)
  }
}

extension InspectorWindow {
  @MainActor fileprivate var identifiers: [String] {
    list.rows.compactMap { $0.line.object?.identifier }
  }

  @MainActor fileprivate func object(_ identifier: String) throws -> InspectedObject {
    try XCTUnwrap(inspector.inspection.objects.first { $0.identifier == identifier })
  }
}

/// An interface with a typed-in field and a child that isn't encoded.
@MainActor private enum Screens {
  static func make() -> ViewController {
    let home = ViewController()
    home.restorationIdentifier = "Home"
    let field = TextField()
    field.restorationIdentifier = "Name"
    home.view.addSubview(StackView(axis: .vertical, arrangedSubviews: [field]))
    field.hostDidEdit(text: "Grace", selectedTextRange: 5..<5)
    let child = ViewController()
    child.restorationIdentifier = "Unreached"
    home.addChild(child)
    let navigation = NavigationController(rootViewController: home)
    navigation.restorationIdentifier = "Navigation"
    return navigation
  }
}
#endif
