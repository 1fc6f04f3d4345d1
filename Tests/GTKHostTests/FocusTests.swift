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

final class FocusTests: XCTestCase {
  /// R197: GTK's focus and the first responder are always equal.
  ///
  /// Either side can move it.
  func testFocusAndFirstResponderFollowEachOther() throws {
    try withFixture { fixture in
      let (field, notes, plus) = (TextField(), TextView(), Stepper())
      field.text = "Hello"
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, notes, plus]))
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      XCTAssertTrue(notes.becomeFirstResponder())
      let textView = try XCTUnwrap(notes.peer as? TextViewPeer).textView
      XCTAssertEqual(fixture.focus, textView)
      XCTAssertTrue(field.becomeFirstResponder())
      XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
      XCTAssertEqual(field.selectedTextRange, 5..<5)
      XCTAssertEqual(peer.shownSelection, 5..<5, "all is selected")
      gtk_widget_grab_focus(textView)
      XCTAssertTrue(notes.isFirstResponder)
      gtk_widget_grab_focus(try XCTUnwrap(plus.peer as? StepperPeer).widget)
      XCTAssertTrue(plus.isFirstResponder)
      plus.resignFirstResponder()
      XCTAssertNil(fixture.focus)
    }
  }

  /// R197: the focus enters a sheet, and returns when the sheet closes.
  func testSheetTakesTheFocusAndGivesItBack() throws {
    try withFixture { fixture in
      let fields = [TextField(), TextField()]
      fixture.show(StackView(axis: .vertical, arrangedSubviews: fields))
      fields[1].becomeFirstResponder()
      let sheet = ViewController()
      let inSheet = TextField()
      sheet.view.addSubview(inSheet)
      fixture.window.rootViewController?.present(sheet, animated: false)
      fixture.settle()
      XCTAssertTrue(inSheet.isFirstResponder)
      fixture.window.rootViewController?.dismiss(animated: false)
      fixture.settle()
      XCTAssertTrue(fields[1].isFirstResponder)
      let peer = try XCTUnwrap(fields[1].peer as? TextFieldPeer)
      XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
    }
  }

  /// R197, R216: the focus enters a restored popover, and goes to its button when it closes.
  func testRestoredPopoverLeavesTheFocusAtItsButton() throws {
    try withDevice { device in
      @MainActor func makePopover() -> ViewController {
        let popover = ViewController()
        popover.restorationIdentifier = "Popover"
        popover.view.addSubview(Button("Done"))
        return popover
      }
      @MainActor func launch() throws -> Life {
        try device.launch(make: { $0 == "Popover" ? makePopover() : nil }) {
          let screen = NamedScreen("Screen")
          screen.view.addSubview(Button("First"))
          screen.rightBarButtonItems = [BarButtonItem(title: "Filter") {}]
          let navigation = NavigationController(rootViewController: screen)
          navigation.restorationIdentifier = "Navigation"
          return navigation
        }
      }
      let first = try launch()
      first.settle()
      let screen = try XCTUnwrap(first.root(NavigationController.self).topViewController)
      let popover = makePopover()
      popover.modalPresentationStyle = .popover
      popover.popoverPresentationController?.barButtonItem = screen.rightBarButtonItems[0]
      screen.present(popover, animated: false)
      first.settle()
      first.end()
      let second = try launch()
      defer { second.end() }
      second.settle()
      let root = try second.root(NavigationController.self)
      let done = root.presentedViewController?.view.subviews.first as? Button
      XCTAssertEqual(second.focus, try XCTUnwrap(done?.peer as? Peer).widget)
      root.dismiss(animated: false)
      second.settle()
      let button = root.topViewController?.rightBarButtonItems.first?.peer as? BarButton
      XCTAssertEqual(second.focus, try XCTUnwrap(button).widget)
    }
  }

  /// R41, R197: a restored focus waits while its view is hidden or disabled, however often the
  /// program ends meanwhile.
  func testFocusWaitsForItsView() throws {
    for state in [FocusedButton.State.hidden, .disabled] {
      try withDevice { device in
        try device.leaveFocusOnButton()
        for _ in 0..<2 {
          let waiting = FocusedButton(state)
          let life = try device.launch { waiting.screen }
          life.settle()
          XCTAssertNotEqual(life.focus, waiting.widget)
          life.end()
        }
        let last = FocusedButton(state)
        let life = try device.launch { last.screen }
        defer { life.end() }
        life.settle()
        // What has the focus meanwhile goes.
        last.other.isHidden = true
        life.settle()
        last.state = .ready
        life.host.pump { life.focus == last.widget }
        XCTAssertTrue(last.button.isFirstResponder)
      }
    }
  }

  /// R197: a focus that waits gives way to the user, who goes to another view.
  func testUserEndsTheWaitForTheFocus() throws {
    try withDevice { device in
      try device.leaveFocusOnButton()
      let again = FocusedButton(.hidden)
      let second = try device.launch { again.screen }
      defer { second.end() }
      second.settle()
      gtk_widget_grab_focus(try XCTUnwrap(again.last.peer as? Peer).widget)
      XCTAssertTrue(again.last.isFirstResponder)
      again.state = .ready
      second.settle()
      XCTAssertTrue(again.last.isFirstResponder)
      XCTAssertEqual(second.focus, (again.last.peer as? Peer)?.widget)
    }
  }

  /// The first paint after a relaunch shows the user's input, also on a sheet.
  ///
  /// R101, R102, R104, R105, R197: typed text, choices and the caret's position are there.
  func testRelaunchPaintsTextAndFocusFirst() throws {
    try MainActor.assumeIsolated {
      for isSheet in [false, true] {
        let device = Device()
        @MainActor func launch(_ form: Form) throws -> Life {
          try device.launch(make: { $0 == "Form" ? form.screen : nil }) {
            isSheet ? NamedScreen("Root") : form.screen
          }
        }
        let (used, form) = (Form(), Form())
        let first = try launch(used)
        if isSheet { try first.root().present(used.screen, animated: false) }
        first.settle()
        XCTAssertTrue(used.name.isFirstResponder, "GTK focuses the first field by itself")
        try used.fill()
        let left = try used.shown()
        first.end()

        let second = try launch(form)
        defer { second.end() }
        let shown = try second.atFirstPaint { (try form.shown(), second.focus) }
        XCTAssertEqual(shown.0, left)
        XCTAssertEqual(shown.1, (form.notes.peer as? TextViewPeer)?.textView)
        XCTAssertTrue(form.notes.isTextEdited)
        XCTAssertEqual(form.name.selectedTextRange, 2..<4)
      }
    }
  }
}

