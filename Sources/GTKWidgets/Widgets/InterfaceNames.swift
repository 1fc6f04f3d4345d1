// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import StateRestoration

/// The identifiers that an interface description gives to the widgets of a window.
@MainActor enum InterfaceNames {
  /// A widget that has a name, or that gets one.
  @safe private struct Named {
    let widget: WidgetPointer
    let name: String
    /// The widgets inside that belong to libraries.
    let parts: Set<WidgetPointer>
    /// The containers with a name around it, the nearest last, which keep no state.
    let containers: [(WidgetPointer, String)]
  }

  /// Gives a widget and its descendants the identifiers that they lack.
  static func nameWidgets(in widget: WidgetPointer) {
    nameLevel { level in unsafe collect(widget, [], [], &level) }
  }

  /// Returns whether a widget has a name, which others at its place may have, too.
  static func hasName(_ widget: WidgetPointer) -> Bool { unsafe name(of: widget) != nil }

  /// Returns the widget and descendants that would keep state, and have no identifier.
  ///
  /// Those whose identifier the program has set to `nil` are not among them.
  static func unnamed(in widget: WidgetPointer) -> [WidgetPointer] {
    unsafe unnamed(in: widget, [])
  }

  private static func unnamed(in widget: WidgetPointer, _ parts: Set<WidgetPointer>)
    -> [WidgetPointer]
  {
    let isUnnamed =
      unsafe !parts.contains(widget) && widget.restorationIdentifier == nil
      && !widget.refusesNames && WidgetKinds.keepsState(of: widget)
    let inside = unsafe parts.union(WidgetKinds.parts(of: widget))
    return unsafe (isUnnamed ? [widget] : [])
      + WidgetKinds.content(of: widget).flatMap { unsafe unnamed(in: $0, inside) }
  }

  /// Names widgets whose nearest named ancestor is the same.
  ///
  /// If a name is not unique among them, it is no identifier.
  private static func nameLevel(_ collect: (inout [Named]) -> Void) {
    var level: [Named] = []
    collect(&level)
    if nameContainers(of: level) {
      level = []
      collect(&level)
    }
    let counts = Dictionary(level.map { ($0.name, 1) }, uniquingKeysWith: +)
    for named in level {
      if unsafe named.widget.restorationIdentifier == nil {
        guard counts[named.name] == 1 else { continue }
        unsafe named.widget.restorationIdentifier = named.name
      }
      nameLevel { level in unsafe collectChildren(of: named.widget, named.parts, [], &level) }
    }
  }

  /// Tells widgets with one name apart by the containers around them.
  ///
  /// Such are the parts that are made from one template. The nearest container that has a name of
  /// its own, and not all of these widgets inside, gets an identifier. What was saved without it is
  /// still found.
  ///
  /// - Returns: Whether there is such a container.
  private static func nameContainers(of level: [Named]) -> Bool {
    let containers = unsafe Dictionary(level.flatMap(\.containers)) { name, _ in name }
    let names = unsafe level.map(\.name) + containers.values
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let equals = Dictionary(grouping: level, by: \.name)
    var hasNamed = false
    for named in level where unsafe named.widget.restorationIdentifier == nil {
      let found = unsafe named.containers.last { container, name in
        counts[name] == 1
          && equals[named.name]?.contains { other in
            unsafe !other.containers.contains { unsafe $0.0 == container }
          } == true
      }
      guard let (container, name) = unsafe found else { continue }
      unsafe container.restorationIdentifier = name
      unsafe container.formerRestorationIdentifiers = [""]
      hasNamed = true
    }
    return hasNamed
  }

  /// Collects the nearest widgets that have a name and keep state.
  private static func collect(
    _ widget: WidgetPointer, _ parts: Set<WidgetPointer>,
    _ containers: [(WidgetPointer, String)], _ level: inout [Named]
  ) {
    var containers = unsafe containers
    if unsafe !parts.contains(widget) && !widget.refusesNames,
      let name = unsafe widget.restorationIdentifier ?? name(of: widget)
    {
      if unsafe widget.restorationIdentifier != nil || WidgetKinds.keepsState(of: widget) {
        return unsafe level.append(
          Named(widget: widget, name: name, parts: parts, containers: containers))
      }
      if unsafe !WidgetKinds.hasState(widget) { unsafe containers.append((widget, name)) }
    }
    unsafe collectChildren(of: widget, parts, containers, &level)
  }

  private static func collectChildren(
    of widget: WidgetPointer, _ parts: Set<WidgetPointer>,
    _ containers: [(WidgetPointer, String)], _ level: inout [Named]
  ) {
    let parts = unsafe parts.union(WidgetKinds.parts(of: widget))
    unsafe WidgetKinds.content(of: widget).forEach { child in
      unsafe collect(child, parts, containers, &level)
    }
  }

