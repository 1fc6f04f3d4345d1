// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Kinds of libadwaita that have state of their own.
final class AdwaitaKindTests: XCTestCase {
  private static let nothing = guint.max

  @MainActor private static func makeSidebar(_ titles: [String]) throws -> WidgetPointer {
    let sidebar = try StandIn.make("AdwSidebar") {
      [
        g_param_spec_object("items", nil, nil, g_list_model_get_type(), cgtk_param_read_write),
        g_param_spec_uint("selected", nil, nil, 0, nothing, nothing, cgtk_param_read_write),
      ]
    }
    let items = g_list_store_new(g_object_get_type())!
    cgtk_object_set_object(sidebar.raw, "items", UnsafeMutableRawPointer(items))
    g_object_unref(UnsafeMutableRawPointer(items))
    fill(sidebar, titles)
    return sidebar.named("Sidebar")
  }

  /// Adds items; like libadwaita's, the sidebar selects its first one.
  @MainActor private static func fill(_ sidebar: WidgetPointer, _ titles: [String]) {
    let items = OpaquePointer(cgtk_object_peek_object(sidebar.raw, "items"))
    for title in titles {
      g_list_store_append(items, StandIn.makeElement("AdwSidebarItem", "title", title))
    }
    if !titles.isEmpty, selected(in: sidebar) == nothing { select(0, in: sidebar) }
  }

  @MainActor private static func select(_ position: guint, in sidebar: WidgetPointer) {
    cgtk_object_set_uint(sidebar.raw, "selected", position)
  }

  @MainActor private static func selected(in sidebar: WidgetPointer) -> guint {
    cgtk_object_get_uint(sidebar.raw, "selected")
  }

  /// R106, R232: a sidebar selects its item again, by the item's title.
  func testSidebar() throws {
    try withProgram { program in
      let sidebar = try Self.makeSidebar(["Recent", "Music", "Trash"])
      program.show(makeBox(sidebar))
      Self.select(2, in: sidebar)
      try program.relaunch()
      let restored = try Self.makeSidebar(["Trash", "Recent"])
      program.show(makeBox(restored))
      XCTAssertEqual(Self.selected(in: restored), 0)
    }
  }

  /// R187, R232: the first item that a sidebar selects on its own is no choice.
  func testSidebarThatIsFilledLater() throws {
    try withProgram { program in
      let sidebar = try Self.makeSidebar(["Recent", "Music"])
      program.show(makeBox(sidebar))
      Self.select(1, in: sidebar)
      try program.relaunch()
      let restored = try Self.makeSidebar([])
      program.show(makeBox(restored))
      Self.fill(restored, ["Recent", "Music"])
      program.pump { Self.selected(in: restored) == 1 }
    }
  }

  /// R232: an overview of tabs opens again once there is a tab.
  func testTabOverview() throws {
    try withProgram { program in
      try Adwaita.load()
      @MainActor func make(_ tabs: Int) throws -> (overview: WidgetPointer, view: WidgetPointer) {
        let overview = try StandIn.make("AdwTabOverview") {
          [
            g_param_spec_boolean("open", nil, nil, 0, cgtk_param_read_write),
            g_param_spec_object("view", nil, nil, gtk_widget_get_type(), cgtk_param_read_write),
          ]
        }
        let view = try KindTests.build("<object class='AdwTabView' id='it'/>")
        for _ in 0..<tabs { Adwaita.append(gtk_label_new("Page"), to: view) }
        cgtk_object_set_object(overview.raw, "view", view.raw)
        return (overview.named("Overview"), view)
      }
      @MainActor func isOpen(_ overview: WidgetPointer) -> Bool {
        cgtk_object_get_boolean(overview.raw, "open") != 0
      }
      let (overview, view) = try make(1)
      program.show(makeBox(overview, view))
      cgtk_object_set_boolean(overview.raw, "open", 1)
      try program.relaunch()
      let restored = try make(0)
      program.show(makeBox(restored.overview, restored.view))
      XCTAssertFalse(isOpen(restored.overview))
      Adwaita.append(gtk_label_new("Page"), to: restored.view)
      program.pump { isOpen(restored.overview) }
    }
  }

