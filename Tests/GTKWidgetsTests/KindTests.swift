// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import RestorationArchive
import RestorationTesting
import StateRestoration
import XCTest

@testable import GTKWidgets

/// Restoration of properties by name, and of registered kinds.
final class KindTests: XCTestCase {
  /// Creates a widget from a GtkBuilder description.
  @MainActor static func build(_ xml: String) throws -> WidgetPointer {
    let builder = gtk_builder_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    let text = "<interface>\(xml)</interface>"
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_string(builder, text, -1, &error) != 0,
      let object = gtk_builder_get_object(builder, "it")
    else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "no object"
      throw XCTSkip("Not in the installed libraries: \(message)")
    }
    g_object_ref_sink(object)
    return WidgetPointer(OpaquePointer(object))
  }

  @MainActor private static func set(_ widget: WidgetPointer, _ property: String, _ text: String) {
    let itsClass = UnsafeMutableRawPointer(
      widget.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class!)
    let spec = g_object_class_find_property(
      itsClass.assumingMemoryBound(to: GObjectClass.self), property)
    var value = GValue()
    let builder = gtk_builder_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    XCTAssertNotEqual(gtk_builder_value_from_string(builder, spec, text, &value, nil), 0)
    g_object_set_property(widget.cast(), property, &value)
    g_value_unset(&value)
  }

  /// Returns a property's whole value as text.
  @MainActor private static func get(_ widget: WidgetPointer, _ property: String) -> String? {
    KeptProperty(property, of: widget).flatMap { $0.current.map { "\($0)" } }
  }

  /// Changes a property and expects it after a relaunch.
  @MainActor private static func keep(
    _ property: String, _ text: String, line: UInt = #line,
    _ make: () throws -> WidgetPointer
  ) throws {
    let program = try WidgetProgram()
    let widget = try make().named("It")
    Self.show(widget, in: program)
    let initial = try XCTUnwrap(Self.get(widget, property), line: line)
    Self.set(widget, property, text)
    let changed = try XCTUnwrap(Self.get(widget, property), line: line)
    XCTAssertNotEqual(initial, changed, line: line)
    try program.relaunch()
    let restored = try make().named("It")
    Self.show(restored, in: program)
    XCTAssertEqual(Self.get(restored, property), changed, line: line)
  }

  @MainActor private static func show(_ widget: WidgetPointer, in program: WidgetProgram) {
    if widget.isA(gtk_window_get_type()) {
      program.adopt(widget)
    } else if widget.isA(gtk_list_box_row_get_type()) {
      let list: WidgetPointer = gtk_list_box_new()
      gtk_list_box_append(list.opaque, widget)
      program.show(list)
    } else {
      program.show(makeBox(widget))
    }
  }

  /// R9, R102, R104: GTK's own widgets keep toggles, open parts and choices.
  func testWidgetsOfGTK() throws {
    try MainActor.assumeIsolated {
      for (xml, property, text) in [
        ("GtkToggleButton", "active", "true"), ("GtkCheckButton", "active", "true"),
        ("GtkSwitch", "active", "true"), ("GtkExpander", "expanded", "true"),
        ("GtkRevealer", "reveal-child", "true"), ("GtkSearchBar", "search-mode-enabled", "true"),
        ("GtkActionBar", "revealed", "false"), ("GtkInfoBar", "revealed", "false"),
        ("GtkLinkButton", "visited", "true"),
        ("GtkLevelBar", "value", "0.75"), ("GtkColorButton", "rgba", "#336699"),
        ("GtkFontButton", "font", "Sans Bold 17"),
      ] {
        try Self.keep(property, text) { try Self.build("<object class='\(xml)' id='it'/>") }
      }
    }
  }

  /// R9, R102: widgets of libadwaita keep open parts and front pages.
  func testWidgetsOfLibadwaita() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      @MainActor func pages(_ class: String, _ page: String) -> String {
        let children = ["one", "two"].map {
          """
          <child><object class='\(page)'><property name='name'>\($0)</property>
            <property name='child'><object class='GtkLabel'/></property></object></child>
          """
        }
        return "<object class='\(`class`)' id='it'>\(children.joined())</object>"
      }
      try Self.keep("visible-child-name", "two") {
        try Self.build(pages("AdwLeaflet", "AdwLeafletPage"))
      }
      try Self.keep("visible-child-name", "two") {
        try Self.build(pages("AdwViewStack", "AdwViewStackPage"))
      }
      try Self.keep("reveal-flap", "false") {
        try Self.build(
          "<object class='AdwFlap' id='it'><property name='flap'><object class='GtkLabel'/></property></object>"
        )
      }
      try Self.keep("expanded", "true") {
        try Self.build("<object class='AdwExpanderRow' id='it'/>")
      }
      try Self.keep("visible-page-name", "two") {
        let page = { (name: String) in
          "<child><object class='AdwPreferencesPage'><property name='name'>\(name)</property></object></child>"
        }
        return try Self.build(
          "<object class='AdwPreferencesWindow' id='it'>\(page("one"))\(page("two"))</object>")
      }
    }
  }

  /// R222: whether a row can be expanded is a value; whether it is expanded is a place.
  func testExpanderRow() throws {
    try withProgram { program in
      try Adwaita.load()
      @MainActor func show(_ isEnabled: Bool) throws -> WidgetPointer {
        let row = try Self.build("<object class='AdwExpanderRow' id='it'/>").named("It")
        Self.set(row, "enable-expansion", isEnabled ? "true" : "false")
        Self.show(row, in: program)
        return row
      }
      @MainActor func isOn(_ property: String, _ row: WidgetPointer) -> Bool {
        cgtk_object_get_boolean(row.raw, property) != 0
      }
      _ = try show(false)
      try program.relaunch()
      var row = try show(true)
      XCTAssertTrue(isOn("enable-expansion", row))
      Self.set(row, "expanded", "true")
      try program.relaunch()
      row = try show(true)
      XCTAssertTrue(isOn("expanded", row))
    }
  }

  /// R222: what the program keeps elsewhere is not restored, be it a value or a place.
  func testPlaceThatTheProgramKeeps() throws {
    try withProgram { program in
      @MainActor func show() -> WidgetPointer {
        let expander: WidgetPointer = gtk_expander_new("More")
        expander.restorationIdentifier = "It"
        expander.valueRestoration = .never
        program.show(makeBox(expander))
        return expander
      }
      gtk_expander_set_expanded(show().opaque, 1)
      try program.relaunch()
      XCTAssertEqual(gtk_expander_get_expanded(show().opaque), 0)
    }
  }

  /// R226: a sidebar that is hidden for want of room comes back as it was wanted.
  func testCollapsedSidebar() throws {
    try withProgram { program in
      @MainActor func show() throws -> WidgetPointer {
        let view = try StandIn.makeSplitView().named("It")
        program.show(makeBox(view))
        return view
      }
      @MainActor func collapse(_ view: WidgetPointer) {
        Self.set(view, "collapsed", "true")
        Self.set(view, "show-sidebar", "false")
      }
      var view = try show()
      Self.set(view, "show-sidebar", "true")
      collapse(view)
      try program.relaunch()
      view = try show()
      XCTAssertNotEqual(cgtk_object_get_boolean(view.raw, "show-sidebar"), 0)
      // A sidebar that is pinned is hidden by the user.
      Self.set(view, "pin-sidebar", "true")
      collapse(view)
      try program.relaunch()
      XCTAssertEqual(cgtk_object_get_boolean(try show().raw, "show-sidebar"), 0)
    }
  }

  /// R106: the choice in a libadwaita row is found by name.
  ///
  /// The choices around it differ.
  func testComboRow() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      @MainActor func make(_ choices: [String]) throws -> WidgetPointer {
        let items = choices.map { "<item>\($0)</item>" }.joined()
        return try Self.build(
          """
          <object class='AdwComboRow' id='it'><property name='model'>
            <object class='GtkStringList'><items>\(items)</items></object></property></object>
          """
        ).named("It")
      }
      let program = try WidgetProgram()
      let row = try make(["small", "medium", "large"])
      Self.show(row, in: program)
      Self.set(row, "selected", "2")
      try program.relaunch()
      let restored = try make(["huge", "large", "small"])
      Self.show(restored, in: program)
      XCTAssertEqual(cgtk_object_get_uint(restored.raw, "selected"), 1)
    }
  }

  /// R106, R107: a combo box row is found by its identifier.
  ///
  /// A row that does not exist yet is waited for.
  func testComboBox() throws {
    try withProgram { program in
      @MainActor func make(_ rows: [String]) -> WidgetPointer {
        let box: WidgetPointer = gtk_combo_box_text_new()
        for row in rows { gtk_combo_box_text_append(box.opaque, row, "The \(row)") }
        return box.named("It")
      }
      let box = make(["hare", "fox", "owl"])
      program.show(box)
      gtk_combo_box_set_active_id(box.cast(), "owl")
      try program.relaunch()
      let restored = make(["hare"])
      program.show(restored)
      XCTAssertEqual(gtk_combo_box_get_active(restored.cast()), -1)
      for row in ["owl", "fox"] { gtk_combo_box_text_append(restored.opaque, row, row) }
      program.pump { gtk_combo_box_get_active(restored.cast()) == 1 }
    }
  }

  /// R102: a calendar keeps its day, even the 31st.
  ///
  /// The month shown before does not matter.
  func testCalendar() throws {
    try MainActor.assumeIsolated {
      @MainActor func day(_ calendar: WidgetPointer) -> String {
        let date = gtk_calendar_get_date(calendar.opaque)!
        defer { g_date_time_unref(date) }
        let text = g_date_time_format(date, "%F")!
        defer { g_free(text) }
        return String(cString: text)
      }
      @MainActor func make(_ month: Int32) -> WidgetPointer {
        let calendar: WidgetPointer = gtk_calendar_new().named("It")
        gtk_calendar_select_day(calendar.opaque, g_date_time_new_local(2026, month, 1, 0, 0, 0))
        return calendar
      }
      let program = try WidgetProgram()
      program.show(make(1))
      try program.relaunch()
      // The day shown was not chosen by the user: today is another day.
      let calendar = make(2)
      program.show(calendar)
      XCTAssertEqual(day(calendar), "2026-02-01")
      gtk_calendar_select_day(calendar.opaque, g_date_time_new_local(2027, 5, 31, 0, 0, 0))
      XCTAssertEqual(day(calendar), "2027-05-31")
      try program.relaunch()
      let restored = make(2)
      program.show(restored)
      XCTAssertEqual(day(restored), "2027-05-31")
    }
  }

  /// R66: an open menu is open again once on screen.
  ///
  /// The menu has no grab. With one, GTK looks for a tooltip half a second later and warns if the
  /// menu is gone by then.
  func testMenuButton() throws {
    try MainActor.assumeIsolated {
      @MainActor func make() throws -> WidgetPointer {
        try Self.build(
          """
          <object class='GtkMenuButton' id='it'><property name='popover'>
            <object class='GtkPopover'><property name='autohide'>0</property></object>
            </property></object>
          """
        ).named("It")
      }
      @MainActor func isOpen(_ button: WidgetPointer) -> Bool {
        gtk_menu_button_get_popover(button.opaque).map { popover in
          gtk_widget_get_visible(WidgetPointer(OpaquePointer(popover))) != 0
        } ?? false
      }
      let program = try WidgetProgram()
      let button = try make()
      program.show(button)
      gtk_menu_button_popup(button.opaque)
      XCTAssertTrue(isOpen(button))
      try program.relaunch()
      let restored = try make()
      program.show(restored)
      program.pump { isOpen(restored) }
      // On a hidden page the menu stays closed, even when the user goes there.
      try program.relaunch()
      let (pages, behind): (WidgetPointer, _) = (gtk_notebook_new(), try make())
      for page in [gtk_label_new("1"), behind] {
        gtk_notebook_append_page(pages.opaque, page, nil)
      }
      program.show(pages)
      gtk_notebook_set_current_page(pages.opaque, 1)
      program.settle()
      XCTAssertFalse(isOpen(behind))
    }
  }

  /// R106: tab view pages are restored by name.
  ///
  /// They keep their order, their pins and the front page.
  func testTabView() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      @MainActor func make(_ names: [String]) throws -> WidgetPointer {
        let view = try Self.build("<object class='AdwTabView' id='it'/>").named("It")
        for name in names { Adwaita.append(makeEntry(name, name), to: view) }
        return view
      }
      let program = try WidgetProgram()
      let view = try make(["a", "b", "c", "d"])
      program.show(view)
      let pages = Adwaita.pages(of: view)
      cgtk_tab_view_set_pinned(view, pages[2].pointer, 1)
      cgtk_tab_view_reorder(view, pages[3].pointer, 1)
      cgtk_object_set_object(view.raw, "selected-page", pages[1].pointer)
      let arranged = Adwaita.pages(of: view).map(\.name)
      XCTAssertEqual(arranged, ["c", "d", "a", "b"])
      try program.relaunch()
      let restored = try make(["a", "b", "c", "d", "new"])
      program.show(restored)
      XCTAssertEqual(Adwaita.pages(of: restored).map(\.name), arranged + ["new"])
      XCTAssertEqual(Adwaita.pages(of: restored).filter(\.isPinned).map(\.name), ["c"])
      XCTAssertEqual(Adwaita.selectedPage(of: restored), "b")
    }
  }

  /// R106: while a page is missing, the user's tab in front, pins and order are saved.
  ///
  /// The missing page keeps its pin and its place behind the page before it.
  func testTabViewWithAMissingPage() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      let program = try WidgetProgram()
      @MainActor func show(_ names: [String]) throws -> WidgetPointer {
        let view = try Self.build("<object class='AdwTabView' id='it'/>").named("It")
        for name in names { Adwaita.append(makeEntry(name, name), to: view) }
        program.show(view)
        return view
      }
      @MainActor func look(_ view: WidgetPointer) -> [String] {
        Adwaita.pages(of: view).map { $0.name + ($0.isPinned ? "*" : "") }
          + ["front: " + Adwaita.selectedPage(of: view)]
      }
      let first = try show(["a", "b", "c", "private"])
      cgtk_tab_view_set_pinned(first, Adwaita.pages(of: first)[3].pointer, 1)
      cgtk_object_set_object(first.raw, "selected-page", Adwaita.pages(of: first)[0].pointer)
      XCTAssertEqual(look(first), ["private*", "a", "b", "c", "front: private"])
      try program.relaunch()
      let second = try show(["a", "b", "c"])
      XCTAssertEqual(look(second), ["a", "b", "c", "front: a"])
      cgtk_object_set_object(second.raw, "selected-page", Adwaita.pages(of: second)[1].pointer)
      try program.relaunch()
      let third = try show(["a", "b", "c"])
      XCTAssertEqual(look(third), ["a", "b", "c", "front: b"])
      cgtk_tab_view_reorder(third, Adwaita.pages(of: third)[2].pointer, 1)
      program.settle()
      cgtk_tab_view_set_pinned(third, Adwaita.pages(of: third)[0].pointer, 1)
      program.settle()
      try program.relaunch()
      XCTAssertEqual(look(try show(["a", "b", "c"])), ["a*", "c", "b", "front: b"])
      try program.relaunch()
      XCTAssertEqual(
        look(try show(["a", "b", "c", "private"])), ["private*", "a*", "c", "b", "front: b"])
    }
  }

  /// R106, R187: tabs that are added on screen do not take the place of the restored one in front.
  func testTabViewThatIsFilledLater() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      let program = try WidgetProgram()
      @MainActor func show() throws -> WidgetPointer {
        let view = try Self.build("<object class='AdwTabView' id='it'/>").named("It")
        program.show(view)
        for name in ["a", "b", "c"] { Adwaita.append(makeEntry(name, name), to: view) }
        cgtk_object_set_object(view.raw, "selected-page", Adwaita.pages(of: view)[1].pointer)
        program.restoration.restore(program.openWindows[0])
        program.settle()
        return view
      }
      let view = try show()
      cgtk_object_set_object(view.raw, "selected-page", Adwaita.pages(of: view)[2].pointer)
      try program.relaunch()
      let restored = try show()
      program.pump { Adwaita.selectedPage(of: restored) == "c" }
    }
  }

  /// R106: unnamed pages keep their places among named ones.
  func testTabViewWithUnnamedPages() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      @MainActor func make() throws -> WidgetPointer {
        let view = try Self.build("<object class='AdwTabView' id='it'/>").named("It")
        for name in ["start", "a", "b", "c"] {
          Adwaita.append(makeEntry(name, name == "start" ? nil : name), to: view)
        }
        return view
      }
      @MainActor func texts(_ view: WidgetPointer) -> [String?] {
        Adwaita.pages(of: view).map { page in
          text(of: WidgetPointer(OpaquePointer(cgtk_object_peek_object(page.pointer, "child")!)))
        }
      }
      let program = try WidgetProgram()
      let view = try make()
      program.show(view)
      cgtk_tab_view_reorder(view, Adwaita.pages(of: view)[3].pointer, 1)
      let arranged = texts(view)
      XCTAssertEqual(arranged, ["start", "c", "a", "b"])
      try program.relaunch()
      let restored = try make()
      XCTAssertNotEqual(texts(restored), arranged)
      program.show(restored)
      XCTAssertEqual(texts(restored), arranged)
    }
  }

  /// R106: a carousel shows its page again, by the page's name.
  func testCarousel() throws {
    try MainActor.assumeIsolated {
      try Adwaita.load()
      @MainActor func make(_ names: [String]) throws -> WidgetPointer {
        let carousel = try Self.build("<object class='AdwCarousel' id='it'/>").named("It")
        for name in names { Adwaita.append(makeEntry(name, name), to: carousel) }
        return carousel
      }
      @MainActor func position(_ carousel: WidgetPointer) -> Double {
        cgtk_object_get_double(carousel.raw, "position")
      }
      let program = try WidgetProgram()
      let carousel = try make(["a", "b", "c"])
      program.show(carousel)
      cgtk_carousel_scroll_to(carousel, carousel.children[2])
      program.pump { position(carousel) == 2 }
      try program.relaunch()
      let restored = try make(["new", "a", "b", "c"])
      program.show(restored)
      program.pump { position(restored) == 3 }
    }
  }

  /// R102: property names restore widget classes of newer libraries.
  func testNewerClasses() throws {
    try MainActor.assumeIsolated {
      let flags = cgtk_param_read_write
      @MainActor func flag(_ name: String) -> [UnsafeMutablePointer<GParamSpec>] {
        [g_param_spec_boolean(name, nil, nil, 0, flags)]
      }
      @MainActor func number(_ name: String) -> [UnsafeMutablePointer<GParamSpec>] {
        [g_param_spec_double(name, nil, nil, 0, 10, 1, flags)]
      }
      @MainActor func text(_ name: String) -> [UnsafeMutablePointer<GParamSpec>] {
        [g_param_spec_string(name, nil, nil, "", flags)]
      }
      for (name, property, value, specs) in [
        ("AdwSwitchRow", "active", "true", flag), ("AdwBanner", "revealed", "true", flag),
        ("AdwNavigationSplitView", "show-content", "true", flag),
        ("AdwBottomSheet", "open", "true", flag),
        ("VteTerminal", "font-scale", "1.5", number),
      ] {
        try Self.keep(property, value) {
          try StandIn.isInstalled(name)
            ? Self.build("<object class='\(name)' id='it'/>")
            : StandIn.make(name) { specs(property) }
        }
      }
      let hasSplitView = StandIn.isInstalled("AdwOverlaySplitView")
      try Self.keep("show-sidebar", hasSplitView ? "false" : "true") {
        try hasSplitView
          ? Self.build("<object class='AdwOverlaySplitView' id='it'/>") : StandIn.makeSplitView()
      }
      try Self.keep("active-name", "right") {
        let names = ["left", "right"]
        guard !StandIn.isInstalled("AdwToggleGroup") else {
          let toggles = names.map {
            """
            <child><object class='AdwToggle'><property name='name'>\($0)</property></object></child>
            """
          }
          return try Self.build(
            "<object class='AdwToggleGroup' id='it'>\(toggles.joined())</object>")
        }
        let group = try StandIn.make("AdwToggleGroup") {
          text("active-name")
            + [g_param_spec_object("toggles", nil, nil, g_list_model_get_type(), flags)]
        }
        let toggles = g_list_store_new(g_object_get_type())!
        for name in names {
          g_list_store_append(toggles, StandIn.makeElement("AdwToggle", "name", name))
        }
        cgtk_object_set_object(group.raw, "toggles", UnsafeMutableRawPointer(toggles))
        return group
      }
      try Self.keep("rgba", "#abcdef") {
        let name = "GtkColorDialogButton"
        let button =
          try StandIn.isInstalled(name)
          ? Self.build("<object class='\(name)' id='it'/>")
          : StandIn.make(name) {
            [g_param_spec_boxed("rgba", nil, nil, gdk_rgba_get_type(), flags)]
          }
        Self.set(button, "rgba", "#ffffff")
        return button
      }
    }
  }

  /// R106: the pages of a navigation view are restored by their tags.
  func testNavigationView() throws {
    try MainActor.assumeIsolated {
      @MainActor func make() throws -> WidgetPointer {
        let view = try StandIn.make("AdwNavigationView") {
          [
            g_param_spec_object(
              "navigation-stack", nil, nil, g_list_model_get_type(), cgtk_param_read_write)
          ]
        }
        let pages = g_list_store_new(g_object_get_type())!
        g_list_store_append(pages, StandIn.makeElement("AdwNavigationPage", "tag", "root"))
        cgtk_object_set_object(view.raw, "navigation-stack", UnsafeMutableRawPointer(pages))
        return view.named("It")
      }
      StandIn.onNavigate = { view, tag in
        let pages = Self.stack(of: view)
        if let tag {
          g_list_store_append(pages, StandIn.makeElement("AdwNavigationPage", "tag", tag))
        } else {
          g_list_store_remove(pages, g_list_model_get_n_items(pages) - 1)
        }
      }
      let program = try WidgetProgram()
      let view = try make()
      program.show(view)
      for tag in ["list", "detail"] { StandIn.onNavigate?(view, tag) }
      try program.relaunch()
      let restored = try make()
      StandIn.onNavigate?(restored, "welcome")
      program.show(restored)
      XCTAssertEqual(Self.tags(of: restored), ["root", "list", "detail"])
    }
  }

  /// R106: a page of a navigation view that comes later waits, and libadwaita logs no error.
  ///
  /// The script `test` has GLib end the process at one.
  func testNavigationViewWhosePagesComeLater() throws {
    try withProgram { program in
      try XCTSkipUnless(StandIn.isInstalled("AdwNavigationView"), "There is no such class.")
      @MainActor func make(_ element: String, _ content: String) throws -> WidgetPointer {
        try Self.build("<object class='\(element)' id='it'>\(content)</object>")
      }
      func content(_ tag: String) -> String {
        """
        <property name='title'>\(tag)</property><property name='tag'>\(tag)</property>
        <property name='child'><object class='GtkEntry'/></property>
        """
      }
      let root = "<child><object class='AdwNavigationPage'>\(content("root"))</object></child>"
      @MainActor func addDetail(to view: WidgetPointer) throws {
        typealias Add = @convention(c) (WidgetPointer, WidgetPointer) -> Void
        let page = try make("AdwNavigationPage", content("detail")).named("Detail")
        unsafeBitCast(cgtk_symbol("adw_navigation_view_add"), to: Add.self)(view, page)
      }
      let view = try make("AdwNavigationView", root).named("It")
      try addDetail(to: view)
      program.show(view)
      gtk_widget_activate_action_variant(
        view, "navigation.push", g_variant_new_string("detail"))
      XCTAssertEqual(Self.tags(of: view), ["root", "detail"])
      try program.relaunch()
      let restored = try make("AdwNavigationView", root).named("It")
      program.show(restored)
      XCTAssertEqual(Self.tags(of: restored), ["root"])
      try addDetail(to: restored)
      program.pump { Self.tags(of: restored) == ["root", "detail"] }
    }
  }

  /// R106: the first page of a navigation view needs no tag.
  ///
  /// The log names a view with another page without one.
  func testNavigationViewWithUntaggedPages() throws {
    try withProgram { program in
      try XCTSkipUnless(StandIn.isInstalled("AdwNavigationView"), "There is no such class.")
      @MainActor func make(_ kind: String, _ pages: String...) throws -> WidgetPointer {
        let pages = pages.map {
          """
          <child><object class='AdwNavigationPage'>\($0)<property name='title'>Page</property>
          <property name='child'><object class='GtkEntry'/></property></object></child>
          """
        }
        return try Self.build("<object class='\(kind)' id='it'>\(pages.joined())</object>")
      }
      let detail = "<property name='tag'>detail</property>"
      let view = try make("AdwNavigationView", "", detail).named("It")
      program.show(view)
      gtk_widget_activate_action_variant(
        view, "navigation.push", g_variant_new_string("detail"))
      try program.relaunch()
      let restored = try make("AdwNavigationView", "", detail).named("It")
      program.show(restored)
      XCTAssertEqual(g_list_model_get_n_items(Self.stack(of: restored)), 2)
      try program.restoration.save()
      XCTAssertFalse(program.log.lines.contains { $0.contains("comes back in part") })
      typealias Push = @convention(c) (WidgetPointer, WidgetPointer) -> Void
      let push = unsafeBitCast(cgtk_symbol("adw_navigation_view_push"), to: Push.self)
      push(
        restored,
        try Self.build(
          """
          <object class='AdwNavigationPage' id='it'><property name='title'>Page</property>
          <property name='child'><object class='GtkEntry'/></property></object>
          """))
      try program.restoration.save()
      XCTAssertTrue(program.log.lines.contains { $0.contains("comes back in part") })
    }
  }

  /// R222: a page that the program has put nothing into gives way to the one that it shows.
  ///
  /// A page that is filled when it is shown stays.
  func testPageThatStaysEmpty() throws {
    let kinds = MainActor.assumeIsolated {
      ["GtkStack", "AdwViewStack", "AdwNavigationView"].filter { StandIn.isInstalled($0) }
    }
    for kind in kinds {
      for isFilled in [false, true] {
        try withProgram { program in
          let (view, page) = try Self.makePages(kind)
          gtk_box_append(page.cast(), gtk_label_new("a safe"))
          program.show(view)
          Self.turnToSafe(view, kind)
          program.settle()
          XCTAssertNotEqual(gtk_widget_get_mapped(page), 0, kind)
          try program.relaunch()
          let (restored, empty) = try Self.makePages(kind)
          if isFilled {
            connect(empty, "map") { _ in gtk_box_append(empty.cast(), gtk_label_new("a safe")) }
          }
          program.show(restored)
          var isIdle = false
          _ = TimeoutAction(after: .zero, priority: G_PRIORITY_LOW + 1) { isIdle = true }
          program.pump { isIdle }
          if isFilled {
            XCTAssertNotEqual(gtk_widget_get_mapped(empty), 0, kind)
          } else {
            program.pump { gtk_widget_get_mapped(empty) == 0 }
          }
        }
      }
    }
  }

  /// Makes a widget that shows a page with a label, and has another, which is an empty box.
  @MainActor private static func makePages(_ kind: String) throws -> (
    WidgetPointer, empty: WidgetPointer
  ) {
    let view = try build("<object class='\(kind)' id='it'/>").named("It")
    let (label, box): (WidgetPointer, WidgetPointer) = (
      gtk_label_new("Welcome"), gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    )
    for (name, page) in [("welcome", label), ("safe", box)] {
      typealias Add =
        @convention(c) (WidgetPointer, WidgetPointer, UnsafePointer<CChar>) ->
        UnsafeMutableRawPointer?
      switch kind {
      case "GtkStack": gtk_stack_add_named(view.opaque, page, name)
      case "AdwViewStack":
        _ = unsafeBitCast(cgtk_symbol("adw_view_stack_add_named"), to: Add.self)(view, page, name)
      default:
        let element = try build(
          """
          <object class='AdwNavigationPage' id='it'><property name='title'>Page</property>
          <property name='tag'>\(name)</property></object>
          """)
        cgtk_object_set_object(element.raw, "child", page.raw)
        typealias AddPage = @convention(c) (WidgetPointer, WidgetPointer) -> Void
        unsafeBitCast(cgtk_symbol("adw_navigation_view_add"), to: AddPage.self)(view, element)
      }
    }
    return (view, box)
  }

  @MainActor private static func turnToSafe(_ view: WidgetPointer, _ kind: String) {
    if kind == "AdwNavigationView" {
      gtk_widget_activate_action_variant(view, "navigation.push", g_variant_new_string("safe"))
    } else {
      set(view, "visible-child-name", "safe")
    }
  }

  @MainActor private static func stack(of view: WidgetPointer) -> OpaquePointer {
    OpaquePointer(cgtk_object_peek_object(view.raw, "navigation-stack"))
  }

  @MainActor private static func tags(of view: WidgetPointer) -> [String] {
    (0..<g_list_model_get_n_items(stack(of: view))).map { index in
      let page = g_list_model_get_item(stack(of: view), index)!
      let tag = cgtk_object_copy_string(page, "tag")!
      return String(cString: tag)
    }
  }

  /// R102, R210: a program can name a property to restore.
  ///
  /// Its value may no longer fit.
  func testNamedProperty() throws {
    try withProgram { program in
      let level: WidgetPointer = gtk_level_bar_new_for_interval(0, 10).named("Level")
      let label: WidgetPointer = gtk_label_new("Words").named("Label")
      label.restoredProperties = ["ellipsize", "no-such-property", "xalign"]
      program.show(makeBox(level, label))
      XCTAssertEqual(
        program.log.lines.filter { $0.contains("no-such-property") }.count, 1)
      Self.set(label, "ellipsize", "middle")
      Self.set(label, "xalign", "0.25")
      Self.set(level, "value", "8")
      try program.relaunch()
      let again: WidgetPointer = gtk_label_new("Words").named("Label")
      again.restoredProperties = ["ellipsize", "xalign"]
      let narrow = try StandIn.make("AcmeNarrowLevel") {
        [g_param_spec_double("value", nil, nil, 0, 1, 0, cgtk_param_read_write)]
      }.named("Level")
      narrow.restoredProperties = ["value"]
      program.show(makeBox(narrow, again))
      XCTAssertEqual(gtk_label_get_ellipsize(again.opaque), PANGO_ELLIPSIZE_MIDDLE)
      XCTAssertEqual(gtk_label_get_xalign(again.opaque), 0.25)
      XCTAssertEqual(cgtk_object_get_double(narrow.raw, "value"), 1)
    }
  }

  /// R102: a property may share its name with the kind's own value.
  func testPropertyNamedAsAKindsKey() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        let button: WidgetPointer = gtk_spin_button_new_with_range(0, 10, 1).named("Number")
        button.restoredProperties = ["value", "digits"]
        return button
      }
      let button = make()
      program.show(button)
      gtk_spin_button_set_digits(button.opaque, 2)
      gtk_spin_button_set_value(button.opaque, 2.5)
      try program.relaunch()
      let restored = make()
      program.show(restored)
      XCTAssertEqual(gtk_spin_button_get_value(restored.opaque), 2.5)
      XCTAssertEqual(gtk_spin_button_get_digits(restored.opaque), 2)
      XCTAssertFalse(program.restoration.report?.issues.isEmpty == false)
    }
  }

  private enum Chart: WidgetKind {
    static let typeName = "AcmeChart"
    static let restoredProperties = ["zoom"]

    static func encode(
      _ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder
    ) {
      coder.encode(String(cString: gtk_widget_get_name(widget)), forKey: "series")
    }

    static func decode(with coder: RestorationDecoder)
      -> (@MainActor (UnsafeMutablePointer<GtkWidget>) -> Void)?
    {
      guard let series = coder.decodeString(forKey: "series") else { return nil }
      return { gtk_widget_set_name($0, series) }
    }
  }

  /// R90: another library's kind of widget can write its own state.
  func testRegisteredKind() throws {
    try MainActor.assumeIsolated {
      WidgetRestoration.register(Chart.self)
      @MainActor func make() throws -> WidgetPointer {
        try StandIn.make("AcmeChart") {
          [g_param_spec_int("zoom", nil, nil, 1, 9, 1, cgtk_param_read_write)]
        }.named("It")
      }
      let program = try WidgetProgram()
      let chart = try make()
      program.show(chart)
      Self.set(chart, "zoom", "4")
      gtk_widget_set_name(chart, "rain")
      try program.relaunch()
      let restored = try make()
      program.show(restored)
      XCTAssertEqual(Self.get(restored, "zoom"), "integer(4)")
      XCTAssertEqual(String(cString: gtk_widget_get_name(restored)), "rain")
    }
  }
}