  /// Returns a widget's id in a `GtkBuilder` file, or else the name that it was given.
  ///
  /// A window without either is known by its class, if that is the program's.
  private static func name(of widget: WidgetPointer) -> String? {
    guard unsafe !isInRowMadeInCode(widget) else { return nil }
    let classes = unsafe widget.classNames
    let id = unsafe id(of: widget)
    let given = unsafe gtk_widget_get_name(widget).map { unsafe String(cString: $0) }
    let ofClass =
      unsafe widget.isA(gtk_window_get_type())
      ? classes.first.flatMap { WidgetKinds.isOfLibrary($0) ? nil : $0 } : nil
    // GTK counts objects without an id, and gives the root of a template the name of its class.
    let own = [id, given].compactMap(\.self).first {
      !$0.hasPrefix("___object_") && !classes.contains($0) && RestorationIdentifier($0) != nil
    }
    return own ?? ofClass
  }

  private static func id(of widget: WidgetPointer) -> String? {
    unsafe gtk_buildable_get_buildable_id(widget.opaque).map { unsafe String(cString: $0) }
  }

  /// Returns whether a widget lies in a row that was made in code, and has no identifier.
  ///
  /// Each row from one template has the same names inside, and another launch may have the rows of
  /// other elements. So a single row's names are no identifiers either.
  private static func isInRowMadeInCode(_ widget: WidgetPointer) -> Bool {
    var next = unsafe gtk_widget_get_parent(widget)
    while let around = unsafe next, unsafe around.restorationIdentifier == nil {
      if unsafe isRowMadeInCode(around) { return true }
      unsafe next = unsafe gtk_widget_get_parent(around)
    }
    return false
  }

  /// Returns whether a widget is a row of a list that is not written in an interface description.
  ///
  /// There each object has an id, if only one that GTK counts. The root of a template has the name
  /// of its class until then. GTK puts a row of its own around a widget that is no row.
  private static func isRowMadeInCode(_ widget: WidgetPointer) -> Bool {
    guard
      [gtk_list_box_row_get_type(), gtk_flow_box_child_get_type()]
        .contains(where: { unsafe widget.isA($0) })
    else { return false }
    let element =
      unsafe id(of: widget) == nil ? gtk_widget_get_first_child(widget) ?? widget : widget
    return unsafe id(of: element).map { unsafe element.classNames.contains($0) } ?? true
  }
}

extension WidgetKinds {
  /// Returns whether a widget keeps state of the user as soon as it has an identifier.
  @MainActor static func keepsState(of widget: WidgetPointer) -> Bool {
    unsafe withoutUsersState.isDisjoint(with: widget.classNames) && hasState(widget)
  }

  /// Returns whether a widget keeps state, be it the user's or the program's, with an identifier.
  @MainActor static func hasState(_ widget: WidgetPointer) -> Bool {
    let makeup = unsafe WidgetKinds.makeup(of: widget)
    return unsafe makeup.participant != nil || !makeup.properties.isEmpty
      || !makeup.kinds.isEmpty || !widget.restoredProperties.isEmpty
  }

  /// Returns whether a class is GTK's or libadwaita's.
  static func isOfLibrary(_ typeName: String) -> Bool {
    ["Gtk", "Adw"].contains { typeName.hasPrefix($0) }
  }

  /// Returns the children that may be the program's or have such inside.
  @MainActor static func content(of widget: WidgetPointer) -> [WidgetPointer] {
    let classes = unsafe widget.classNames
    guard closed.isDisjoint(with: classes) else { return unsafe [] }
    if classes.contains("AdwPreferencesWindow") {
      return unsafe widget.all("AdwPreferencesPage")
    }
    if classes.contains("AdwTabOverview") || classes.contains("AdwDialog") {
      // Until a dialog is presented, its child is not below it.
      let child = unsafe widget.object("child")
      return unsafe classes.contains("AdwPreferencesDialog")
        ? child?.all("AdwPreferencesPage") ?? [] : [child].compactMap { unsafe $0 }
    }
    if classes.contains("GtkExpander") {
      // While it is collapsed, its child has no parent.
      return unsafe [
        gtk_expander_get_label_widget(widget.opaque), gtk_expander_get_child(widget.opaque),
      ].compactMap { unsafe $0 }
    }
    let makeup = unsafe WidgetKinds.makeup(of: widget)
    let isInput =
      (makeup.participant != nil || !makeup.properties.isEmpty)
      && [.input, .text].contains(makeup.stage)
    guard !isInput, unsafe !makesItsOwnRows(widget) else { return unsafe [] }
    return unsafe widget.children
  }

