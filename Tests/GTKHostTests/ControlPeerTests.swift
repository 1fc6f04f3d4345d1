// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class ControlPeerTests: XCTestCase {
  /// The program's own colours are painted in their light or dark variant.
  func testColorsFollowTheTheme() throws {
    try withFixture { fixture in
      let label = Label("Colour")
      label.textColor = Color(
        light: Color.Components(red: 1, green: 0, blue: 0),
        dark: Color.Components(red: 0, green: 0, blue: 1, alpha: 0.5))
      fixture.show(label)
      let widget = try XCTUnwrap(label.peer as? LabelPeer).widget
      @MainActor func color() -> [Float] {
        var color = GdkRGBA()
        cgtk_widget_get_color(widget, &color)
        return [color.red, color.green, color.blue, color.alpha]
      }
      XCTAssertEqual(color(), [1, 0, 0, 1])
      let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
      cgtk_object_set_boolean(settings, "gtk-application-prefer-dark-theme", 1)
      defer { cgtk_object_set_boolean(settings, "gtk-application-prefer-dark-theme", 0) }
      XCTAssertEqual(color(), [0, 0, 1, 0.5])
      label.textColor = nil
      XCTAssertNotEqual(color(), [0, 0, 1, 0.5])
    }
  }

  func testSliderAndItsScaleFollowEachOther() throws {
    try withFixture { fixture in
      let slider = Slider()
      slider.maximumValue = 40
      slider.value = 25
      var changes: [Double] = []
      slider.onChange = { changes.append($0) }
      fixture.show(slider)
      let scale = try XCTUnwrap(slider.peer as? SliderPeer).widget
      XCTAssertEqual(gtk_range_get_value(scale.cast()), 25)
      slider.value = 0.848_591_6
      XCTAssertEqual(gtk_range_get_value(scale.cast()), 0.848_591_6)
      XCTAssertEqual(changes, [])
      gtk_range_set_value(scale.cast(), 30)
      XCTAssertEqual(slider.value, 30)
      XCTAssertEqual(changes, [30])
    }
  }

  func testSwitchAndItsWidgetFollowEachOther() throws {
    try withFixture { fixture in
      let view = Switch()
      view.isOn = true
      var changes: [Bool] = []
      view.onChange = { changes.append($0) }
      fixture.show(view)
      let widget = try XCTUnwrap(view.peer as? SwitchPeer).widget
      XCTAssertEqual(gtk_switch_get_active(widget.opaque), 1)
      view.isOn = false
      XCTAssertEqual(gtk_switch_get_active(widget.opaque), 0)
      XCTAssertEqual(changes, [])
      gtk_switch_set_active(widget.opaque, 1)
      XCTAssertTrue(view.isOn)
      XCTAssertEqual(changes, [true])
    }
  }

  func testSegmentedControlAndItsButtonsFollowEachOther() throws {
    try withFixture { fixture in
      let control = SegmentedControl(titles: ["Day", "Week"])
      var changes: [Int] = []
      control.onChange = { changes.append($0) }
      fixture.show(control)
      let row = try XCTUnwrap(control.peer as? SegmentedPeer).row
      @MainActor func down() -> [Bool] {
        row.buttons.map { gtk_toggle_button_get_active($0.cast()) != 0 }
      }
      XCTAssertEqual(down(), [false, false])
      control.selectedSegmentIndex = 1
      XCTAssertEqual(down(), [false, true])
      XCTAssertEqual(changes, [])
      gtk_toggle_button_set_active(row.buttons[0].cast(), 1)
      XCTAssertEqual(control.selectedSegmentIndex, 0)
      XCTAssertEqual(changes, [0])
      control.titles.append("Month")
      XCTAssertEqual(down(), [true, false, false])
      control.selectedSegmentIndex = nil
      XCTAssertEqual(down(), [false, false, false])
    }
  }

  func testStepperAndItsSpinButtonFollowEachOther() throws {
    try withFixture { fixture in
      let stepper = Stepper()
      stepper.stepValue = 0.25
      stepper.value = 3.5
      var changes: [Double] = []
      stepper.onChange = { changes.append($0) }
      fixture.show(stepper)
      let widget = try XCTUnwrap(stepper.peer as? StepperPeer).widget
      XCTAssertEqual(gtk_spin_button_get_value(widget.opaque), 3.5)
      gtk_spin_button_spin(widget.opaque, GTK_SPIN_STEP_FORWARD, 0.25)
      XCTAssertEqual(stepper.value, 3.75)
      XCTAssertEqual(changes, [3.75])
      stepper.value = 9
      XCTAssertEqual(gtk_spin_button_get_value(widget.opaque), 9)
    }
  }

  /// R210: widgets show the nearest allowed value without reporting a change.
  func testRestoredValuesWaitForTheirLimits() throws {
    try withFixture { fixture in
      let (slider, stepper) = (Slider(), Stepper())
      let segments = SegmentedControl(titles: ["Day"])
      slider.restoreValue(1234)
      stepper.restoreValue(1234)
      segments.restoreValue(2)
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [slider, stepper, segments]))
      let scale = try XCTUnwrap(slider.peer as? SliderPeer).widget
      let spin = try XCTUnwrap(stepper.peer as? StepperPeer).widget
      let row = try XCTUnwrap(segments.peer as? SegmentedPeer).row
      XCTAssertEqual(gtk_range_get_value(scale.cast()), 1)
      XCTAssertEqual(gtk_spin_button_get_value(spin.opaque), 100)
      XCTAssertEqual(gtk_toggle_button_get_active(row.buttons[0].cast()), 1)
      (slider.maximumValue, stepper.maximumValue) = (3600, 3600)
      segments.titles = ["Day", "Week", "Month"]
      fixture.settle()
      XCTAssertEqual(gtk_range_get_value(scale.cast()), 1234)
      XCTAssertEqual(gtk_spin_button_get_value(spin.opaque), 1234)
      XCTAssertEqual(gtk_toggle_button_get_active(row.buttons[2].cast()), 1)
      gtk_range_set_value(scale.cast(), 30)
      slider.maximumValue = 2000
      XCTAssertEqual(gtk_range_get_value(scale.cast()), 30)
    }
  }

  func testProgressIsDrawn() throws {
    try withFixture { fixture in
      let view = ProgressView(progress: 0.25)
      fixture.show(view)
      let widget = try XCTUnwrap(view.peer as? ProgressPeer).widget
      XCTAssertEqual(gtk_progress_bar_get_fraction(widget.opaque), 0.25)
      view.progress = 2
      XCTAssertEqual(gtk_progress_bar_get_fraction(widget.opaque), 1)
    }
  }

  func testButtonCallsItsAction() throws {
    try withFixture { fixture in
      var clicks = 0
      let button = Button("Press") { clicks += 1 }
      fixture.show(button)
      let widget = try XCTUnwrap(button.peer as? ButtonPeer).widget
      XCTAssertEqual(String(cString: gtk_button_get_label(widget.cast())), "Press")
      gtk_widget_activate(widget)
      fixture.pump { clicks == 1 }
    }
  }

  func testScreenReadersSayTheLabelOfAViewWhileItHasOne() throws {
    try requireSpokenWords()
    try withFixture { fixture in
      let view = View()
      fixture.show(view)
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      @MainActor func hasLabel() -> Bool {
        gtk_test_accessible_has_property(widget.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL) != 0
      }
      XCTAssertFalse(hasLabel())
      view.accessibilityLabel = "A stamp"
      XCTAssertNotEqual(cgtk_accessible_has_label(widget, "A stamp"), 0)
      view.accessibilityLabel = nil
      XCTAssertFalse(hasLabel())
    }
  }

  func testScreenReadersSayWhatASearchAndTabsAreFor() throws {
    try requireSpokenWords()
    try withFixture { fixture in
      let search = SearchBar()
      fixture.show(search)
      let entry = try XCTUnwrap(search.peer as? SearchPeer).entry
      XCTAssertNotEqual(cgtk_accessible_has_label(entry, ChromeString.search.localized), 0)
      search.placeholder = "Search talks"
      XCTAssertNotEqual(cgtk_accessible_has_label(entry, "Search talks"), 0)
      search.accessibilityLabel = "Talks"
      XCTAssertNotEqual(cgtk_accessible_has_label(entry, "Talks"), 0)
      let tabs = TabBarController(viewControllers: [ViewController(), ViewController()])
      tabs.title = "Conference"
      fixture.show(tabs)
      let switcher = try XCTUnwrap(tabs.view.peer as? TabBarPeer).switcher.widget
      XCTAssertNotEqual(cgtk_accessible_has_label(switcher, "Conference"), 0)
    }
  }

  func testScreenReadersSayTheLabelBeforeASwitch() throws {
    try requireSpokenWords()
    try withFixture { fixture in
      let own = Switch()
      own.accessibilityLabel = "Own"
      let controls: [View] = [Switch(), Switch(), Slider(), own]
      fixture.show(
        StackView(
          axis: .horizontal,
          arrangedSubviews: [
            Label("Active"), controls[0], controls[1], Label("Size"), controls[2], Label("Other"),
            own,
          ]))
      let areLabelled = try controls.map {
        gtk_test_accessible_has_relation(
          try XCTUnwrap($0.peer as? Peer).widget.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0
      }
      XCTAssertEqual(areLabelled, [true, false, true, false])
    }
  }

  func testScreenReadersSayTheTitleOfAnIconUnlessItHasALabel() throws {
    try requireSpokenWords()
    try withFixture { fixture in
      let button = Button("Delete") {}
      button.iconName = "user-trash-symbolic"
      button.accessibilityLabel = "Delete the picture"
      fixture.show(button)
      let widget = try XCTUnwrap(button.peer as? ButtonPeer).widget
      XCTAssertNotEqual(gtk_widget_get_tooltip_text(widget), nil, "The icon is missing.")
      XCTAssertNotEqual(cgtk_accessible_has_label(widget, "Delete the picture"), 0)
      button.accessibilityLabel = nil
      XCTAssertNotEqual(cgtk_accessible_has_label(widget, "Delete"), 0)
      button.iconName = nil
      XCTAssertNotEqual(cgtk_accessible_has_label(widget, "Delete"), 0)
    }
  }

  func testSubviewsAreAddedRemovedAndReordered() throws {
    try withFixture { fixture in
      let labels = ["a", "b", "c"].map { Label($0) }
      let stack = StackView(axis: .vertical, spacing: 4, arrangedSubviews: labels)
      fixture.show(stack)
      let peer = try XCTUnwrap(stack.peer as? StackPeer)
      @MainActor func texts() -> [String] {
        peer.childPeers[0].widget.parentsChildren.map {
          String(cString: gtk_label_get_text($0.opaque))
        }
      }
      XCTAssertEqual(texts(), ["a", "b", "c"])
      stack.insertSubview(labels[2], at: 0)
      XCTAssertEqual(texts(), ["c", "a", "b"])
      labels[0].removeFromSuperview()
      XCTAssertEqual(texts(), ["c", "b"])
      stack.addSubview(Label("d"))
      XCTAssertEqual(texts(), ["c", "b", "d"])
      fixture.settle()
      XCTAssertGreaterThan(labels[1].bounds.size.width, 0)
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  fileprivate var parentsChildren: [UnsafeMutablePointer<GtkWidget>] {
    gtk_widget_get_parent(self)?.children ?? []
  }
}
#endif