/// libadwaita, loaded at run time because the process does not link it.
@MainActor enum Adwaita {
  static func load() throws {
    guard dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_GLOBAL) != nil else {
      throw XCTSkip("libadwaita is not installed.")
    }
    unsafeBitCast(cgtk_symbol("adw_init"), to: (@convention(c) () -> Void).self)()
  }

  /// Creates a window around an empty box.
  static func makeWindow() throws -> WidgetPointer {
    try KindTests.build(
      """
      <object class='AdwWindow' id='it'><property name='default-width'>400</property>
        <property name='default-height'>300</property>
        <property name='content'><object class='GtkBox'/></property></object>
      """)
  }

  /// Presents an `AdwDialog`, which libadwaita 1.5 and newer have.
  static func present(_ dialog: WidgetPointer, in window: WidgetPointer) {
    typealias Present = @convention(c) (WidgetPointer, WidgetPointer) -> Void
    unsafeBitCast(cgtk_symbol("adw_dialog_present"), to: Present.self)(dialog, window)
  }

  static func append(_ child: WidgetPointer, to parent: WidgetPointer) {
    typealias Append = @convention(c) (WidgetPointer, WidgetPointer) -> UnsafeMutableRawPointer?
    let name =
      String(cString: g_type_name(parent.type)) == "AdwTabView"
      ? "adw_tab_view_append" : "adw_carousel_append"
    _ = unsafeBitCast(cgtk_symbol(name), to: Append.self)(parent, child)
  }

  static func pages(of view: WidgetPointer)
    -> [(pointer: UnsafeMutableRawPointer, name: String, isPinned: Bool)]
  {
    let model = OpaquePointer(cgtk_object_dup_object(view.raw, "pages"))
    defer { g_object_unref(UnsafeMutableRawPointer(model)) }
    return (0..<g_list_model_get_n_items(model)).map { index in
      let page = g_list_model_get_item(model, index)!
      defer { g_object_unref(page) }
      return (page, name(of: page), cgtk_object_get_boolean(page, "pinned") != 0)
    }
  }

  static func selectedPage(of view: WidgetPointer) -> String {
    name(of: cgtk_object_peek_object(view.raw, "selected-page"))
  }

  private static func name(of page: UnsafeMutableRawPointer) -> String {
    let child = WidgetPointer(OpaquePointer(cgtk_object_peek_object(page, "child")))
    return child?.restorationIdentifier ?? ""
  }
}
#endif
