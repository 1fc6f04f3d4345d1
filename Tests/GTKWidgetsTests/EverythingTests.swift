// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationTesting
import XCTest

@testable import GTKWidgets

/// One call for a whole window.
final class EverythingTests: XCTestCase {
  /// Creates a window from a description, off screen.
  @MainActor private static func build(_ children: String, window: String = "id='main'")
    -> WidgetPointer
  {
    let builder = gtk_builder_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    let xml = """
      <interface><object class='GtkWindow' \(window)>
        <property name='default-width'>400</property>
        <property name='default-height'>300</property>
        <property name='child'><object class='GtkBox'>\(children)</object></property>
      </object></interface>
      """
    XCTAssertNotEqual(gtk_builder_add_from_string(builder, xml, -1, nil), 0)
    let objects = gtk_builder_get_objects(builder)
    defer { g_slist_free(objects) }
    var next = objects
    while let object = next {
      let widget = WidgetPointer(OpaquePointer(object.pointee.data))!
      if widget.isA(gtk_window_get_type()) { return widget }
      next = object.pointee.next
    }
    fatalError("The description has no window.")
  }

  @MainActor private static func all(in widget: WidgetPointer, _ type: GType) -> [WidgetPointer] {
    (widget.isA(type) ? [widget] : []) + widget.children.flatMap { all(in: $0, type) }
  }

