// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// What there is to say of one object, and its values on demand (R189).
  @MainActor final class InspectorDetails {
    let widget: WidgetPointer
    private let box: WidgetPointer
    private var shown: Content?
    /// Whether values are shown; only when somebody asks, in this window, now.
    private var revealsValues: Bool { gtk_toggle_button_get_active(valuesButton.cast()) != 0 }
    private var refresh: (@MainActor () -> Void)?
    /// Shows and hides values; stays when another object is shown.
    let valuesButton: WidgetPointer
    private let top: WidgetPointer
    private let valuesHead: WidgetPointer
    private let values: WidgetPointer

    /// All texts of the pane, to be compared with what it shows already.
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
      widget = gtk_scrolled_window_new()
      box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
      box.setStyle("inspector-details", true)
      top = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
      valuesHead = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
      values = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
      valuesButton = gtk_toggle_button_new_with_label("Show values")
      let title = makeLabel("Values", "heading")
      gtk_widget_set_hexpand(title, 1)
      gtk_widget_set_margin_top(valuesHead, 6)
      for part in [title, valuesButton] { gtk_box_append(valuesHead.cast(), part) }
      for part in [top, valuesHead, values] { gtk_box_append(box.cast(), part) }
      gtk_widget_set_visible(valuesHead, 0)
      connect(valuesButton, "toggled") { [weak self] _ in self?.refresh?() }
      gtk_scrolled_window_set_policy(
        widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child(widget.opaque, box)
    }

    /// Shows an object of an inspection; the pane is empty without one.
    func show(_ object: InspectedObject?, of inspection: RestorationInspection) {
      refresh = { [weak self] in self?.show(object, of: inspection) }
      let content = object.map { self.content(of: $0, inspection) }
      guard content != shown else { return }
      shown = content
      for part in [top, values] {
        for child in part.children { gtk_box_remove(part.cast(), child) }
      }
      gtk_widget_set_visible(valuesHead, (content?.values.isEmpty == false).gboolean)
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
      append(makeLabel(content.title, "title-4", wraps: true, isSelectable: true))
      let status: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
      let icon: WidgetPointer = gtk_image_new_from_icon_name(content.state.iconName)
      let word = makeLabel(content.status)
      for part in [icon, word] {
        part.setStyle(content.state.styleName, true)
        gtk_box_append(status.cast(), part)
      }
      append(status)
      for sentence in content.sentences {
        // The bar beside it has the colour of the state, the text that of all text.
        let quote: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        quote.setStyle("inspector-sentence", true)
        quote.setStyle(content.state.styleName, true)
        let text = makeLabel(sentence, wraps: true, isSelectable: true)
        gtk_widget_set_hexpand(text, 1)
        gtk_box_append(quote.cast(), text)
        append(quote)
      }
      for field in content.fields {
        append(makeLabel(field[0], "inspector-label", "dim-label"))
        append(makeLabel(field[1], wraps: true, isSelectable: true))
      }
      for value in content.values {
        gtk_box_append(
          values.cast(), makeLabel(value.key, "inspector-key", wraps: true, isSelectable: true))
        gtk_box_append(
          values.cast(),
          makeLabel(value.type, "dim-label", "caption", wraps: true, isSelectable: true))
        if let text = value.text {
          gtk_box_append(
            values.cast(),
            makeLabel(text, "monospace", "inspector-value", wraps: true, isSelectable: true))
        }
      }
    }

    private func append(_ part: WidgetPointer) { gtk_box_append(top.cast(), part) }

    /// All texts of the pane from top to bottom, for tests.
    var texts: [String] { Self.texts(below: box) }

    private static func texts(below widget: WidgetPointer) -> [String] {
      if g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 {
        return [gtk_label_get_text(widget.opaque).map { String(cString: $0) } ?? ""]
      }
      return widget.children.flatMap { texts(below: $0) }
    }
  }
#endif
