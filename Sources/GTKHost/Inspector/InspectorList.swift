// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The choice of objects that the inspector lists.
enum InspectorFilter: UInt32, CaseIterable {
  /// All objects except views without an identifier.
  case named
  /// Every object.
  case all
  /// Objects with problems, and the objects around them.
  case problems

  var title: String {
    switch self {
    case .named: "Without unnamed views"
    case .all: "All objects"
    case .problems: "Only problems"
    }
  }
}

/// A line of the inspector's list.
struct InspectorLine {
  enum Content {
    case heading(String)
    case object(InspectedObject)
  }

  let content: Content
  /// The depth of the object; 0 for headings and top-level objects.
  let depth: Int
  /// Whether there are lines below it to show or hide.
  let isExpandable: Bool
  /// Whether the lines below it are hidden.
  let isCollapsed: Bool
  /// Whether it is listed only for the objects inside it.
  let isContext: Bool

  var object: InspectedObject? {
    if case .object(let object) = content { object } else { nil }
  }

  /// The identity of the line across refreshes.
  var id: AnyHashable {
    switch content {
    case .heading(let title): title
    case .object(let object): object.id
    }
  }

  /// Returns the lines to show.
  static func lines(
    of inspection: RestorationInspection, _ filter: InspectorFilter,
    collapsed: Set<InspectedObject.ID>
  ) -> [InspectorLine] {
    inspection.sections.flatMap { section -> [InspectorLine] in
      let objects = section.objects.flatMap { shown($0, filter) }
      let lines = objects.flatMap {
        self.lines(of: $0, depth: 0, filter: filter, collapsed: collapsed)
      }
      guard !lines.isEmpty else { return [] }
      let heading = InspectorLine(
        content: .heading(section.title), depth: 0, isExpandable: false, isCollapsed: false,
        isContext: false)
      return [heading] + lines
    }
  }

  private static func lines(
    of object: InspectedObject, depth: Int, filter: InspectorFilter,
    collapsed: Set<InspectedObject.ID>
  ) -> [InspectorLine] {
    let below = object.children.flatMap { shown($0, filter) }
    let isCollapsed = collapsed.contains(object.id)
    let line = InspectorLine(
      content: .object(object), depth: depth, isExpandable: !below.isEmpty,
      isCollapsed: isCollapsed, isContext: filter == .problems && !object.isProblem)
    guard !isCollapsed else { return [line] }
    return [line]
      + below.flatMap { lines(of: $0, depth: depth + 1, filter: filter, collapsed: collapsed) }
  }

  /// Returns the objects listed for an object.
  ///
  /// That is the object itself, the objects inside it, or none.
  private static func shown(_ object: InspectedObject, _ filter: InspectorFilter)
    -> [InspectedObject]
  {
    if filter != .all, object.role == .view, object.state == .excluded {
      return object.children.flatMap { shown($0, filter) }
    }
    return filter != .problems || hasProblem(object) ? [object] : []
  }

  private static func hasProblem(_ object: InspectedObject) -> Bool {
    object.isProblem || object.children.contains(where: hasProblem)
  }
}

/// The tree of objects, as a list whose rows open and close.
@safe @MainActor final class InspectorList {
  let widget: WidgetPointer
  /// Called when the selection has changed; with `nil` for none.
  var onSelect: (@MainActor (InspectedObject?) -> Void)?
  private(set) var rows: [InspectorRow] = []
  private(set) var selected: InspectedObject.ID?
  private var collapsed: Set<InspectedObject.ID> = []
  private var inspection: RestorationInspection?
  private var filter = InspectorFilter.named
  private var isUpdating = false

  init() {
    unsafe widget = unsafe gtk_list_box_new()
    unsafe gtk_list_box_set_selection_mode(widget.opaque, GTK_SELECTION_BROWSE)
    let nothing = unsafe makeLabel("There is nothing to show.", "dim-label")
    unsafe gtk_widget_set_halign(nothing, GTK_ALIGN_CENTER)
    unsafe gtk_widget_set_margin_top(nothing, 24)
    unsafe gtk_list_box_set_placeholder(widget.opaque, nothing)
    unsafe connect(widget, "row-selected") { [weak self] arguments in
      unsafe self?.didSelect(arguments.object(0))
    }
    unsafe onKeyPress(in: widget) { [weak self] key, _ in self?.userDidPress(key) ?? false }
  }

  /// Shows an inspection; selected and closed rows stay so.
  func show(_ inspection: RestorationInspection, _ filter: InspectorFilter) {
    self.inspection = inspection
    self.filter = filter
    update()
  }

  /// The selected object.
  var selectedObject: InspectedObject? {
    rows.first { selected != nil && $0.line.object?.id == selected }?.line.object
  }

  /// Selects the row of an object, if there is one.
  func select(_ id: InspectedObject.ID?) {
    let row = rows.first { id != nil && $0.line.object?.id == id }
    unsafe gtk_list_box_select_row(widget.opaque, row?.widget.cast())
  }

  private func update() {
    guard let inspection else { return }
    let lines = InspectorLine.lines(of: inspection, filter, collapsed: collapsed)
    isUpdating = true
    if lines.map(\.id) == rows.map(\.line.id) {
      for (row, line) in zip(rows, lines) { row.show(line) }
    } else {
      rebuild(lines)
    }
    isUpdating = false
    onSelect?(selectedObject)
  }

  private func rebuild(_ lines: [InspectorLine]) {
    let hadFocus = unsafe gtk_widget_get_focus_child(widget) != nil
    for row in rows { unsafe gtk_list_box_remove(widget.opaque, row.widget) }
    rows = lines.map { line in
      InspectorRow(line) { [weak self] in self?.toggle($0) }
    }
    for row in rows { unsafe gtk_list_box_append(widget.opaque, row.widget) }
    let first = rows.first { $0.line.object != nil }?.line.object?.id
    let isThere = rows.contains { $0.line.object?.id == selected }
    if selected == nil || !isThere { selected = first }
    select(selected)
    if hadFocus { focus() }
  }

  /// Gives the selected row the keyboard focus.
  func focus() {
    guard let row = unsafe gtk_list_box_get_selected_row(widget.opaque) else { return }
    unsafe gtk_widget_grab_focus(
      UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
  }

  private func didSelect(_ row: UnsafeMutableRawPointer?) {
    guard !isUpdating else { return }
    selected = rows.first { unsafe $0.widget.raw == row }?.line.object?.id
    onSelect?(selectedObject)
  }

  private func toggle(_ row: InspectorRow) {
    guard row.line.isExpandable, let id = row.line.object?.id else { return }
    if collapsed.remove(id) == nil { collapsed.insert(id) }
    update()
  }

  /// Handles the arrow keys Right and Left.
  ///
  /// Right opens a row. Left closes it, or goes to the object around it.
  func userDidPress(_ key: UInt32) -> Bool {
    guard let index = rows.firstIndex(where: { $0.line.object?.id == selected }), selected != nil
    else { return false }
    let line = rows[index].line
    switch Int32(bitPattern: key) {
    case GDK_KEY_Right where line.isExpandable && line.isCollapsed:
      toggle(rows[index])
    case GDK_KEY_Left where line.isExpandable && !line.isCollapsed:
      toggle(rows[index])
    case GDK_KEY_Left:
      let above = rows[..<index].last { $0.line.object != nil && $0.line.depth < line.depth }
      select(above?.line.object?.id ?? selected)
    default:
      return false
    }
    focus()
    return true
  }
}
#endif