  /// Returns the widgets that a widget of a library has made for itself.
  @MainActor static func parts(of widget: WidgetPointer) -> [WidgetPointer] {
    unsafe widget.classNames.flatMap { name in
      let programs = unsafe Set(
        (programsProperties[name] ?? []).compactMap { unsafe widget.object($0) })
      return unsafe (ownParts[name] ?? []).flatMap { part in
        unsafe widget.children.flatMap { unsafe $0.all(part.typeName, except: programs) }
          .prefix(part.count)
      }
    }
  }

  /// Classes that show the program's status, or keep a secret.
  private static let withoutUsersState: Set<String> = [
    "GtkInfoBar", "GtkLevelBar", "GtkPasswordEntry", "AdwBanner", "AdwPasswordEntryRow",
  ]

  /// Classes in which nothing is the program's.
  private static let closed: Set<String> = [
    "GtkAboutDialog", "GtkAppChooserButton", "GtkAppChooserDialog", "GtkAppChooserWidget",
    "GtkColorChooserDialog", "GtkEmojiChooser", "GtkFileChooserDialog", "GtkFontChooserDialog",
    "GtkMediaControls", "GtkPageSetupUnixDialog", "GtkPopoverMenu", "GtkPopoverMenuBar",
    "GtkPrintUnixDialog", "GtkScrollbar", "GtkShortcutsWindow", "GtkStackSidebar",
    "GtkStackSwitcher", "GtkVideo", "AdwAboutDialog", "AdwAboutWindow", "AdwInlineViewSwitcher",
    "AdwShortcutsDialog", "AdwSidebar", "AdwTabBar", "AdwViewSwitcher", "AdwViewSwitcherBar",
    "AdwViewSwitcherSidebar", "AdwViewSwitcherTitle",
  ]

  /// The widgets of known classes that other classes have inside, the first of each.
  ///
  /// What lies inside such a widget, or in one of ``programsProperties``, does not count.
  private static let ownParts: [String: [(typeName: String, count: Int)]] = [
    "GtkActionBar": [("GtkRevealer", 1)], "GtkAssistant": [("GtkStack", 1)],
    "GtkInfoBar": [("GtkRevealer", 1)], "GtkMenuButton": [("GtkToggleButton", 1)],
    "GtkNotebook": [("GtkStack", 1)],
    "GtkScrolledWindow": [("GtkScrollbar", 2)], "GtkSearchBar": [("GtkRevealer", 1)],
    "AdwBanner": [("GtkRevealer", 1)], "AdwBottomSheet": [("GtkStack", 1)],
    "AdwExpanderRow": [("GtkListBox", 2), ("GtkRevealer", 1), ("GtkSwitch", 1)],
    "AdwNavigationSplitView": [("AdwNavigationView", 1)],
    "AdwPreferencesGroup": [("GtkListBox", 1)], "AdwPreferencesPage": [("GtkScrolledWindow", 1)],
    "AdwSplitButton": [("GtkMenuButton", 1)], "AdwStatusPage": [("GtkScrolledWindow", 1)],
    "AdwTabView": [("GtkStack", 1)], "AdwToolbarView": [("GtkRevealer", 2)],
  ]

  /// The properties with widgets of the program's that may come before ``ownParts``.
  private static let programsProperties = [
    "AdwBottomSheet": ["content"], "AdwNavigationSplitView": ["content", "sidebar"],
    "AdwToolbarView": ["content"],
  ]
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The names of the widget's class and those it derives from, its own first.
  @MainActor var classNames: [String] {
    var (names, type): ([String], GType) = unsafe ([], self.type)
    while type != 0 {
      unsafe names.append(String(cString: g_type_name(type)))
      type = g_type_parent(type)
    }
    return names
  }

  /// Returns the nearest widgets that have a class: the widget itself, or those inside in order.
  @MainActor fileprivate func all(_ typeName: String, except others: Set<WidgetPointer> = unsafe [])
    -> [WidgetPointer]
  {
    let type = unsafe g_type_from_name(typeName)  // 0 if the type is not in use
    guard type != 0, unsafe !others.contains(self) else { return unsafe [] }
    return unsafe isA(type)
      ? [self] : children.flatMap { unsafe $0.all(typeName, except: others) }
  }

  /// Returns the widget in a property.
  @MainActor func object(_ property: String) -> WidgetPointer? {
    unsafe cgtk_object_peek_object(raw, property).map { unsafe WidgetPointer(OpaquePointer($0)) }
  }
}
#endif
