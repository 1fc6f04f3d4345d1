// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
public import RestorationArchive

/// The kept state of a widget class unknown to this package.
///
/// ```swift
/// enum Chart: WidgetKind {
///   static let typeName = "AcmeChart"
///   static let restoredProperties = ["zoom", "series"]
/// }
/// WidgetRestoration.register(Chart.self)
/// ```
///
/// For a single widget, its `restoredProperties` do the same without a type. The state that its
/// superclasses keep is kept as well. A kind applies only to widgets that have a
/// `restorationIdentifier`.
@MainActor public protocol WidgetKind {
  /// The GObject type name of the class or interface, such as `AcmeChart`.
  static var typeName: String { get }

  /// Names of properties that are saved and restored; default: none.
  ///
  /// The values are saved under the same names. Each property is readable and writable, and its
  /// type is a Boolean, a number, a string, an enumeration, flags, a `GdkRGBA`, a
  /// `PangoFontDescription` or a `GDateTime`. A change is saved soon after its `notify::` signal.
  static var restoredProperties: [String] { get }

  /// Signals that tell of changes in further state; default: none.
  ///
  /// Further state is what ``encode(_:with:)`` writes.
  static var changeSignals: [String] { get }

  /// Writes state beyond the properties; the default writes nothing.
  ///
  /// - Parameters:
  ///   - widget: Alive during the call.
  ///   - coder: Belongs to this widget, and is valid during this call. The names of the
  ///     properties are taken.
  static func encode(_ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder)

  /// Reads the state that ``encode(_:with:)`` wrote.
  ///
  /// - Parameter coder: Belongs to this widget, and is valid during this call.
  /// - Returns: A closure that applies the state to the widget, called when it is the widget's
  ///   turn; `nil`, the default, for nothing.
  static func decode(with coder: RestorationDecoder)
    -> (@MainActor (UnsafeMutablePointer<GtkWidget>) -> Void)?
}

extension WidgetKind {
  /// No properties.
  public static var restoredProperties: [String] { [] }

  /// No signals.
  public static var changeSignals: [String] { [] }

  /// Writes nothing.
  public static func encode(
    _ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder
  ) {}

  /// Reads nothing.
  public static func decode(with coder: RestorationDecoder)
    -> (@MainActor (UnsafeMutablePointer<GtkWidget>) -> Void)?
  { nil }
}

extension WidgetRestoration {
  /// Registers a kind of widgets.
  ///
  /// If it is registered before the first ``restore(_:)``, it applies to all windows. It replaces
  /// an earlier kind with the same type name.
  ///
  /// - Parameter kind: Defines the kept state.
  public static func register(_ kind: any WidgetKind.Type) { WidgetKinds.register(kind) }
}

/// The kept state of the widgets of one class.
///
/// Classes are found by their names, so that no libraries are needed that the program does not
/// use.
package struct KnownKind: Sendable {
  /// The GObject type name of the class or interface.
  package let typeName: String
  /// The first version of GTK or another library with this class.
  package let since: String
  /// A description of the kept state, for the documentation.
  package let kept: String
  /// The limits of the kept state; `nil` if everything comes back.
  package let limits: String?
  /// The names of the properties that are kept.
  package let properties: [String]
  /// The properties that are values, in a kind whose others are places.
  let values: [String]
  /// When the widget changes its properties for want of room; `nil` for never.
  let collapse: Collapse?
  /// The elements whose names the first property takes.
  let elements: NamedElements?
  let stage: WidgetParticipant.Stage
  /// The participant class, if properties alone are not enough.
  let participant: WidgetParticipant.Type?

  init(
    _ typeName: String, _ since: String, _ kept: String, limits: String? = nil,
    _ properties: [String] = [], values: [String] = [], of elements: NamedElements? = nil,
    collapse: Collapse? = nil, stage: WidgetParticipant.Stage = .input,
    by participant: WidgetParticipant.Type? = nil
  ) {
    (self.typeName, self.since, self.kept, self.limits) = (typeName, since, kept, limits)
    (self.properties, self.elements, self.stage) = (properties, elements, stage)
    (self.values, self.collapse) = (values, collapse)
    self.participant = participant
  }
}

