// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  extension WidgetKinds {
    /// All known kinds.
    ///
    /// If several fit a widget, the first one with a participant supplies it.
    package static let known: [KnownKind] =
      windows + containers + lists + inputs + texts + adwaita + others

    private static let pages = NamedElements.list(property: "pages", name: "name")

    private static let preferencePages =
      NamedElements.descendants(typeName: "AdwPreferencesPage", name: "name")

    private static let windows = [
      KnownKind(
        "GtkWindow", "GTK 4.0",
        "size, maximised, full screen; which widget in it has the focus",
        limits: "a desktop decides where a window lies", stage: .structure,
        by: WindowParticipant.self)
    ]

    private static let containers = [
      KnownKind(
        "GtkPaned", "GTK 4.0", "position, once it was set", stage: .structure,
        by: PanedParticipant.self),
      KnownKind(
        "GtkNotebook", "GTK 4.0",
        """
        page, by the identifier of the page's widget if it has one, else by its number; the order of tabs \
        that can be moved
        """,
        limits: "a page without an identifier does not keep its place in the order",
        stage: .structure, by: NotebookParticipant.self),
      KnownKind(
        "GtkStack", "GTK 4.0", "name of the visible child", stage: .structure,
        by: StackParticipant.self),
      KnownKind(
        "GtkScrolledWindow", "GTK 4.0", "both positions; around a text view the line at the top",
        stage: .place, by: ScrolledWindowParticipant.self),
      KnownKind("GtkExpander", "GTK 4.0", "expanded", ["expanded"], stage: .structure),
      KnownKind("GtkRevealer", "GTK 4.0", "revealed", ["reveal-child"], stage: .structure),
      KnownKind(
        "GtkSearchBar", "GTK 4.0", "in search mode", ["search-mode-enabled"], stage: .structure),
      KnownKind("GtkActionBar", "GTK 4.0", "revealed", ["revealed"], stage: .structure),
    ]

    private static let lists = [
      KnownKind(
        "GtkListView", "GTK 4.0", selection + expansion, limits: trees, stage: .selection,
        by: ListViewParticipant.self),
      KnownKind(
        "GtkGridView", "GTK 4.0", selection, stage: .selection, by: GridViewParticipant.self),
      KnownKind(
        "GtkColumnView", "GTK 4.0",
        selection + expansion
          + "; widths, order and sorting of columns, by their identifiers (since GTK 4.10) or titles",
        limits: trees, stage: .selection,
        by: ColumnViewParticipant.self),
      KnownKind(
        "GtkListBox", "GTK 4.0", selection, stage: .selection, by: ListBoxParticipant.self),
      KnownKind(
        "GtkFlowBox", "GTK 4.0", selection, stage: .selection, by: FlowBoxParticipant.self),
      KnownKind(
        "GtkTreeView", "GTK 4.0",
        """
        expanded and selected rows, by their names in the program's data or else by their numbers; the \
        column that sorts them
        """,
        stage: .selection, by: TreeViewParticipant.self),
      KnownKind("GtkDropDown", "GTK 4.0", choice, by: DropDownParticipant.self),
      KnownKind(
        "GtkComboBox", "GTK 4.0",
        "the row that is chosen, by its identifier if it has one, else by its number",
        by: ComboBoxParticipant.self),
    ]

    private static let selection = "selected elements, by their names in the program's data"
    private static let expansion = ", and expanded rows of a tree"
    private static let trees = "rows of a tree are expanded only where elements have names"
    private static let choice = "the element that is chosen, by its name in the program's data"

    private static let inputs = [
      KnownKind("GtkSpinButton", "GTK 4.0", "value", by: SpinButtonParticipant.self),
      KnownKind("GtkRange", "GTK 4.0", "value", by: RangeParticipant.self),
      KnownKind("GtkScaleButton", "GTK 4.0", "value", by: ScaleButtonParticipant.self),
      KnownKind("GtkToggleButton", "GTK 4.0", "active", ["active"]),
      KnownKind("GtkCheckButton", "GTK 4.0", "active", ["active"]),
      KnownKind("GtkSwitch", "GTK 4.0", "active", ["active"]),
      KnownKind("GtkLevelBar", "GTK 4.0", "value", ["value"]),
      KnownKind("GtkCalendar", "GTK 4.0", "the day that is chosen", by: CalendarParticipant.self),
      KnownKind("GtkColorChooser", "GTK 4.0", "color", ["rgba"]),
      KnownKind("GtkColorDialogButton", "GTK 4.10", "color", ["rgba"]),
      KnownKind("GtkFontChooser", "GTK 4.0", "font", ["font-desc"]),
      KnownKind("GtkFontDialogButton", "GTK 4.10", "font", ["font-desc"]),
      KnownKind(
        "GtkMenuButton", "GTK 4.0", "whether its popover is open", stage: .place,
        by: MenuButtonParticipant.self),
    ]

    private static let texts = [
      KnownKind(
        "GtkEditable", "GTK 4.0", "text, cursor, selection",
        limits: "nothing of a password, or of what is or was hidden", stage: .text,
        by: EditableParticipant.self),
      KnownKind(
        "GtkTextView", "GTK 4.0", "text, cursor, selection, the line at the top", stage: .text,
        by: TextViewParticipant.self),
    ]

    private static let adwaita = [
      KnownKind(
        "AdwLeaflet", "libadwaita 1.0", "name of the visible child", ["visible-child-name"],
        of: pages, stage: .structure),
      KnownKind("AdwFlap", "libadwaita 1.0", "revealed", ["reveal-flap"], stage: .structure),
      KnownKind(
        "AdwCarousel", "libadwaita 1.0",
        "page, by the identifier of the page's widget if it has one, else by its number",
        stage: .place, by: CarouselParticipant.self),
      KnownKind(
        "AdwViewStack", "libadwaita 1.0", "name of the visible child", ["visible-child-name"],
        of: pages, stage: .structure),
      KnownKind(
        "AdwTabView", "libadwaita 1.0",
        "order, pinned pages and the page in front, by the identifiers of the pages' widgets",
        limits:
          "pages without an identifier are found by their number; the program makes the pages",
        stage: .structure, by: TabViewParticipant.self),
      KnownKind("AdwComboRow", "libadwaita 1.0", choice, by: DropDownParticipant.self),
      KnownKind(
        "AdwExpanderRow", "libadwaita 1.0", "expanded, and whether it can be",
        ["enable-expansion", "expanded"], stage: .structure),
      KnownKind(
        "AdwPreferencesWindow", "libadwaita 1.0", "name of the visible page",
        limits: "pages that were put on top do not come back", ["visible-page-name"],
        of: preferencePages, stage: .structure),
      KnownKind("AdwSwitchRow", "libadwaita 1.4", "active", ["active"]),
      KnownKind("AdwSpinRow", "libadwaita 1.4", "value", ["value"]),
      KnownKind(
        "AdwNavigationView", "libadwaita 1.4", "its stack of pages, by their tags",
        limits: "pages without a tag", stage: .structure, by: NavigationViewParticipant.self),
      KnownKind(
        "AdwNavigationSplitView", "libadwaita 1.4", "whether the content is in front",
        ["show-content"], stage: .structure),
      KnownKind(
        "AdwOverlaySplitView", "libadwaita 1.4", "whether the sidebar is shown", ["show-sidebar"],
        stage: .structure),
      KnownKind(
        "AdwPreferencesDialog", "libadwaita 1.5", "name of the visible page",
        ["visible-page-name"], of: preferencePages, stage: .structure),
      KnownKind("AdwBottomSheet", "libadwaita 1.6", "open", ["open"], stage: .structure),
      KnownKind(
        "AdwToggleGroup", "libadwaita 1.7", "name of the toggle that is on", ["active-name"],
        of: .list(property: "toggles", name: "name")),
    ]

    private static let others = [
      KnownKind("VteTerminal", "VTE 0.70", "font scale", ["font-scale"])
    ]
  }
#endif