  /// R9: builder ids and widget names are identifiers.
  func testInterfaceNamesAreIdentifiers() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        Self.build(
          """
          <child><object class='GtkEntry' id='title'/></child>
          <child><object class='GtkSwitch'><property name='name'>loud</property></object></child>
          """)
      }
      let window = make()
      XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
      let entry = Self.all(in: window, gtk_entry_get_type())[0]
      XCTAssertEqual(window.restorationIdentifier, "main")
      XCTAssertEqual(entry.restorationIdentifier, "title")
      program.adopt(window)
      gtk_editable_set_text(entry.opaque, "Words")
      gtk_switch_set_active(Self.all(in: window, gtk_switch_get_type())[0].opaque, 1)
      try program.relaunch()
      let restored = make()
      program.restoration.restoreEverything(in: restored)
      program.adopt(restored)
      XCTAssertEqual(text(of: Self.all(in: restored, gtk_entry_get_type())[0]), "Words")
      XCTAssertEqual(
        gtk_switch_get_active(Self.all(in: restored, gtk_switch_get_type())[0].opaque), 1)
    }
  }

  /// R9: the content of a collapsed expander has its names, too.
  func testContentOfACollapsedExpander() throws {
    try withProgram { program in
      @MainActor func show() -> WidgetPointer {
        let window = Self.build(
          """
          <child><object class='GtkExpander' id='more'><property name='child'>
            <object class='GtkEntry' id='topic'/></property></object></child>
          """)
        XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
        program.adopt(window)
        return window
      }
      let expander = Self.all(in: show(), gtk_expander_get_type())[0]
      gtk_expander_set_expanded(expander.opaque, 1)
      program.settle()
      gtk_editable_set_text(gtk_expander_get_child(expander.opaque)?.opaque, "Words")
      try program.relaunch()
      let restored = Self.all(in: show(), gtk_expander_get_type())[0]
      XCTAssertNotEqual(gtk_expander_get_expanded(restored.opaque), 0)
      program.pump { gtk_expander_get_child(restored.opaque).map { text(of: $0) } == "Words" }
    }
  }

  /// R9: widgets that would keep state and have no name are returned, and counted in the log.
  func testUnnamedWidgetsAreListed() throws {
    try withProgram { program in
      let window = Self.build(
        """
        <child><object class='GtkScrolledWindow'><property name='child'>
          <object class='GtkTextView' id='notes'/></property></object></child>
        <child><object class='GtkSearchBar'><property name='child'>
          <object class='GtkSearchEntry'/></property></object></child>
        <child><object class='GtkLabel'/></child>
        <child><object class='GtkPasswordEntry'/></child>
        <child><object class='GtkMenuButton' id='menu'/></child>
        <child><object class='GtkNotebook' id='pages'>
          <child><object class='GtkLabel'/></child></object></child>
        <child><object class='GtkInfoBar' id='status'/></child>
        """, window: "")
      let unnamed = program.restoration.restoreEverything(in: window)
      program.adopt(window)
      let status = Self.all(in: window, gtk_info_bar_get_type())[0]
      XCTAssertNil(status.restorationIdentifier, "The program shows its own status.")
      XCTAssertEqual(
        unnamed.map(\.className),
        ["GtkWindow", "GtkScrolledWindow", "GtkSearchBar", "GtkSearchEntry"])
      let line = "1 GtkScrolledWindow, 1 GtkSearchBar, 1 GtkSearchEntry, 1 GtkWindow"
      XCTAssertEqual(program.log.lines.filter { $0.contains(line) }.count, 1)
    }
  }

  /// R9: an id that several widgets at one place have is nobody's; an identifier stays.
  func testNamesThatAreNotUnique() throws {
    try withProgram { program in
      let rows = (0..<2).map { _ in
        "<child><object class='GtkCheckButton'><property name='name'>done</property></object></child>"
      }
      let window = Self.build(
        """
        <child><object class='GtkListBox' id='tasks'>\(rows.joined())</object></child>
        <child><object class='GtkEntry' id='title'/></child>
        """)
      let entry = Self.all(in: window, gtk_entry_get_type())[0].named("Title")
      let unnamed = program.restoration.restoreEverything(in: window)
      program.adopt(window)
      XCTAssertEqual(unnamed.map(\.className), ["GtkCheckButton", "GtkCheckButton"])
      XCTAssertEqual(
        program.log.lines.filter { $0.contains("the same name: 2 GtkCheckButton") }.count, 1)
      XCTAssertEqual(entry.restorationIdentifier, "Title")
    }
  }

  /// R9: widgets with one name are told apart by the named containers around them, as in templates.
  ///
  /// What was saved when the names were unique is found.
  func testNamesInTwoPartsOfATemplate() throws {
    try withProgram { program in
      func part(_ id: String, _ more: String = "") -> String {
        """
        <child><object class='GtkBox' id='\(id)'><child><object class='GtkBox'>
          <property name='name'>form</property>
          <child><object class='GtkEntry'><property name='name'>title</property></object></child>
          \(more)</object></child></object></child>
        """
      }
      @MainActor func show(_ children: String) -> WidgetPointer {
        let window = Self.build(children)
        XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
        program.adopt(window)
        return window
      }
      @MainActor func entries(_ window: WidgetPointer) -> [WidgetPointer] {
        Self.all(in: window, gtk_entry_get_type())
      }
      let loud = "<child><object class='GtkSwitch' id='loud'/></child>"
      let alone = show(part("left", loud))
      gtk_switch_set_active(Self.all(in: alone, gtk_switch_get_type())[0].opaque, 1)
      XCTAssertEqual(entries(alone)[0].participant?.path, ["main", "title"])
      try program.relaunch()
      let both = show(part("left", loud) + part("right"))
      XCTAssertEqual(
        entries(both).map { $0.participant?.path },
        [["main", "left", "title"], ["main", "right", "title"]])
      XCTAssertEqual(gtk_switch_get_active(Self.all(in: both, gtk_switch_get_type())[0].opaque), 1)
      for (number, entry) in entries(both).enumerated() {
        gtk_editable_set_text(entry.opaque, "text \(number)")
      }
      try program.relaunch()
      let again = show(part("left", loud) + part("right"))
      XCTAssertEqual(entries(again).map { text(of: $0) }, ["text 0", "text 1"])
    }
  }

  /// A row from a template of the program's, with an entry.
  @MainActor private static let accountRow: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GtkListBoxRowClass>.size)
    info.instance_size = guint16(MemoryLayout<GtkListBoxRow>.size)
    info.class_init = { itsClass, _ in
      let xml = """
        <interface><template class='AccountRow' parent='GtkListBoxRow'>
          <property name='child'><object class='GtkEntry' id='note'/></property>
        </template></interface>
        """
      let bytes = g_bytes_new(xml, gsize(xml.utf8.count))
      defer { g_bytes_unref(bytes) }
      gtk_widget_class_set_template(
        itsClass?.assumingMemoryBound(to: GtkWidgetClass.self), bytes)
    }
    info.instance_init = { row, _ in
      gtk_widget_init_template(row.map { WidgetPointer(OpaquePointer($0)) })
    }
    return g_type_register_static(
      gtk_list_box_row_get_type(), "AccountRow", &info, GTypeFlags(rawValue: 0))
  }()

  /// R9: a name inside a row that was made from a template is nobody's, even if it is the only row.
  func testNamesInARowOfATemplate() throws {
    try withProgram { program in
      @MainActor func show(_ identifier: String?) -> WidgetPointer {
        let window = Self.build("<child><object class='GtkListBox' id='accounts'/></child>")
        let row = WidgetPointer(
          OpaquePointer(g_object_new_with_properties(Self.accountRow, 0, nil, nil)))!
        gtk_list_box_append(
          Self.all(in: window, gtk_list_box_get_type())[0].opaque, row.named(identifier))
        let unnamed = program.restoration.restoreEverything(in: window)
        XCTAssertEqual(unnamed.map(\.className), identifier == nil ? ["GtkEntry"] : [])
        program.adopt(window)
        return Self.all(in: window, gtk_entry_get_type())[0]
      }
      gtk_editable_set_text(show(nil).opaque, "Words of Alice")
      try program.relaunch()
      XCTAssertEqual(text(of: show(nil)), "")
      try program.relaunch()
      gtk_editable_set_text(show("bob").opaque, "Words of Bob")
      try program.relaunch()
      XCTAssertEqual(text(of: show("alice")), "")
      try program.relaunch()
      XCTAssertEqual(text(of: show("bob")), "Words of Bob")
    }
  }

  /// R9: rows that are written into a list have the names of their interface file.
  func testNamesInRowsOfAnInterfaceFile() throws {
    try withProgram { program in
      XCTAssertNotEqual(Self.accountRow, 0)
      let window = Self.build(
        """
        <child><object class='GtkListBox'>
          <child><object class='GtkListBoxRow'>
            <property name='child'><object class='GtkSwitch' id='dark'/></property></object></child>
          <child><object class='GtkSwitch' id='loud'/></child>
          <child><object class='AccountRow'/></child></object></child>
        <child><object class='GtkFlowBox'>
          <child><object class='GtkCheckButton' id='wide'/></child></object></child>
        """)
      _ = program.restoration.restoreEverything(in: window)
      program.adopt(window)
      let named = Self.all(in: window, gtk_widget_get_type()).compactMap {
        $0.restorationIdentifier
      }
      XCTAssertEqual(named, ["main", "dark", "loud", "note", "wide"])
    }
  }

  /// R9: what lies in widgets that share a name is listed with them.
  func testContentOfNamesThatAreNotUnique() throws {
    try withProgram { program in
      let parts = (0..<2).map { _ in
        """
        <child><object class='GtkExpander'><property name='name'>more</property>
          <property name='expanded'>1</property>
          <property name='child'><object class='GtkEntry'/></property></object></child>
        """
      }
      let window = Self.build(parts.joined())
      let unnamed = program.restoration.restoreEverything(in: window)
      program.adopt(window)
      XCTAssertEqual(
        unnamed.map(\.className), ["GtkExpander", "GtkEntry", "GtkExpander", "GtkEntry"])
    }
  }

  /// R9: a widget without a name that a handler destroys meanwhile is not returned.
  func testUnnamedWidgetThatAHandlerDestroys() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        Self.build(
          """
          <child><object class='GtkSwitch' id='short'/></child>
          <child><object class='GtkEntry'/></child>
          """)
      }
      let window = make()
      XCTAssertEqual(
        program.restoration.restoreEverything(in: window).map(\.className), ["GtkEntry"])
      program.adopt(window)
      gtk_switch_set_active(Self.all(in: window, gtk_switch_get_type())[0].opaque, 1)
      try program.relaunch()
      let restored = make()
      let entry = Self.all(in: restored, gtk_entry_get_type())[0]
      let box: WidgetPointer = gtk_widget_get_parent(entry)
      connect(Self.all(in: restored, gtk_switch_get_type())[0], "notify::active") { _ in
        if gtk_widget_get_last_child(box) == entry { gtk_box_remove(box.cast(), entry) }
      }
      XCTAssertEqual(program.restoration.restoreEverything(in: restored), [])
      program.adopt(restored)
      XCTAssertTrue(Self.all(in: restored, gtk_entry_get_type()).isEmpty)
    }
  }

  /// R9: a widget whose identifier the program has set to `nil` gets none.
  func testWidgetThatRefusesNames() throws {
    try withProgram { program in
      let window = Self.build("<child><object class='GtkEntry' id='title'/></child>")
      let entry = Self.all(in: window, gtk_entry_get_type())[0].named(nil)
      XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
      program.adopt(window)
      XCTAssertNil(entry.restorationIdentifier)
      entry.restorationIdentifier = "title"
      XCTAssertEqual(entry.restorationIdentifier, "title")
    }
  }

  /// R9: what libadwaita puts into its own rows and pages stays as it is.
  func testPartsOfLibrariesStay() throws {
    try withProgram { program in
      try Adwaita.load()
      let window = Self.build(
        """
        <child><object class='AdwPreferencesPage' id='page'><child>
          <object class='AdwPreferencesGroup'><child>
            <object class='AdwExpanderRow' id='more'><child>
              <object class='AdwEntryRow' id='name'/></child></object>
          </child></object></child></object></child>
        <child><object class='AdwSplitButton' id='send'/></child>
        """)
      XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
      program.adopt(window)
      let named = Self.all(in: window, gtk_widget_get_type()).compactMap {
        $0.restorationIdentifier
      }
      XCTAssertEqual(Set(named), ["main", "page", "more", "name", "send"])
      XCTAssertEqual(named.count, 5)
    }
  }

  /// R9: a container's own parts stay, and those of the same class in its content have names.
  func testPartsOfContainersWithContent() throws {
    try withProgram { program in
      @MainActor func check(_ container: WidgetPointer) {
        let window = Self.build("")
        gtk_box_append(gtk_window_get_child(window.cast())?.cast(), container)
        XCTAssertEqual(program.restoration.restoreEverything(in: window), [])
        program.adopt(window)
        let named = Self.all(in: window, gtk_widget_get_type()).compactMap {
          $0.restorationIdentifier
        }
        XCTAssertEqual(named, ["main", "It", "mine"], container.className)
      }
      @MainActor func make(_ name: String, _ property: String, _ mine: String) throws
        -> WidgetPointer
      {
        let child = "<object class='\(mine)' id='mine'/>"
        return try KindTests.build(
          """
          <object class='\(name)' id='it'><property name='\(property)'>\(child)</property></object>
          """
        ).named("It")
      }
      if StandIn.isInstalled("AdwToolbarView") {
        check(try make("AdwToolbarView", "content", "GtkRevealer"))
      } else {
        let view = try StandIn.make("AdwToolbarView", below: gtk_box_get_type()) {
          let type = gtk_widget_get_type()
          return [g_param_spec_object("content", nil, nil, type, cgtk_param_read_write)]
        }.named("It")
        let mine: WidgetPointer = gtk_revealer_new()
        gtk_widget_set_name(mine, "mine")
        cgtk_object_set_object(view.raw, "content", mine.raw)
        for revealer in [mine, gtk_revealer_new(), gtk_revealer_new()] {
          gtk_box_append(view.cast(), revealer)
        }
        check(view)
      }
      if StandIn.isInstalled("AdwBottomSheet") {
        check(try make("AdwBottomSheet", "content", "GtkStack"))
      }
      if StandIn.isInstalled("AdwNavigationSplitView") {
        let page = """
          <object class='AdwNavigationPage'><property name='title'>Mine</property>
            <property name='child'><object class='AdwNavigationView' id='mine'><child>
              <object class='AdwNavigationPage'><property name='title'>Root</property></object>
            </child></object></property></object>
          """
        check(
          try KindTests.build(
            """
            <object class='AdwNavigationSplitView' id='it'>
              <property name='sidebar'>\(page)</property></object>
            """
          ).named("It"))
      }
    }
  }

  /// R9: the content of a dialog that is presented later has its names, too.
  func testContentOfADialogThatIsPresentedLater() throws {
    try withProgram { program in
      let isInstalled = StandIn.isInstalled("AdwDialog")
      try Adwaita.load()
      @MainActor func show() throws -> WidgetPointer {
        let window = try Adwaita.makeWindow().named("Main")
        program.adopt(window)
        let dialog =
          try isInstalled
          ? KindTests.build("<object class='AdwDialog' id='it'/>")
          : StandIn.make("AdwDialog", below: gtk_box_get_type()) {
            let type = gtk_widget_get_type()
            return [g_param_spec_object("child", nil, nil, type, cgtk_param_read_write)]
          }
        let entry: WidgetPointer = gtk_entry_new()
        gtk_widget_set_name(entry, "topic")
        cgtk_object_set_object(dialog.raw, "child", entry.raw)
        XCTAssertEqual(
          program.restoration.restoreEverything(in: dialog.named("Dialog")), [])
        if isInstalled {
          Adwaita.present(dialog, in: window)
        } else {
          gtk_box_append(dialog.cast(), entry)
          let content = cgtk_object_peek_object(window.raw, "content")
          gtk_box_append(WidgetPointer(OpaquePointer(content))?.cast(), dialog)
        }
        program.pump { entry.participant?.path == ["Main", "Dialog", "topic"] }
        return entry
      }
      gtk_editable_set_text(try show().opaque, "Words")
      try program.relaunch()
      XCTAssertEqual(text(of: try show()), "Words")
    }
  }
}
#endif
