// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// A restored page that has nothing to show, and the page that the program had shown.
///
/// A program may fill a page before it turns to it: a safe's, when it is unlocked. Turning to it
/// alone would leave the user before an empty window. So the former page comes back, unless the page
/// has something to show once the program has nothing else to do.
@safe struct EmptyPage {
  /// The property of the widget with its visible page.
  private let property: String
  private let page: WidgetPointer
  private let former: WidgetPointer

  /// Restores the visible page of a widget.
  ///
  /// - Returns: `nil` if the widget has no pages, or shows something.
  @MainActor init?(in widget: WidgetPointer, restoring body: () -> Void) {
    guard let property = unsafe Self.property(of: widget),
      let former = unsafe widget.object(property)
    else {
      body()
      return nil
    }
    // A handler of the program may destroy a page, but not the widget while it is in use.
    unsafe g_object_ref(widget.raw)
    defer { unsafe g_object_unref(widget.raw) }
    body()
    guard let page = unsafe widget.object(property), unsafe page != former && page.showsNothing,
      unsafe widget.children.contains(former) && !former.showsNothing
    else { return nil }
    unsafe (self.property, self.page, self.former) = unsafe (property, page, former)
  }

  /// Turns back to the former page, unless the widget shows something now.
  @MainActor func leave(_ widget: WidgetPointer) {
    guard unsafe widget.object(property) == page && page.showsNothing,
      unsafe widget.children.contains(former)
    else { return }
    guard property == Self.navigation else {
      return unsafe cgtk_object_set_object(widget.raw, property, former.raw)
    }
    var visible = unsafe Optional(page)
    while unsafe visible != former {
      unsafe gtk_widget_activate_action_variant(widget, "navigation.pop", nil)
      let next = unsafe widget.object(property)
      guard unsafe next != visible else { return }
      unsafe visible = unsafe next
    }
  }

  private static let navigation = "visible-page"

  @MainActor private static func property(of widget: WidgetPointer) -> String? {
    let classes = unsafe widget.classNames
    if classes.contains("AdwNavigationView") { return navigation }
    return ["GtkStack", "AdwViewStack", "AdwLeaflet"].contains(where: classes.contains)
      ? "visible-child" : nil
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether it only arranges other widgets, and has none that shows something.
  @MainActor fileprivate var showsNothing: Bool {
    guard let kind = unsafe classNames.first(where: WidgetKinds.isOfLibrary) else { return false }
    if kind == "GtkScrolledWindow" {
      return unsafe gtk_scrolled_window_get_child(opaque)?.showsNothing ?? true
    }
    return unsafe WidgetKinds.arranging.contains(kind) && children.allSatisfy(\.showsNothing)
  }
}
#endif