/// The known kinds of widgets.
package enum WidgetKinds {
  /// A property that is kept.
  struct Property {
    let name: String
    let elements: NamedElements?
    let isPlace: Bool
    let collapse: Collapse?
  }

  /// The kept state of a widget: that of all its classes.
  struct Makeup {
    var participant: WidgetParticipant.Type?
    var properties: [Property] = []
    var stage: WidgetParticipant.Stage?
    /// Kinds that the program or other packages registered.
    var kinds: [any WidgetKind.Type] = []
  }

  @MainActor private static var registered: [any WidgetKind.Type] = []
  /// The makeups so far, by widget class.
  @MainActor private static var makeups: [GType: Makeup] = [:]

  @MainActor static func register(_ kind: any WidgetKind.Type) {
    registered.removeAll { $0.typeName == kind.typeName }
    registered.append(kind)
    makeups = [:]
  }

  @MainActor static func makeup(of widget: WidgetPointer) -> Makeup {
    let type = unsafe widget.type
    if let known = makeups[type] { return known }
    var makeup = Makeup()
    for kind in known where isA(type, kind.typeName) {
      makeup.participant = makeup.participant ?? kind.participant
      makeup.stage = makeup.stage ?? kind.stage
      makeup.properties += kind.properties.enumerated().map { index, name in
        Property(
          name: name, elements: index == 0 ? kind.elements : nil,
          isPlace: kind.stage == .structure && !kind.values.contains(name),
          collapse: kind.collapse)
      }
    }
    makeup.kinds = registered.filter { isA(type, $0.typeName) }
    makeups[type] = makeup
    return makeup
  }

  private static func isA(_ type: GType, _ name: String) -> Bool {
    let other = unsafe g_type_from_name(name)  // 0 if the type is not in use
    return other != 0 && g_type_is_a(type, other) != 0
  }

  /// Returns whether a list creates the widgets inside and reuses them.
  @MainActor static func makesItsOwnRows(_ widget: WidgetPointer) -> Bool {
    [gtk_list_view_get_type(), gtk_grid_view_get_type(), gtk_column_view_get_type()]
      .contains { unsafe widget.isA($0) }
  }
}

extension WidgetKinds {
  /// All known kinds.
  ///
  /// If several fit a widget, the first one with a participant supplies it.
  package static let known: [KnownKind] =
    windows + containers + lists + inputs + texts + adwaita + others

  private static let pages = NamedElements.list(property: "pages", name: "name")

  private static let emptyPages = "a page into which the program has put nothing"

  private static let preferencePages =
    NamedElements.descendants(typeName: "AdwPreferencesPage", name: "name")

  private static let windows = [
    KnownKind(
      "GtkWindow", "GTK 4.0",
      "size as it was wanted, maximised, full screen; which widget in it has the focus",
      limits: "a desktop decides where a window lies; the page of a `GtkAssistant`",
      stage: .structure, by: WindowParticipant.self)
  ]

  private static let containers = [
    KnownKind(
      "GtkPaned", "GTK 4.0", "position, once it was set, as it was wanted", stage: .structure,
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
      "GtkStack", "GTK 4.0", "name of the visible child", limits: emptyPages,
      stage: .structure, by: StackParticipant.self),
    KnownKind(
      "GtkScrolledWindow", "GTK 4.0", "both positions; around a text view the line at the top",
      stage: .place, by: ScrolledWindowParticipant.self),
    KnownKind("GtkExpander", "GTK 4.0", "expanded", ["expanded"], stage: .structure),
    KnownKind("GtkRevealer", "GTK 4.0", "revealed", ["reveal-child"], stage: .structure),
    KnownKind(
      "GtkSearchBar", "GTK 4.0", "in search mode", ["search-mode-enabled"], stage: .structure),
    KnownKind("GtkActionBar", "GTK 4.0", "revealed", ["revealed"], stage: .structure),
    KnownKind(
      "GtkInfoBar", "GTK 4.0", "revealed", limits: status, ["revealed"], stage: .structure),
  ]

