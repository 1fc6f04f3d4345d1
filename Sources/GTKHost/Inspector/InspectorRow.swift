// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// A row of the inspector's list, reused for different lines.
@safe @MainActor final class InspectorRow {
  /// The row's widget; the list that it is in owns it.
  let widget: WidgetPointer
  private(set) var line: InspectorLine
  private let indent: WidgetPointer
  private let disclosure: WidgetPointer
  private let icon: WidgetPointer
  private let name: WidgetPointer
  private let detail: WidgetPointer
  private let status: WidgetPointer
  private let size: WidgetPointer

  /// The widths of the columns, in points.
  static let statusWidth: Int32 = 130
  static let sizeWidth: Int32 = 74

  init(_ line: InspectorLine, onDisclose: @escaping @MainActor (InspectorRow) -> Void) {
    self.line = line
    unsafe widget = unsafe gtk_list_box_row_new()
    unsafe indent = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    unsafe disclosure = unsafe gtk_button_new_from_icon_name("pan-end-symbolic")
    unsafe icon = unsafe gtk_image_new()
    unsafe name = unsafe makeLabel("")
    unsafe detail = unsafe makeLabel("", "dim-label")
    unsafe status = unsafe makeLabel("")
    unsafe size = unsafe makeLabel("", "dim-label", "numeric")
    unsafe gtk_widget_set_focusable(disclosure, 0)
    unsafe disclosure.setStyle("flat", true)
    unsafe disclosure.setStyle("inspector-disclosure", true)
    unsafe gtk_label_set_ellipsize(detail.opaque, PANGO_ELLIPSIZE_END)
    unsafe gtk_widget_set_hexpand(detail, 1)
    unsafe gtk_widget_set_size_request(status, Self.statusWidth, -1)
    unsafe gtk_widget_set_size_request(size, Self.sizeWidth, -1)
    unsafe gtk_label_set_xalign(size.opaque, 1)
    unsafe [disclosure, icon, name, detail, status, size].forEach { part in
      unsafe gtk_box_append(indent.cast(), part)
    }
    unsafe gtk_list_box_row_set_child(widget.cast(), indent)
    unsafe connect(disclosure, "clicked") { [weak self] _ in
      // Runs after GTK has handled the click, because the row may be removed.
      _ = TimeoutAction(after: .zero) { self.map(onDisclose) }
    }
    show(line)
  }

  func show(_ line: InspectorLine) {
    self.line = line
    unsafe gtk_widget_set_margin_start(indent, 18 * Int32(line.depth))
    switch line.content {
    case .heading(let title): showHeading(title)
    case .object(let object): show(object)
    }
  }

  private func showHeading(_ title: String) {
    unsafe [disclosure, icon, detail, status, size].forEach { part in
      unsafe gtk_widget_set_visible(part, 0)
    }
    unsafe gtk_label_set_text(name.opaque, title)
    unsafe name.setStyle("heading", true)
    unsafe widget.setStyle("inspector-heading", true)
    unsafe gtk_list_box_row_set_selectable(widget.cast(), 0)
    unsafe gtk_list_box_row_set_activatable(widget.cast(), 0)
    unsafe gtk_widget_set_focusable(widget, 0)
  }

  private func show(_ object: InspectedObject) {
    unsafe gtk_widget_set_opacity(disclosure, line.isExpandable ? 1 : 0)
    unsafe gtk_widget_set_sensitive(disclosure, line.isExpandable.gboolean)
    unsafe gtk_button_set_icon_name(
      disclosure.cast(), line.isCollapsed ? "pan-end-symbolic" : "pan-down-symbolic")
    unsafe gtk_image_set_from_icon_name(icon.opaque, object.state.iconName)
    for state in InspectedObject.State.allCases {
      unsafe icon.setStyle(state.styleName, state == object.state)
      unsafe status.setStyle(state.styleName, state == object.state)
    }
    unsafe gtk_label_set_text(name.opaque, object.shortClassName)
    unsafe gtk_label_set_text(detail.opaque, object.detail)
    unsafe gtk_label_set_text(status.opaque, object.statusText)
    unsafe gtk_label_set_text(size.opaque, object.byteCount > 0 ? object.sizeText : "")
    let isFaint = line.isContext || object.state == .excluded
    unsafe name.setStyle("dim-label", isFaint)
    unsafe status.setStyle("dim-label", isFaint)
    unsafe cgtk_accessible_set_label(
      widget, "\(object.shortClassName) \(object.detail), \(object.statusText)")
  }
}

extension InspectedObject {
  /// The identifier, and the object's role if that is not obvious.
  var detail: String {
    let name = identifier.map { "“\($0)”" }
    let origin: String? =
      switch role {
      case .presented: "presented"
      case .search: "search"
      case .uncontained: "not contained"
      case .applicationRecord: "its own record"
      default: nil
      }
    return [name, origin].compactMap(\.self).joined(separator: ", ")
  }
}

extension InspectedObject.State {
  /// The icon of the state, since some users see no colours.
  var iconName: String {
    switch self {
    case .preserved: "object-select-symbolic"
    case .incomplete: "dialog-warning-symbolic"
    case .excluded: "list-remove-symbolic"
    case .notPreserved: "dialog-error-symbolic"
    case .unclaimed: "document-open-recent-symbolic"
    case .dropped: "edit-delete-symbolic"
    }
  }

  var styleName: String { "inspector-\(rawValue)" }
}

/// Makes a left-aligned label.
///
/// - Parameters:
///   - text: The text.
///   - styles: The names of its styles.
///   - wraps: Whether a long text continues on the next line; no hyphen is added, because it may
///     be a path.
///   - isSelectable: Whether the user can select and copy the text.
/// - Returns: The label, which the container that it is put into owns.
@MainActor func makeLabel(
  _ text: String, _ styles: String..., wraps: Bool = false, isSelectable: Bool = false
) -> WidgetPointer {
  let label: WidgetPointer = unsafe gtk_label_new(text)
  unsafe gtk_label_set_xalign(label.opaque, 0)
  unsafe gtk_label_set_selectable(label.opaque, isSelectable.gboolean)
  if wraps {
    unsafe gtk_label_set_wrap(label.opaque, 1)
    unsafe gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    let attributes = unsafe pango_attr_list_new()
    unsafe pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    unsafe gtk_label_set_attributes(label.opaque, attributes)
    unsafe pango_attr_list_unref(attributes)
  }
  for style in styles { unsafe label.setStyle(style, true) }
  return unsafe label
}
#endif
