// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import StateRestoration
import XCTest

@testable import GTKWidgets

/// Values go back only over the values that they were changed from.
final class ValueTests: XCTestCase {
  /// A switch, a scale, a spin button, a drop-down list, a combo box and a toggle.
  @MainActor private struct Controls {
    let widgets: [WidgetPointer]

    /// Creates widgets whose values the program has set to a number from 0 to 3.
    init(_ number: Int) {
      let combo: WidgetPointer = gtk_combo_box_text_new()
      for name in Self.names { gtk_combo_box_text_append(combo.opaque, name, name) }
      widgets = [
        gtk_switch_new().named("Switch"),
        gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 3, 1).named("Scale"),
        gtk_spin_button_new_with_range(0, 3, 1).named("Spin"),
        gtk_drop_down_new(makeStrings(Self.names), nil).named("DropDown"),
        combo.named("Combo"), gtk_toggle_button_new().named("Toggle"),
      ]
      set(number)
    }

    static let names = ["zero", "one", "two", "three"]

    func set(_ number: Int) {
      gtk_switch_set_active(widgets[0].opaque, (number > 1).gboolean)
      gtk_range_set_value(widgets[1].cast(), Double(number))
      gtk_spin_button_set_value(widgets[2].opaque, Double(number))
      gtk_drop_down_set_selected(widgets[3].opaque, guint(number))
      gtk_combo_box_set_active(widgets[4].cast(), Int32(number))
      gtk_toggle_button_set_active(widgets[5].cast(), (number > 1).gboolean)
    }

    /// The numbers that the widgets show; 0 or 3 of a switch and a toggle.
    var shown: [Int] {
      [
        gtk_switch_get_active(widgets[0].opaque) != 0 ? 3 : 0,
        Int(gtk_range_get_value(widgets[1].cast())),
        Int(gtk_spin_button_get_value(widgets[2].opaque)),
        Int(gtk_drop_down_get_selected(widgets[3].opaque)),
        Int(gtk_combo_box_get_active(widgets[4].cast())),
        gtk_toggle_button_get_active(widgets[5].cast()) != 0 ? 3 : 0,
      ]
    }