  private static let status = "a bar that shows the program's status gets no identifier"

  private static let lists = [
    KnownKind(
      "GtkListView", "GTK 4.0", selection + expansion, limits: trees, stage: .selection,
      by: ListViewParticipant.self),
    KnownKind(
      "GtkGridView", "GTK 4.0", selection, stage: .selection, by: GridViewParticipant.self),
    KnownKind(
      "GtkColumnView", "GTK 4.0",
      selection + expansion
        + """
        ; widths, order and sorting of columns and which are hidden, by their identifiers (since \
        GTK 4.10) or titles
        """,
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
    KnownKind(
      "GtkIconView", "GTK 4.0",
      """
      selected icons and the icon with the cursor, by their names in the program's data or else by \
      their numbers
      """,
      stage: .selection, by: IconViewParticipant.self),
    KnownKind("GtkDropDown", "GTK 4.0", choice, by: DropDownParticipant.self),
    KnownKind(
      "GtkComboBox", "GTK 4.0",
      """
      the row that is chosen, by its identifier if it has one, else by its number; what is typed \
      into its entry
      """,
      by: ComboBoxParticipant.self),
  ]

  private static let selection = "selected elements, by their names in the program's data"
  private static let expansion = ", and expanded rows of a tree"
  private static let trees = "rows of a tree are expanded only where elements have names"
  private static let choice = "the element that is chosen, by its name in the program's data"

  private static let inputs = [
    KnownKind("GtkSpinButton", "GTK 4.0", number, by: SpinButtonParticipant.self),
    KnownKind("AdwSpinRow", "libadwaita 1.4", number, by: SpinButtonParticipant.self),
    KnownKind("GtkRange", "GTK 4.0", "value", by: RangeParticipant.self),
    KnownKind(
      "GtkScrollbar", "GTK 4.0", "position", limits: "in a scrolled window, that one keeps it",
      stage: .place, by: ScrollbarParticipant.self),
    KnownKind("GtkScaleButton", "GTK 4.0", "value", by: ScaleButtonParticipant.self),
    KnownKind("GtkToggleButton", "GTK 4.0", "active", limits: groups, ["active"]),
    KnownKind("GtkCheckButton", "GTK 4.0", "active", limits: groups, ["active"]),
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
    KnownKind(
      "AdwSplitButton", "libadwaita 1.0", "whether its popover is open", stage: .place,
      by: MenuButtonParticipant.self),
    KnownKind("GtkLinkButton", "GTK 4.0", "whether its link was visited", ["visited"]),
    KnownKind(
      "GtkFileChooserWidget", "GTK 4.0", "folder, if it is on this computer",
      limits: "selected files", by: FileChooserParticipant.self),
  ]

  private static let number = "value, and a number that is half typed"
  private static let groups =
    "each button of a group is a value of its own; a stateful action makes the group one value"

  private static let texts = [
    KnownKind(
      "GtkEditableLabel", "GTK 4.0", "text, cursor, selection, and whether it is being edited",
      stage: .text, by: EditableLabelParticipant.self),
    KnownKind(
      "GtkEditable", "GTK 4.0", "text, cursor, selection",
      limits: "nothing of a password, or of what is or was hidden", stage: .text,
      by: EditableParticipant.self),
    KnownKind(
      "GtkTextView", "GTK 4.0",
      "text, its styles by named tags, cursor, selection, the line at the top",
      limits: """
        pictures and widgets in the text, and the styles of a text with any; styles in a \
        `GtkSourceBuffer`, over styles of the program's, or in a text about a subject that the view \
        does not show
        """, stage: .text, by: TextViewParticipant.self),
  ]

  private static let adwaita = [
    KnownKind(
      "AdwLeaflet", "libadwaita 1.0", "name of the visible child", limits: emptyPages,
      ["visible-child-name"], of: pages, stage: .structure),
    KnownKind(
      "AdwFlap", "libadwaita 1.0", "revealed", ["reveal-flap"],
      collapse: Collapse(property: "folded", pin: "locked"), stage: .structure),
    KnownKind(
      "AdwCarousel", "libadwaita 1.0",
      "page, by the identifier of the page's widget if it has one, else by its number",
      stage: .place, by: CarouselParticipant.self),
    KnownKind(
      "AdwViewStack", "libadwaita 1.0", "name of the visible child", limits: emptyPages,
      ["visible-child-name"], of: pages, stage: .structure),
    KnownKind(
      "AdwTabView", "libadwaita 1.0",
      "order, pinned pages and the page in front, by the identifiers of the pages' widgets",
      limits:
        "pages without an identifier are found by their number; the program makes the pages",
      stage: .structure, by: TabViewParticipant.self),
    KnownKind(
      "AdwPreferencesPage", "libadwaita 1.0", "position", stage: .place,
      by: ScrolledWindowParticipant.self),
    KnownKind(
      "AdwStatusPage", "libadwaita 1.0", "position", stage: .place,
      by: ScrolledWindowParticipant.self),
    KnownKind("AdwComboRow", "libadwaita 1.0", choice, by: DropDownParticipant.self),
    KnownKind(
      "AdwExpanderRow", "libadwaita 1.0", "expanded, and whether it can be",
      ["enable-expansion", "expanded"], values: ["enable-expansion"], stage: .structure),
    KnownKind(
      "AdwPreferencesWindow", "libadwaita 1.0", "name of the visible page",
      limits: "pages that were put on top do not come back", ["visible-page-name"],
      of: preferencePages, stage: .structure),
    KnownKind(
      "AdwBanner", "libadwaita 1.3", "revealed", limits: status, ["revealed"],
      stage: .structure),
    KnownKind(
      "AdwTabOverview", "libadwaita 1.3", "open", stage: .place, by: TabOverviewParticipant.self),
    KnownKind("AdwSwitchRow", "libadwaita 1.4", "active", ["active"]),
    KnownKind(
      "AdwNavigationView", "libadwaita 1.4", "its stack of pages, by their tags",
      limits: "pages without a tag above the first; \(emptyPages)", stage: .structure,
      by: NavigationViewParticipant.self),
    KnownKind(
      "AdwNavigationSplitView", "libadwaita 1.4", "whether the content is in front",
      ["show-content"], stage: .structure),
    KnownKind(
      "AdwOverlaySplitView", "libadwaita 1.4", "whether the sidebar is shown", ["show-sidebar"],
      collapse: Collapse(property: "collapsed", pin: "pin-sidebar"), stage: .structure),
    KnownKind(
      "AdwPreferencesDialog", "libadwaita 1.5", "name of the visible page",
      ["visible-page-name"], of: preferencePages, stage: .structure),
    KnownKind("AdwBottomSheet", "libadwaita 1.6", "open", ["open"], stage: .structure),
    KnownKind(
      "AdwToggleGroup", "libadwaita 1.7", "name of the toggle that is on", ["active-name"],
      of: .list(property: "toggles", name: "name")),
    KnownKind(
      "AdwMultiLayoutView", "libadwaita 1.6", "name of the layout",
      limits: "a layout that a breakpoint sets is the window's", stage: .structure,
      by: MultiLayoutViewParticipant.self),
    KnownKind(
      "AdwSidebar", "libadwaita 1.9",
      "the item that is selected, by its name in the program's data or else by its title",
      stage: .selection, by: SidebarParticipant.self),
  ]

  private static let others = [
    KnownKind("VteTerminal", "VTE 0.70", "font scale", ["font-scale"])
  ]
}
#endif
