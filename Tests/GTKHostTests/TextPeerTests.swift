// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class TextPeerTests: XCTestCase {
  /// R101: text and selection of a text field and its entry agree.
  func testTextFieldAndItsEntryFollowEachOther() throws {
    try withFixture { fixture in
      let field = TextField(placeholder: "Name")
      field.text = "a👍🏽bc"
      field.selectedTextRange = 1..<4
      var changes: [String] = []
      field.onChange = { changes.append($0) }
      fixture.show(field)
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      XCTAssertEqual(peer.shownText, "a👍🏽bc")
      XCTAssertEqual(peer.shownSelection, 1..<4)
      field.text = "Hello"
      XCTAssertEqual(peer.shownText, "Hello")
      XCTAssertEqual(peer.shownSelection, 5..<5)
      XCTAssertEqual(changes, [])
      peer.type(" 👍🏽")
      XCTAssertEqual(field.text, "Hello 👍🏽")
      XCTAssertEqual(field.selectedTextRange, 8..<8)
      XCTAssertTrue(field.isTextEdited)
      XCTAssertEqual(changes, ["Hello 👍🏽"])
      gtk_editable_select_region(peer.text, 1, 3)
      XCTAssertEqual(field.selectedTextRange, 1..<3)
    }
  }

  /// R101: a field that is taken off the screen keeps its selection.
  func testFieldOffTheScreenKeepsItsSelection() throws {
    try withFixture { fixture in
      let field = TextField()
      field.text = "Hello"
      fixture.show(field)
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      gtk_editable_select_region(peer.text, 1, 3)
      field.removeFromSuperview()
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(peer.widget), 0)
      gtk_editable_select_region(peer.text, 0, 0)  // GTK may do this on its own, too
      XCTAssertEqual(field.selectedTextRange, 1..<3)
    }
  }

  /// R186: no range moves the widgets' caret past the end.
  func testCaretStaysInTheText() throws {
    try withFixture { fixture in
      let (field, view) = (TextField(), TextView())
      for input in [field, view] as [TextInput] {
        input.text = "Hello"
        input.selectedTextRange = 3..<99
      }
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, view]))
      XCTAssertEqual((field.peer as? TextFieldPeer)?.shownSelection, 3..<5)
      XCTAssertEqual((view.peer as? TextViewPeer)?.shownSelection, 3..<5)
      for input in [field, view] as [TextInput] { input.text = "Hi" }
      XCTAssertEqual((field.peer as? TextFieldPeer)?.shownSelection, 2..<2)
      XCTAssertEqual((view.peer as? TextViewPeer)?.shownSelection, 2..<2)
    }
  }

  /// A text that the application changes while the user types is shown.
  func testApplicationMayChangeTextWhileItIsTyped() throws {
    try withFixture { fixture in
      let field = TextField()
      field.onChange = { field.text = $0.uppercased() }
      fixture.show(field)
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      peer.type("abc")
      XCTAssertEqual(field.text, "ABC")
      fixture.pump { peer.shownText == "ABC" }
    }
  }

  /// R211: undo after a relaunch removes no restored text.
  func testRestoredTextCannotBeUndone() throws {
    try withDevice { device in
      @MainActor func launch() throws -> (life: Life, inputs: [TextInput], stepper: Stepper) {
        let inputs: [TextInput] = [TextField(), SearchBar(), TextView()]
        let stepper = Stepper(restorationIdentifier: "Stepper")
        for (index, input) in inputs.enumerated() {
          input.restorationIdentifier = "Input \(index)"
        }
        let life = try device.launch {
          let screen = ViewController(restorationIdentifier: "Screen")
          screen.view.addSubview(
            StackView(axis: .vertical, arrangedSubviews: (inputs as [View]) + [stepper]))
          return screen
        }
        life.settle()
        return (life, inputs, stepper)
      }
      let first = try launch()
      for input in first.inputs { input.hostDidEdit(text: "typed", selectedTextRange: 5..<5) }
      first.stepper.value = 7
      first.life.end()

      let second = try launch()
      defer { second.life.end() }
      let spin = try XCTUnwrap(second.stepper.peer as? StepperPeer).widget
      let texts = second.inputs.map {
        ($0.peer as? TextFieldPeer)?.text ?? ($0.peer as? SearchPeer)?.text
          ?? ($0.peer as? TextViewPeer)?.textView.opaque
      }
      for widget in texts + [gtk_editable_get_delegate(spin.opaque)] {
        gtk_widget_activate_action_variant(
          WidgetPointer(try XCTUnwrap(widget)), "text.undo", nil)
      }
      XCTAssertEqual(second.inputs.map(\.text), ["typed", "typed", "typed"])
      XCTAssertEqual(gtk_editable_get_text(spin.opaque).map { String(cString: $0) }, "7")
    }
  }

  /// R211: the user can undo typed text as before.
  func testWhatIsTypedCanBeUndone() throws {
    try withFixture { fixture in
      let field = TextField()
      field.text = "set"
      fixture.show(field)
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      peer.type(", typed")
      XCTAssertEqual(field.text, "set, typed")
      gtk_widget_activate_action_variant(WidgetPointer(peer.text), "text.undo", nil)
      XCTAssertEqual(field.text, "set")
    }
  }

  /// R211, R223: neither undo nor redo brings back a text about the former subject.
  func testUndoAfterTurningToASubject() throws {
    try withFixture { fixture in
      let (field, view) = (TextField(), TextView())
      for input in [field, view] as [TextInput] { input.textSubject = "1" }
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, view]))
      let line = try XCTUnwrap(field.peer as? TextFieldPeer)
      line.type("typed")
      let text = try XCTUnwrap(view.peer as? TextViewPeer).textView
      gtk_text_buffer_insert_at_cursor(gtk_text_view_get_buffer(text.cast()), "typed", -1)
      for (input, widget) in [(field, WidgetPointer(line.text)), (view, text)]
        as [(TextInput, WidgetPointer)]
      {
        for _ in "typed" { gtk_widget_activate_action_variant(widget, "text.undo", nil) }
        XCTAssertEqual(input.text, "")
        input.textSubject = "2"
        for action in ["text.redo", "text.undo"] {
          gtk_widget_activate_action_variant(widget, action, nil)
          XCTAssertEqual(input.text, "")
        }
      }
    }
  }

  func testReturnIsReported() throws {
    try withFixture { fixture in
      var events: [String] = []
      let field = TextField()
      field.onReturn = { events.append("return") }
      let search = SearchBar()
      search.onSearch = { events.append("search") }
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, search]))
      try XCTUnwrap(field.peer as? TextFieldPeer).pressReturn()
      try XCTUnwrap(search.peer as? SearchPeer).pressReturn()
      XCTAssertEqual(events, ["return", "search"])
    }
  }

  /// R102: a secure field shows dots until it is no longer secure.
  func testSecureFieldHidesItsText() throws {
    try withFixture { fixture in
      let field = TextField()
      field.isSecure = true
      field.text = "secret"
      fixture.show(field)
      let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
      XCTAssertEqual(gtk_text_get_visibility(peer.gtkText), 0)
      XCTAssertEqual(peer.shownText, "secret")
      field.isSecure = false
      XCTAssertEqual(gtk_text_get_visibility(peer.gtkText), 1)
    }
  }

  /// R102: a text view and its widget agree, including `isEditable`.
  func testTextViewAndItsWidgetFollowEachOther() throws {
    try withFixture { fixture in
      let view = TextView()
      view.text = "One\n👍🏽 two"
      view.selectedRange = 4..<6
      view.isEditable = false
      fixture.show(view)
      let peer = try XCTUnwrap(view.peer as? TextViewPeer)
      XCTAssertEqual(peer.shownText, "One\n👍🏽 two")
      XCTAssertEqual(peer.shownSelection, 4..<6)
      XCTAssertEqual(gtk_text_view_get_editable(peer.textView.cast()), 0)
      view.isEditable = true
      XCTAssertEqual(gtk_text_view_get_editable(peer.textView.cast()), 1)
      gtk_text_buffer_insert_at_cursor(gtk_text_view_get_buffer(peer.textView.cast()), "x", -1)
      XCTAssertTrue(view.isTextEdited)
      XCTAssertEqual(view.text, peer.shownText)
      XCTAssertEqual(view.selectedRange, peer.shownSelection)
      view.text = "Other"
      XCTAssertEqual(peer.shownText, "Other")
      XCTAssertEqual(peer.shownSelection, 5..<5)
    }
  }

  func testEscapeInASearchBarOnASheetTakesTheSheetAway() throws {
    try withFixture { fixture in
      fixture.show(Label("Below"))
      let (sheet, bar) = (ViewController(), SearchBar())
      sheet.view.addSubview(bar)
      fixture.window.rootViewController?.present(sheet, animated: false)
      fixture.settle()
      let entry = try XCTUnwrap(bar.peer as? SearchPeer).entry
      var cancels = 0
      bar.onCancel = { cancels += 1 }
      emit("stop-search", entry.raw, gtk_search_entry_get_type())
      XCTAssertEqual(cancels, 1)
      XCTAssertEqual(fixture.window.presentationChain.count, 2)
      bar.onCancel = nil
      emit("stop-search", entry.raw, gtk_search_entry_get_type())
      XCTAssertEqual(fixture.window.presentationChain.count, 1)
    }
  }

  func testSearchBarAndItsWidgetsFollowEachOther() throws {
    try withFixture { fixture in
      let bar = SearchBar(placeholder: "Search")
      bar.scopeTitles = ["Titles", "Speakers"]
      bar.text = "swift"
      var scopes: [Int] = []
      bar.onScopeChange = { scopes.append($0) }
      fixture.show(bar)
      let peer = try XCTUnwrap(bar.peer as? SearchPeer)
      XCTAssertEqual(peer.shownText, "swift")
      peer.type("y")
      XCTAssertEqual(bar.text, "swifty")
      gtk_toggle_button_set_active(peer.scopes.buttons[1].cast(), 1)
      XCTAssertEqual(bar.selectedScopeIndex, 1)
      XCTAssertEqual(scopes, [1])
      bar.selectedScopeIndex = 0
      XCTAssertEqual(gtk_toggle_button_get_active(peer.scopes.buttons[0].cast()), 1)
      XCTAssertEqual(scopes, [1])
    }
  }
}

extension EditablePeer {
  /// Types a text at the caret, without replacing a selection.
  ///
  /// It is the signal of GTK's key bindings: what a program inserts is no step of undo in newer
  /// GTK.
  fileprivate func type(_ string: String) {
    gtk_editable_set_position(text, gtk_editable_get_position(text))
    emit("insert-at-cursor", UnsafeMutableRawPointer(text), gtk_text_get_type(), string)
  }

  /// Emits GTK's signal for the Return key.
  fileprivate func pressReturn() {
    emit("activate", UnsafeMutableRawPointer(text), gtk_text_get_type())
  }
}
#endif