    /// Makes the widgets with a number, and shows them.
    static func show(_ number: Int, in program: WidgetProgram) -> Controls {
      let controls = Controls(number)
      let box = makeBox()
      for widget in controls.widgets { gtk_box_append(box.cast(), widget) }
      program.show(box)
      return controls
    }
  }

  /// R222: an untouched value is not saved, so a new default arrives.
  func testNewDefaultArrives() throws {
    try withProgram { program in
      _ = Controls.show(3, in: program)
      try program.relaunch()
      XCTAssertEqual(Controls.show(0, in: program).shown, [0, 0, 0, 0, 0, 0])
      try program.relaunch()
      XCTAssertEqual(Controls.show(3, in: program).shown, [3, 3, 3, 3, 3, 3])
    }
  }

  /// R222: a value that the user sets back is an untouched one.
  func testValueThatIsSetBack() throws {
    try withProgram { program in
      let controls = Controls.show(1, in: program)
      controls.set(3)
      controls.set(1)
      try program.relaunch()
      XCTAssertEqual(Controls.show(2, in: program).shown, [3, 2, 2, 2, 2, 3])
    }
  }

  /// R104, R222: a changed value goes back over the same base, also when it is set after the call.
  func testValueGoesBackOverItsBase() throws {
    try withProgram { program in
      Controls.show(1, in: program).set(3)
      try program.relaunch()
      let controls = Controls.show(1, in: program)
      XCTAssertEqual(controls.shown, [3, 3, 3, 3, 3, 3])
      XCTAssertFalse(controls.widgets.contains { $0.hasUnrestoredValue })
      try program.relaunch()
      let late = Controls(2)
      let box = makeBox()
      for widget in late.widgets { gtk_box_append(box.cast(), widget) }
      let window = program.makeWindow(box)
      late.set(1)
      program.present(window)
      program.pump { late.shown == [3, 3, 3, 3, 3, 3] }
    }
  }

  /// R222: over another base the program's value stays, and the user's is offered until an answer.
  func testValueIsOfferedOverAnotherBase() throws {
    try withProgram { program in
      Controls.show(1, in: program).set(3)
      try program.relaunch()
      let controls = Controls(2)
      let offered = [1, 2, 3, 4].map { controls.widgets[$0] }
      var told: [Bool] = []
      for widget in offered { widget.onUnrestoredValueChange = { told.append($0) } }
      let box = makeBox()
      for widget in controls.widgets { gtk_box_append(box.cast(), widget) }
      program.show(box)
      XCTAssertEqual(controls.shown, [3, 2, 2, 2, 2, 3])
      XCTAssertEqual(told, [true, true, true, true])
      XCTAssertEqual(
        program.restoration.report?.issues.filter { "\($0)".contains("hasUnrestoredValue") }.count,
        4)
      // Nobody answers: it is offered again.
      try program.relaunch()
      let again = Controls.show(2, in: program)
      XCTAssertEqual(
        again.widgets.map { $0.hasUnrestoredValue }, [false, true, true, true, true, false])
      again.widgets[1].takeUnrestoredValue()
      again.widgets[2].discardUnrestoredValue()
      again.widgets[3].takeUnrestoredValue()
      gtk_combo_box_set_active(again.widgets[4].cast(), 0)
      XCTAssertEqual(again.shown, [3, 3, 2, 3, 0, 3])
      XCTAssertFalse(again.widgets.contains { $0.hasUnrestoredValue })
      // What was taken or chosen is the user's, over the program's newer value.
      try program.relaunch()
      XCTAssertEqual(Controls.show(2, in: program).shown, [3, 3, 2, 3, 0, 3])
    }
  }

  /// R222: a value that the program sets itself is settled; one changed elsewhere stays changed.
  func testValueThatTheProgramKeeps() throws {
    try withProgram { program in
      Controls.show(0, in: program).set(3)
      try program.relaunch()
      _ = Controls.show(3, in: program)
      try program.relaunch()
      XCTAssertEqual(Controls.show(0, in: program).shown, [0, 0, 0, 0, 0, 0])
    }
  }

  /// R222: the user's value goes back over any suggestion.
  func testSuggestion() throws {
    try withProgram { program in
      Controls.show(1, in: program).set(3)
      try program.relaunch()
      let controls = Controls(2)
      let box = makeBox()
      for widget in controls.widgets {
        widget.valueRestoration = .overAnyValue
        gtk_box_append(box.cast(), widget)
      }
      program.show(box)
      XCTAssertEqual(controls.shown, [3, 3, 3, 3, 3, 3])
    }
  }

  /// R222: a value is deleted when it is not to be restored any more.
  func testValueThatIsNotRestoredAnyMore() throws {
    try withProgram { program in
      Controls.show(1, in: program).set(3)
      try program.relaunch()
      for widget in Controls.show(1, in: program).widgets { widget.valueRestoration = .never }
      program.restoration.saving.saveDueChanges()
      try program.relaunch(saving: false)
      XCTAssertEqual(Controls.show(1, in: program).shown, [0, 1, 1, 1, 1, 0])
    }
  }

  /// R222: what changes after a widget was on screen is the user's, also while it is hidden.
  func testValueThatChangesWhileItIsHidden() throws {
    try withProgram { program in
      for isPage in [true, false] {
        let container: WidgetPointer = isPage ? gtk_stack_new() : gtk_expander_new("More")
        let controls = Controls(1)
        let box = makeBox()
        for widget in controls.widgets { gtk_box_append(box.cast(), widget) }
        if isPage {
          gtk_stack_add_child(container.opaque, box)
          gtk_stack_add_named(container.opaque, gtk_label_new("Other"), "other")
        } else {
          gtk_expander_set_child(container.opaque, box)
          gtk_expander_set_expanded(container.opaque, 1)
        }
        program.show(container)
        controls.set(2)
        if isPage {
          gtk_stack_set_visible_child_name(container.opaque, "other")
        } else {
          gtk_expander_set_expanded(container.opaque, 0)
        }
        program.pump { gtk_widget_get_mapped(box) == 0 }
        controls.set(3)
        try program.relaunch()
        XCTAssertEqual(Controls.show(1, in: program).shown, [3, 3, 3, 3, 3, 3])
        try program.relaunch()
        XCTAssertEqual(Controls.show(2, in: program).shown, [3, 2, 2, 2, 2, 3])
        try program.relaunch()
        Controls.show(1, in: program).set(1)
        try program.relaunch()
      }
    }
  }

  /// R222: a dialog that was open leaves the program's value alone when it is opened later.
  func testDialogThatIsOpenedLater() throws {
    try withProgram { program in
      @MainActor func open(_ isOn: Bool) -> WidgetPointer {
        let check: WidgetPointer = gtk_check_button_new().named("Check")
        gtk_check_button_set_active(check.cast(), isOn.gboolean)
        program.show(check, named: "Dialog")
        return check
      }
      program.show(gtk_label_new("Main"))
      _ = open(true)
      try program.relaunch()
      program.show(gtk_label_new("Main"))
      program.settle()
      XCTAssertEqual(gtk_check_button_get_active(open(false).cast()), 0)
    }
  }

  /// R222: what a handler does while a value is restored is no new base of another one.
  func testHandlerChangesAnotherValue() throws {
    try withProgram { program in
      @MainActor func show() -> (automatic: WidgetPointer, level: WidgetPointer) {
        let automatic: WidgetPointer = gtk_check_button_new().named("Automatic")
        let level: WidgetPointer = gtk_scale_new_with_range(
          GTK_ORIENTATION_HORIZONTAL, 0, 100, 1
        ).named("Level")
        gtk_range_set_value(level.cast(), 20)
        connect(automatic, "toggled") { _ in gtk_range_set_value(level.cast(), 50) }
        program.show(makeBox(automatic, level))
        return (automatic, level)
      }
      let (automatic, level) = show()
      gtk_check_button_set_active(automatic.cast(), 1)
      gtk_range_set_value(level.cast(), 60)
      try program.relaunch()
      let restored = show()
      XCTAssertEqual(gtk_check_button_get_active(restored.automatic.cast()), 1)
      XCTAssertEqual(gtk_range_get_value(restored.level.cast()), 60)
    }
  }

  /// R222: two numbers come back of which each limits the other.
  func testNumbersThatLimitEachOther() throws {
    try withProgram { program in
      @MainActor func show() -> [OpaquePointer] {
        let buttons = ["From", "To"].map { name in
          gtk_spin_button_new_with_range(0, 100, 1).named(name) as WidgetPointer
        }
        let (from, to) = (buttons[0].opaque, buttons[1].opaque)
        gtk_spin_button_set_value(to, 10)
        connect(buttons[0], "value-changed") { _ in
          let limit = gtk_spin_button_get_value(to)
          if gtk_spin_button_get_value(from) > limit { gtk_spin_button_set_value(from, limit) }
        }
        connect(buttons[1], "value-changed") { _ in
          let limit = gtk_spin_button_get_value(from)
          if gtk_spin_button_get_value(to) < limit { gtk_spin_button_set_value(to, limit) }
        }
        program.show(makeBox(buttons[0], buttons[1]))
        return [from, to]
      }
      let first = show()
      gtk_spin_button_set_value(first[1], 80)
      gtk_spin_button_set_value(first[0], 50)
      for _ in 0..<2 {
        try program.relaunch()
        XCTAssertEqual(show().map { gtk_spin_button_get_value($0) }, [50, 80])
      }
    }
  }

  /// R222: a number comes back that the handler of a unit converts, wherever the unit lies.
  func testUnitThatConvertsANumber() throws {
    for isUnitFirst in [true, false] {
      try withProgram { program in
        @MainActor func show() -> (unit: WidgetPointer, length: WidgetPointer) {
          let unit: WidgetPointer = gtk_drop_down_new(makeStrings(["m", "km"]), nil).named("Unit")
          let length: WidgetPointer = gtk_spin_button_new_with_range(0, 9000, 1).named("Length")
          gtk_spin_button_set_value(length.opaque, 1000)
          connect(unit, "notify::selected") { _ in
            let (value, isSmall) = (
              gtk_spin_button_get_value(length.opaque), gtk_drop_down_get_selected(unit.opaque) == 0
            )
            gtk_spin_button_set_value(length.opaque, isSmall ? value * 1000 : value / 1000)
          }
          program.show(isUnitFirst ? makeBox(unit, length) : makeBox(length, unit))
          return (unit, length)
        }
        let first = show()
        gtk_drop_down_set_selected(first.unit.opaque, 1)
        gtk_spin_button_set_value(first.length.opaque, 3)
        for _ in 0..<2 {
          try program.relaunch()
          let restored = show()
          XCTAssertEqual(gtk_drop_down_get_selected(restored.unit.opaque), 1)
          XCTAssertEqual(gtk_spin_button_get_value(restored.length.opaque), 3)
        }
      }
    }
  }

  /// R222: one of a group of radio buttons stays on.
  func testRadioButtons() throws {
    try withProgram { program in
      @MainActor func show() -> [WidgetPointer] {
        let radios = ["A", "B", "C"].map { gtk_check_button_new().named($0) as WidgetPointer }
        for radio in radios.dropFirst() {
          gtk_check_button_set_group(radio.cast(), radios[0].cast())
        }
        gtk_check_button_set_active(radios[0].cast(), 1)
        program.show(makeBox(radios[0], radios[1], radios[2]))
        return radios
      }
      @MainActor func active(_ radios: [WidgetPointer]) -> [Bool] {
        radios.map { gtk_check_button_get_active($0.cast()) != 0 }
      }
      gtk_check_button_set_active(show()[2].cast(), 1)
      for _ in 0..<2 {
        try program.relaunch()
        XCTAssertEqual(active(show()), [false, false, true])
      }
      try program.relaunch()
      gtk_check_button_set_active(show()[1].cast(), 1)
      try program.relaunch()
      XCTAssertEqual(active(show()), [false, true, false])
    }
  }

  /// The chosen day of a calendar, as a number.
  @MainActor private static func day(of calendar: WidgetPointer) -> Int32 {
    let date = gtk_calendar_get_date(calendar.opaque)!
    defer { g_date_time_unref(date) }
    return g_date_time_get_year(date) * 10_000 + g_date_time_get_month(date) * 100
      + g_date_time_get_day_of_month(date)
  }

  /// Shows a calendar on which the program has chosen a day of May 2026.
  @MainActor private static func showCalendar(_ number: Int32, in program: WidgetProgram)
    -> WidgetPointer
  {
    let calendar: WidgetPointer = gtk_calendar_new().named("Day")
    choose(2026, 5, number, in: calendar)
    program.show(calendar)
    return calendar
  }

  @MainActor private static func choose(
    _ year: Int32, _ month: Int32, _ day: Int32, in calendar: WidgetPointer
  ) {
    let date = g_date_time_new_local(year, month, day, 0, 0, 0)
    gtk_calendar_select_day(calendar.opaque, date)
    g_date_time_unref(date)
  }

  /// R222: today is one base, whichever day it is.
  func testTodayIsOneBase() throws {
    try withProgram { program in
      let clock = CalendarParticipant.today
      defer { CalendarParticipant.today = clock }
      CalendarParticipant.today = { "2026-05-04" }
      Self.choose(2027, 1, 31, in: Self.showCalendar(4, in: program))
      try program.relaunch()
      CalendarParticipant.today = { "2026-05-05" }
      XCTAssertEqual(Self.day(of: Self.showCalendar(5, in: program)), 2027_01_31)
      try program.relaunch()
      let other = Self.showCalendar(9, in: program)
      XCTAssertEqual(Self.day(of: other), 2026_05_09)
      XCTAssertTrue(other.hasUnrestoredValue)
    }
  }

  /// R222: a day of the program's stays one base when it becomes today, or is not any more.
  func testDayThatIsToday() throws {
    try MainActor.assumeIsolated {
      let clock = CalendarParticipant.today
      defer { CalendarParticipant.today = clock }
      for days in [["2026-05-04", "2026-05-05"], ["2026-05-03", "2026-05-04"]] {
        let program = try WidgetProgram()
        CalendarParticipant.today = { days[0] }
        Self.choose(2027, 1, 31, in: Self.showCalendar(4, in: program))
        try program.relaunch()
        CalendarParticipant.today = { days[1] }
        XCTAssertEqual(Self.day(of: Self.showCalendar(4, in: program)), 2027_01_31)
      }
    }
  }

  /// R222: a color and a named property follow their bases, too.
  func testColorAndNamedProperty() throws {
    try withProgram { program in
      @MainActor func show(_ red: Float) -> (color: WidgetPointer, label: WidgetPointer) {
        var value = GdkRGBA(red: red, green: 0, blue: 0, alpha: 1)
        let color: WidgetPointer = gtk_color_button_new_with_rgba(&value).named("Color")
        let label: WidgetPointer = gtk_label_new("Words").named("Label")
        gtk_label_set_xalign(label.opaque, red)
        label.restoredProperties = ["xalign"]
        program.show(makeBox(color, label))
        return (color, label)
      }
      @MainActor func shown(_ pair: (color: WidgetPointer, label: WidgetPointer)) -> [Float] {
        var value = GdkRGBA()
        gtk_color_chooser_get_rgba(pair.color.opaque, &value)
        return [value.red, gtk_label_get_xalign(pair.label.opaque)]
      }
      let pair = show(0)
      var other = GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1)
      gtk_color_chooser_set_rgba(pair.color.opaque, &other)
      gtk_label_set_xalign(pair.label.opaque, 1)
      try program.relaunch()
      XCTAssertEqual(shown(show(0.25)), [0.25, 0.25])
      try program.relaunch()
      XCTAssertEqual(shown(show(0)), [1, 1])
    }
  }

  // MARK: Lists that are filled late

  private enum Filling: CaseIterable {
    /// In the next turn of the loop.
    case soon
    /// When the window has been on screen for a while.
    case late
    /// Late, and then the program chooses.
    case lateWithChoice
  }

  @MainActor private static func choice(_ list: WidgetPointer) -> Int {
    Int(Int32(bitPattern: cgtk_object_get_uint(list.raw, "selected")))
  }

  /// Shows a list, and fills it afterwards.
  @MainActor private static func show(
    _ list: WidgetPointer, in program: WidgetProgram, filled filling: Filling,
    with names: [String]
  ) {
    var isFilled = false
    let fill: @MainActor () -> Void = {
      cgtk_object_set_object(list.raw, "model", UnsafeMutableRawPointer(makeStrings(names)))
      if filling == .lateWithChoice { cgtk_object_set_uint(list.raw, "selected", 1) }
      isFilled = true
    }
    if filling == .soon { _ = TimeoutAction(after: .zero, fill) }
    if list.isA(gtk_list_box_row_get_type()) {
      let rows: WidgetPointer = gtk_list_box_new()
      gtk_list_box_append(rows.opaque, list)
      program.show(rows)
    } else {
      program.show(list)
    }
    if filling != .soon { _ = TimeoutAction(after: .zero, fill) }
    program.pump { isFilled }
    program.settle()
  }

  /// Chooses in a list that is filled late, and expects the choice in the next lives.
  @MainActor private static func keepChoice(_ make: @MainActor () throws -> WidgetPointer) throws {
    for filling in Filling.allCases {
      let program = try WidgetProgram()
      let names = ["small", "medium", "large"]
      let list = try make()
      show(list, in: program, filled: filling, with: names)
      cgtk_object_set_uint(list.raw, "selected", 2)
      try program.relaunch()
      show(try make(), in: program, filled: filling, with: [])
      for _ in 0..<2 {
        try program.relaunch()
        let restored = try make()
        show(restored, in: program, filled: filling, with: names)
        program.pump { choice(restored) == 2 }
      }
    }
  }

  /// R187, R222: a list that is filled late keeps the user's choice.
  func testDropDownThatIsFilledLate() throws {
    try MainActor.assumeIsolated {
      try Self.keepChoice { gtk_drop_down_new(nil, nil).named("Size") }
    }
  }

  /// R187, R222: a row that is filled late keeps the user's choice.
  func testComboRowThatIsFilledLate() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      try Self.keepChoice {
        try KindTests.build("<object class='AdwComboRow' id='it'/>").named("Size")
      }
    }
  }

  /// R222: the first element of a list that nobody has chosen is not saved.
  func testAutomaticChoiceIsNobodys() throws {
    try withProgram { program in
      let list: WidgetPointer = gtk_drop_down_new(nil, nil).named("Size")
      Self.show(list, in: program, filled: .late, with: ["small", "large"])
      XCTAssertEqual(Self.choice(list), 0)
      try program.relaunch()
      let other: WidgetPointer = gtk_drop_down_new(
        makeStrings(["huge", "large", "small"]), nil
      ).named("Size")
      program.show(other)
      XCTAssertEqual(Self.choice(other), 0)
      XCTAssertFalse(other.hasUnrestoredValue)
    }
  }

  /// R222: another element at the place of an automatic choice is nobody's choice, too.
  func testPlaceholderIsReplaced() throws {
    try withProgram { program in
      let list: WidgetPointer = gtk_drop_down_new(makeStrings(["Loading"]), nil).named("City")
      program.show(list)
      let model = OpaquePointer(cgtk_object_peek_object(list.raw, "model"))
      "Berlin".withCString { gtk_string_list_splice(model, 0, 1, [$0, nil]) }
      program.settle()
      try program.relaunch()
      let other: WidgetPointer = gtk_drop_down_new(makeStrings(["Aachen", "Berlin"]), nil)
        .named("City")
      program.show(other)
      XCTAssertEqual(Self.choice(other), 0)
      XCTAssertFalse(other.hasUnrestoredValue)
    }
  }

  /// R222: a choice of the program's stays one base when it becomes the first, or is not any more.
  func testChoiceThatIsTheFirst() throws {
    try MainActor.assumeIsolated {
      for lists in [
        [["EUR", "JPY", "USD"], ["AUD", "EUR", "JPY", "USD"]],
        [["AUD", "EUR", "USD"], ["EUR", "JPY", "USD"]],
      ] {
        let program = try WidgetProgram()
        @MainActor func show(_ names: [String]) -> WidgetPointer {
          let list: WidgetPointer = gtk_drop_down_new(makeStrings(names), nil).named("Currency")
          gtk_drop_down_set_selected(list.opaque, guint(names.firstIndex(of: "EUR")!))
          program.show(list)
          return list
        }
        gtk_drop_down_set_selected(show(lists[0]).opaque, guint(lists[0].count - 1))
        try program.relaunch()
        XCTAssertEqual(Self.choice(show(lists[1])), lists[1].count - 1)
      }
    }
  }

  /// R222: the user's choice stays the user's when the program fills the list with it again.
  func testListThatIsFilledAgain() throws {
    try withProgram { program in
      let controls = Controls.show(1, in: program)
      controls.set(3)
      program.settle()
      let (list, combo) = (controls.widgets[3], controls.widgets[4])
      let model = OpaquePointer(cgtk_object_peek_object(list.raw, "model"))
      gtk_string_list_splice(model, 0, guint(Controls.names.count), nil)
      gtk_combo_box_text_remove_all(combo.opaque)
      for name in Controls.names {
        gtk_string_list_append(model, name)
        gtk_combo_box_text_append(combo.opaque, name, name)
      }
      gtk_drop_down_set_selected(list.opaque, 3)
      gtk_combo_box_set_active(combo.cast(), 3)
      program.settle()
      try program.relaunch()
      XCTAssertEqual(Controls.show(1, in: program).shown, [3, 3, 3, 3, 3, 3])
      try program.relaunch()
      XCTAssertEqual(Controls.show(2, in: program).shown, [3, 2, 2, 2, 2, 3])
    }
  }

  /// R222: a value stays the user's when its widget gets another name, container or window.
  func testValuesOfWidgetsThatMove() throws {
    try withProgram { program in
      /// Makes the widgets and a calendar in one of three boxes, and shows all boxes.
      @MainActor func show(in place: Int, of names: [String]) -> (
        controls: Controls, calendar: WidgetPointer, boxes: [WidgetPointer]
      ) {
        let controls = Controls(1)
        let boxes = [makeBox(), makeBox(), makeBox()]
        let calendar: WidgetPointer = gtk_calendar_new().named("Calendar")
        for (widget, name) in zip(controls.widgets, names) {
          gtk_box_append(boxes[place].cast(), widget.named(name))
        }
        gtk_box_append(boxes[place].cast(), calendar)
        program.show(
          makeBox(boxes[0].named("Wide"), boxes[1].named("Narrow")), named: "First")
        program.show(boxes[2], named: "Second")
        return (controls, calendar, boxes)
      }
      @MainActor func day(_ calendar: WidgetPointer) -> Int32 {
        let date = gtk_calendar_get_date(calendar.opaque)
        defer { g_date_time_unref(date) }
        return g_date_time_get_year(date)
      }
      let names = ["a", "b", "c", "d", "e", "f"]
      let (controls, calendar, boxes) = show(in: 0, of: names)
      controls.set(3)
      let date = g_date_time_new_local(1999, 12, 31, 0, 0, 0)
      gtk_calendar_select_day(calendar.opaque, date)
      g_date_time_unref(date)
      for (former, next) in [(0, 1), (1, 2)] {
        for widget in controls.widgets + [calendar] {
          g_object_ref(widget.raw)
          gtk_box_remove(boxes[former].cast(), widget)
          gtk_box_append(boxes[next].cast(), widget)
          g_object_unref(widget.raw)
        }
        let path = [["First", "Narrow", "Calendar"], ["Second", "Calendar"]][next - 1]
        program.pump { calendar.participant?.path == path }
        XCTAssertEqual(controls.shown, [3, 3, 3, 3, 3, 3])
      }
      let others = names.map { $0 + "2" }
      for (widget, name) in zip(controls.widgets, others) { widget.restorationIdentifier = name }
      program.restoration.restore(boxes[2])
      XCTAssertEqual(controls.widgets[5].participant?.path, ["Second", "f2"])
      try program.relaunch()
      let again = show(in: 2, of: others)
      XCTAssertEqual(again.controls.shown, [3, 3, 3, 3, 3, 3])
      XCTAssertEqual(day(again.calendar), 1999)
    }
  }

  /// R222: a row that goes takes its choice along; that none is chosen then is nobody's choice.
  func testChosenRowThatGoes() throws {
    try withProgram { program in
      let combo = Controls.show(1, in: program).widgets[4]
      gtk_combo_box_text_remove(combo.opaque, 1)
      XCTAssertEqual(gtk_combo_box_get_active(combo.cast()), -1)
      try program.relaunch()
      XCTAssertEqual(Controls.show(1, in: program).shown, [0, 1, 1, 1, 1, 0])
    }
  }

  // MARK: Settings

  /// R222: a setting that was changed elsewhere stays changed.
  ///
  /// The program says that a bound value is not restored. An untouched one needs no word.
  func testBoundSettingStaysChanged() throws {
    try MainActor.assumeIsolated {
      let settings = try Settings.make()
      defer { g_object_unref(settings) }
      @MainActor func show(_ program: WidgetProgram, _ restoration: ValueRestoration)
        -> WidgetPointer
      {
        let toggle: WidgetPointer = gtk_switch_new().named("Hidden")
        toggle.valueRestoration = restoration
        g_settings_bind(
          settings, Settings.key, toggle.raw, "active", GSettingsBindFlags(rawValue: 0))
        program.show(toggle)
        return toggle
      }
      for (isTouched, restoration) in [(true, ValueRestoration.never), (false, .overItsBase)] {
        let program = try WidgetProgram()
        g_settings_set_boolean(settings, Settings.key, (!isTouched).gboolean)
        let toggle = show(program, restoration)
        gtk_switch_set_active(toggle.opaque, 1)
        XCTAssertNotEqual(g_settings_get_boolean(settings, Settings.key), 0)
        try program.relaunch()
        g_settings_set_boolean(settings, Settings.key, 0)
        XCTAssertEqual(gtk_switch_get_active(show(program, restoration).opaque), 0)
        XCTAssertEqual(g_settings_get_boolean(settings, Settings.key), 0)
      }
    }
  }
}

/// A setting that GTK brings, in memory.
@MainActor enum Settings {
  static let key = "show-hidden"

  static func make() throws -> UnsafeMutablePointer<GSettings> {
    let schema = "org.gtk.gtk4.Settings.FileChooser"
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { throw XCTSkip("The schema of GTK's file chooser is not installed.") }
    g_settings_schema_unref(found)
    // Its header has to be asked for by a macro.
    typealias Make = @convention(c) () -> OpaquePointer?
    let make = unsafeBitCast(cgtk_symbol("g_memory_settings_backend_new"), to: Make.self)
    let backend = make()
    defer { g_object_unref(UnsafeMutableRawPointer(backend)) }
    return g_settings_new_with_backend(schema, backend)
  }
}
#endif
