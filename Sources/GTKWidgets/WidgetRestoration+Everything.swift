// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
import Logging

extension WidgetRestoration {
  /// Restores a window by the names in its interface description.
  ///
  /// Call it in place of ``restore(_:)``, and again with a part that you add later. A widget
  /// without a `restorationIdentifier` gets one, unless you have set it to `nil`: its id in the
  /// `GtkBuilder` file or template, or else its name (`gtk_widget_set_name`). A window without
  /// either gets the name of its class, if that is the program's. Of several widgets at one place
  /// with one name, each is named by its container, too, if that has a name of its own, as with two
  /// parts from one template; else the name is nobody's. So are the names inside a row of a list
  /// that you make in code, from a template for instance: other rows have the same. Give each such
  /// row an identifier, and each row that you build from an interface file of its own. The parts
  /// that GTK and libadwaita put into their own widgets stay as they are, and so do bars that show
  /// the program's status: a `GtkInfoBar`, a `GtkLevelBar` or an `AdwBanner` needs an identifier of
  /// its own.
  ///
  /// The log counts the widgets that are returned; at debug level it says where they are. So does
  /// the inspector, see ``WidgetRestoration``.
  ///
  /// - Parameter widget: A window, as a rule.
  /// - Returns: The widgets that would keep state, and have no id or name of their own. The window
  ///   owns them. One that a handler of the program has destroyed meanwhile is not among them.
  @discardableResult
  public func restoreEverything(in widget: UnsafeMutablePointer<GtkWidget>)
    -> [UnsafeMutablePointer<GtkWidget>]
  {
    unsafe InterfaceNames.nameWidgets(in: widget)
    let found = unsafe InterfaceNames.unnamed(in: widget).map {
      unsafe WeakWidget(life: WidgetLife.of($0))
    }
    unsafe restore(widget)
    let unnamed = unsafe found.compactMap { unsafe $0.life?.widget }
    unsafe logUnnamed(unnamed)
    return unsafe unnamed
  }

  private func logUnnamed(_ widgets: [WidgetPointer]) {
    for (hasName, reason) in [
      (false, "they have neither identifier, builder id nor name"),
      (true, "others at the same place have the same name"),
    ] {
      let classes = unsafe widgets.filter { unsafe InterfaceNames.hasName($0) == hasName }
        .map { unsafe ($0.className, 1) }
      guard !classes.isEmpty else { continue }
      let counts = Dictionary(classes, uniquingKeysWith: +).sorted { $0.key < $1.key }
        .map { "\($0.value) \($0.key)" }
      coordinator.logger.notice(
        "Not saved, since \(reason): \(counts.joined(separator: ", "))")
    }
    unsafe widgets.forEach { widget in
      let place = unsafe place(of: widget)
      coordinator.logger.debug(unsafe "A \(widget.className) is not saved; it lies in \(place)")
    }
  }

  /// Returns the path of the nearest widget with an identifier; empty outside of any.
  func place(of widget: WidgetPointer) -> String {
    unsafe (nearestParticipant(to: widget)?.path ?? []).joined(separator: "/")
  }
}

/// A widget that the program's handlers may destroy.
private struct WeakWidget { weak var life: WidgetLife? }

/// Lives as long as its widget, which owns it.
@safe @MainActor private final class WidgetLife {
  let widget: WidgetPointer

  private init(_ widget: WidgetPointer) { unsafe self.widget = unsafe widget }

  /// Returns the one life of a widget.
  static func of(_ widget: WidgetPointer) -> WidgetLife {
    if let life = unsafe widget.attachment(key, as: WidgetLife.self) { return life }
    let life = unsafe WidgetLife(widget)
    unsafe widget.attach(life, key)
    return life
  }

  private static let key = "restoration-life"
}
#endif
