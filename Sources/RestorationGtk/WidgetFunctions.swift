// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
package import CGTK
package import CRestorationGtk
import GTKSupport
import GTKWidgets

// The functions of restoration-gtk.h that are about one widget or one item of a list.

@c @implementation
package func restoration_gtk_set_identifier(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ identifier: UnsafePointer<CChar>?
) {
  unsafe run((widget, identifier)) { widget, identifier in
    try unsafe checked(widget).restorationIdentifier = string(identifier)
  }
}

@c @implementation
package func restoration_gtk_set_kept_properties(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ names: UnsafePointer<UnsafePointer<CChar>?>?
) {
  unsafe run((widget, names)) { widget, names in
    try unsafe checked(widget).restoredProperties = strings(names)
  }
}

@c @implementation
package func restoration_gtk_set_model_identifier(
  _ item: UnsafeMutablePointer<GObject>?, _ identifier: UnsafePointer<CChar>?
) {
  unsafe run((item, identifier)) { item, identifier in
    let item = try unsafe checked(UnsafeMutableRawPointer(item), cgtk_type_object(), "item")
    unsafe WidgetRestoration.setModelIdentifier(string(identifier), forElement: item)
  }
}

@c @implementation
package func restoration_gtk_set_model_identifier_func(
  _ list: UnsafeMutablePointer<GtkWidget>?, _ function: RestorationGtkModelIdentifierFunc?,
  _ userData: gpointer?, _ destroy: GDestroyNotify?
) {
  let userData = unsafe UserData(userData, destroy)
  unsafe run((list, function)) { list, function in
    let list = try unsafe checked(list)
    let withTreeModel = [
      gtk_tree_view_get_type(), gtk_icon_view_get_type(), gtk_combo_box_get_type(),
    ]
    guard unsafe !isA(list.raw, withTreeModel) else {
      throw Misuse("the items of a GtkTreeModel are not objects")
    }
    guard let function = unsafe function else {
      return unsafe list.modelIdentifierForElement = nil
    }
    unsafe list.modelIdentifierForElement = { item in
      let name = unsafe function(item.assumingMemoryBound(to: GObject.self), userData.pointer)
      defer { unsafe g_free(name) }
      return unsafe string(name)
    }
  }
}

@c @implementation
package func restoration_gtk_set_text_subject(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ subject: UnsafePointer<CChar>?
) {
  unsafe run((widget, subject)) { widget, subject in
    try unsafe checkedText(widget).textSubject = string(subject)
  }
}

@c @implementation
package func restoration_gtk_mark_text_saved(_ widget: UnsafeMutablePointer<GtkWidget>?) {
  unsafe run(widget) { widget in try unsafe checkedText(widget).markTextSaved() }
}

@c @implementation
package func restoration_gtk_set_keeps_value(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ keeps: gboolean
) {
  unsafe run((widget, keeps != 0)) { widget, keeps in
    let widget = try unsafe checked(widget)
    unsafe widget.restoresText = keeps
    unsafe widget.valueRestoration = keeps ? .overItsBase : .never
  }
}

@c @implementation
package func restoration_gtk_set_unrestored_text_func(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ function: RestorationGtkTextFunc?,
  _ userData: gpointer?, _ destroy: GDestroyNotify?
) {
  let userData = unsafe UserData(userData, destroy)
  unsafe run((widget, function)) { widget, function in
    let widget = try unsafe checkedText(widget)
    guard let function = unsafe function else { return unsafe widget.onUnrestoredTextChange = nil }
    // The widget owns the closure.
    unsafe widget.onUnrestoredTextChange = { text in
      unsafe function(widget, text, userData.pointer)
    }
  }
}

@c @implementation
package func restoration_gtk_answer_unrestored_text(
  _ widget: UnsafeMutablePointer<GtkWidget>?, _ takes: gboolean
) {
  unsafe run((widget, takes != 0)) { widget, takes in
    let widget = try unsafe checkedText(widget)
    if takes {
      unsafe widget.takeUnrestoredText()
    } else {
      unsafe widget.discardUnrestoredText()
    }
  }
}

/// Returns an argument that has to be a widget with a text.
private func checkedText(_ widget: WidgetPointer?) throws -> WidgetPointer {
  let widget = try unsafe checked(widget)
  guard unsafe isA(widget.raw, [gtk_editable_get_type(), gtk_text_view_get_type()]) else {
    throw Misuse("the widget is not a text widget")
  }
  return unsafe widget
}
#endif
