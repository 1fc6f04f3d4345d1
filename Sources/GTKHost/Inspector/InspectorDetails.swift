// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The details of one object, and its values on demand.
@safe @MainActor final class InspectorDetails {
  let widget: WidgetPointer
  private let box: WidgetPointer
  private var shown: Content?
  /// Whether values are shown, because the user asked for them here.
  private var revealsValues: Bool {
    unsafe gtk_toggle_button_get_active(valuesButton.cast()) != 0
  }
  private var refresh: (@MainActor () -> Void)?
  /// The button that shows and hides values.
  ///
  /// It stays down when another object is shown.
  let valuesButton: WidgetPointer
  private let top: WidgetPointer
  private let valuesHead: WidgetPointer
  private let values: WidgetPointer

  /// All texts of the pane, to notice changes.
  private struct Content: Equatable {
    struct Value: Equatable {
      var key: String
      var type: String
      var text: String?
    }

    var title: String
    var state: InspectedObject.State
    var status: String
    var sentences: [String]
    var fields: [[String]]
    var values: [Value]
  }

  init() {
    unsafe widget = unsafe gtk_scrolled_window_new()
    unsafe box = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
    unsafe box.setStyle("inspector-details", true)
    unsafe top = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
    unsafe valuesHead = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    unsafe values = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
    unsafe valuesButton = unsafe gtk_toggle_button_new_with_label("Show values")
    let title = unsafe makeLabel("Values", "heading")
    unsafe gtk_widget_set_hexpand(title, 1)
    unsafe gtk_widget_set_margin_top(valuesHead, 6)
    unsafe [title, valuesButton].forEach { part in
      unsafe gtk_box_append(valuesHead.cast(), part)
    }
    unsafe [top, valuesHead, values].forEach { part in unsafe gtk_box_append(box.cast(), part) }
    unsafe gtk_widget_set_visible(valuesHead, 0)
    unsafe connect(valuesButton, "toggled") { [weak self] _ in self?.refresh?() }
    unsafe gtk_scrolled_window_set_policy(
      widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    unsafe gtk_scrolled_window_set_child(widget.opaque, box)
  }

  /// Shows an object of an inspection; without one the pane is empty.
  func show(_ object: InspectedObject?, of inspection: RestorationInspection) {
    refresh = { [weak self] in self?.show(object, of: inspection) }
    let content = object.map { self.content(of: $0, inspection) }
    guard content != shown else { return }
    shown = content
    unsafe [top, values].forEach { part in
      unsafe part.children.forEach { child in unsafe gtk_box_remove(part.cast(), child) }
    }
    unsafe gtk_widget_set_visible(valuesHead, (content?.values.isEmpty == false).gboolean)
    if let content { fill(content) }
  }

  private func content(of object: InspectedObject, _ inspection: RestorationInspection)
    -> Content
  {
    let values = inspection.values(of: object).map { value in
      Content.Value(
        key: value.key, type: "\(value.type) · \(value.sizeText)",
        text: revealsValues ? value.revealed() : nil)
    }
    return Content(
      title: object.shortClassName, state: object.state, status: object.state.text,
      sentences: object.sentences,
      fields: inspection.fields(of: object).map { [$0.label, $0.text] }, values: values)
  }

  private func fill(_ content: Content) {
    unsafe append(makeLabel(content.title, "title-4", wraps: true, isSelectable: true))
    let status: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let icon: WidgetPointer = unsafe gtk_image_new_from_icon_name(content.state.iconName)
    let word = unsafe makeLabel(content.status)
    unsafe [icon, word].forEach { part in
      unsafe part.setStyle(content.state.styleName, true)
      unsafe gtk_box_append(status.cast(), part)
    }
    unsafe append(status)
    for sentence in content.sentences {
      // Only the bar beside the sentence has the colour of the state, not the text.
      let quote: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      unsafe quote.setStyle("inspector-sentence", true)
      unsafe quote.setStyle(content.state.styleName, true)
      let text = unsafe makeLabel(sentence, wraps: true, isSelectable: true)
      unsafe gtk_widget_set_hexpand(text, 1)
      unsafe gtk_box_append(quote.cast(), text)
      unsafe append(quote)
    }
    for field in content.fields {
      unsafe append(makeLabel(field[0], "inspector-label", "dim-label"))
      unsafe append(makeLabel(field[1], wraps: true, isSelectable: true))
    }
    for value in content.values {
      unsafe gtk_box_append(
        values.cast(), makeLabel(value.key, "inspector-key", wraps: true, isSelectable: true))
      unsafe gtk_box_append(
        values.cast(),
        makeLabel(value.type, "dim-label", "caption", wraps: true, isSelectable: true))
      if let text = value.text {
        unsafe gtk_box_append(
          values.cast(),
          makeLabel(text, "monospace", "inspector-value", wraps: true, isSelectable: true))
      }
    }
  }

  private func append(_ part: WidgetPointer) { unsafe gtk_box_append(top.cast(), part) }

  /// All texts of the pane from top to bottom, for tests.
  var texts: [String] { unsafe Self.texts(below: box) }

  private static func texts(below widget: WidgetPointer) -> [String] {
    if unsafe g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 {
      return unsafe [gtk_label_get_text(widget.opaque).map { unsafe String(cString: $0) } ?? ""]
    }
    return unsafe widget.children.flatMap { unsafe texts(below: $0) }
  }
}
#endif