extension Device {
  /// Runs a program that ends while its button has the focus.
  @MainActor fileprivate func leaveFocusOnButton() throws {
    let used = FocusedButton(.ready)
    let life = try launch { used.screen }
    life.settle()
    used.button.becomeFirstResponder()
    life.settle()
    life.end()
  }
}

/// A screen with a button between others that hides or disables it until its data has come.
@MainActor private final class FocusedButton {
  enum State { case ready, hidden, disabled }

  let (other, button, last) = (Button("Other"), Button("Go"), Button("Last"))
  let screen = ViewController()
  private let box: StackView
  var state: State { didSet { show() } }

  init(_ state: State) {
    self.state = state
    box = StackView(axis: .vertical, arrangedSubviews: [button])
    screen.restorationIdentifier = "Screen"
    for button in [other, button, last] {
      button.restorationIdentifier = button.title
    }
    for view in [other, box, last] { screen.view.addSubview(view) }
    show()
  }

  private func show() {
    box.isHidden = state == .hidden
    button.isEnabled = state != .disabled
  }

  var widget: WidgetPointer? { (button.peer as? Peer)?.widget }
}

/// A GTK scale that the application wraps itself.
@MainActor private final class ScaleView: NativeView {
  init() {
    super.init {
      UnsafeMutableRawPointer(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1))
    }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(gtk_range_get_value(pointer.cast()), forKey: "value")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    gtk_range_set_value(pointer.cast(), coder.decodeDouble(forKey: "value"))
  }
}

/// A screen with every kind of view that takes user input.
@MainActor private final class Form {
  let name = TextField(placeholder: "Name")
  let notes = TextView()
  let screen = ViewController()
  private let days = SegmentedControl(titles: ["Fri", "Sat", "Sun"])
  private let count = Stepper()
  private let scale = ScaleView()
  private let slider = Slider()
  private let light = Switch()

  /// The state that GTK shows.
  struct Shown: Equatable {
    var name: String
    var nameSelection: Range<Int>?
    var notes: String
    var notesSelection: Range<Int>?
    var days: [gboolean]
    var count: Double
    var scale: Double
    var slider: Double
    var light: gboolean
  }

  init() {
    let parts: [(View, String)] = [
      (name, "Name"), (notes, "Notes"), (days, "Days"), (count, "Count"), (scale, "Scale"),
      (slider, "Slider"), (light, "Light"),
    ]
    for (view, identifier) in parts { view.restorationIdentifier = identifier }
    screen.restorationIdentifier = "Form"
    screen.view.addSubview(StackView(axis: .vertical, arrangedSubviews: parts.map(\.0)))
  }

  /// Enters input through GTK's widgets, as a user does.
  ///
  /// At the end, the notes have the focus.
  func fill() throws {
    let name = try XCTUnwrap(name.peer as? TextFieldPeer)
    gtk_editable_set_text(name.text, "Grace 👍🏽")
    gtk_editable_select_region(name.text, 2, 4)
    let notes = try XCTUnwrap(notes.peer as? TextViewPeer)
    let buffer = gtk_text_view_get_buffer(notes.textView.cast())
    gtk_text_buffer_set_text(buffer, "one\ntwo\nthree", -1)
    var caret = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &caret, 5)
    gtk_text_buffer_place_cursor(buffer, &caret)
    gtk_widget_grab_focus(notes.textView)
    let days = try XCTUnwrap(days.peer as? SegmentedPeer)
    gtk_toggle_button_set_active(days.row.buttons[2].cast(), 1)
    gtk_spin_button_set_value(try XCTUnwrap(count.peer as? StepperPeer).widget.opaque, 7)
    gtk_range_set_value(scale.pointer.cast(), 42)
    gtk_range_set_value(try XCTUnwrap(slider.peer as? SliderPeer).widget.cast(), 0.25)
    gtk_switch_set_active(try XCTUnwrap(light.peer as? SwitchPeer).widget.opaque, 1)
  }

  func shown() throws -> Shown {
    let name = try XCTUnwrap(name.peer as? TextFieldPeer)
    let notes = try XCTUnwrap(notes.peer as? TextViewPeer)
    let days = try XCTUnwrap(days.peer as? SegmentedPeer)
    let count = try XCTUnwrap(count.peer as? StepperPeer)
    let slider = try XCTUnwrap(slider.peer as? SliderPeer)
    let light = try XCTUnwrap(light.peer as? SwitchPeer)
    return Shown(
      name: name.shownText, nameSelection: name.shownSelection, notes: notes.shownText,
      notesSelection: notes.shownSelection,
      days: days.row.buttons.map { gtk_toggle_button_get_active($0.cast()) },
      count: gtk_spin_button_get_value(count.widget.opaque),
      scale: gtk_range_get_value(scale.pointer.cast()),
      slider: gtk_range_get_value(slider.widget.cast()),
      light: gtk_switch_get_active(light.widget.opaque))
  }
}
#endif