  @MainActor private static func makeLayouts() throws -> (bin: WidgetPointer, view: WidgetPointer) {
    let bin = try StandIn.make("AcmeBreakpointBin", below: gtk_box_get_type()) {
      [
        g_param_spec_object(
          "current-breakpoint", nil, nil, g_object_get_type(), cgtk_param_read_write)
      ]
    }
    let view = try StandIn.make("AdwMultiLayoutView") {
      [g_param_spec_string("layout-name", nil, nil, "sidebar", cgtk_param_read_write)]
    }.named("Layouts")
    gtk_box_append(bin.cast(), view)
    return (bin, view)
  }

  @MainActor private static func layout(of view: WidgetPointer) -> String? {
    let name = cgtk_object_copy_string(view.raw, "layout-name")
    defer { g_free(name) }
    return name.map { String(cString: $0) }
  }

  /// R232: a layout that the user chose comes back.
  func testLayout() throws {
    try withProgram { program in
      let (bin, view) = try Self.makeLayouts()
      program.show(bin)
      cgtk_object_set_string(view.raw, "layout-name", "sheet")
      try program.relaunch()
      let restored = try Self.makeLayouts()
      program.show(restored.bin)
      XCTAssertEqual(Self.layout(of: restored.view), "sheet")
    }
  }

  /// R226, R232: a layout that a breakpoint set is the window's, and not saved.
  func testLayoutOfABreakpoint() throws {
    try withProgram { program in
      let (bin, view) = try Self.makeLayouts()
      program.show(bin)
      cgtk_object_set_string(view.raw, "layout-name", "sheet")
      let breakpoint = StandIn.makeElement("AcmeBreakpoint", "name", "narrow")
      cgtk_object_set_object(bin.raw, "current-breakpoint", breakpoint)
      program.settle()
      try program.relaunch()
      let restored = try Self.makeLayouts()
      program.show(restored.bin)
      XCTAssertEqual(Self.layout(of: restored.view), "sidebar")
    }
  }

  /// R97, R232: a page of preferences is where it was scrolled to.
  func testPreferencesPage() throws {
    try withProgram { program in
      try Adwaita.load()
      @MainActor func make() throws -> WidgetPointer {
        try KindTests.build(
          """
          <object class='AdwPreferencesPage' id='it'><child>
            <object class='AdwPreferencesGroup'><child>
              <object class='GtkLabel'><property name='height-request'>3000</property></object>
            </child></object></child></object>
          """
        ).named("Page")
      }
      @MainActor func adjustment(of page: WidgetPointer) -> UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(page.part(gtk_scrolled_window_get_type())!.opaque)
      }
      let page = try make()
      program.show(page)
      gtk_adjustment_set_value(adjustment(of: page), 1234)
      program.settle()
      try program.relaunch()
      let restored = try make()
      program.show(restored)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment(of: restored)), 1234)
    }
  }

  /// R66, R232: the open menu of a split button is open again.
  func testSplitButton() throws {
    try withProgram { program in
      try Adwaita.load()
      @MainActor func make() throws -> WidgetPointer {
        try KindTests.build(
          """
          <object class='AdwSplitButton' id='it'><property name='popover'>
            <object class='GtkPopover'><property name='autohide'>0</property></object>
            </property></object>
          """
        ).named("Send")
      }
      @MainActor func isOpen(_ button: WidgetPointer) -> Bool {
        let popover = WidgetPointer(OpaquePointer(cgtk_object_peek_object(button.raw, "popover")))
        return popover.map { gtk_widget_get_visible($0) != 0 } ?? false
      }
      let button = try make()
      program.show(makeBox(button))
      gtk_menu_button_popup(button.part(gtk_menu_button_get_type())!.opaque)
      XCTAssertTrue(isOpen(button))
      try program.relaunch()
      let restored = try make()
      program.show(makeBox(restored))
      program.pump { isOpen(restored) }
    }
  }
}
#endif
