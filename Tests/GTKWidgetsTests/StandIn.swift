// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

/// Stand-ins for widget classes that the installed libraries lack.
///
/// They have the same names and properties, so there is none for a class that is installed.
@MainActor enum StandIn {
  /// The registered properties by class name.
  private static var properties: [String: [UnsafeMutablePointer<GParamSpec>]] = [:]
  private static var types: [String: GType] = [:]
  /// Called by the actions of an `AdwNavigationView`.
  static var onNavigate: ((WidgetPointer, _ pushedTag: String?) -> Void)?

  /// Creates an `AdwOverlaySplitView`.
  static func makeSplitView() throws -> WidgetPointer {
    try make("AdwOverlaySplitView") {
      ["show-sidebar", "collapsed", "pin-sidebar"].map { (name: String) in
        g_param_spec_boolean(name, nil, nil, 0, cgtk_param_read_write)
      }
    }
  }

  /// Returns whether an installed library has a class.
  static func isInstalled(_ name: String) -> Bool {
    guard types[name] == nil else { return false }
    try? Adwaita.load()  // with a stand-in's name taken, it could not register its own class
    let builder = gtk_builder_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    return gtk_builder_get_type_from_name(builder, name) != 0
  }

  /// Creates a widget, and registers its class on first use.
  ///
  /// - Throws: `XCTSkip` if the class is installed.
  static func make(
    _ name: String, below parent: GType = gtk_widget_get_type(),
    _ makeProperties: () -> [UnsafeMutablePointer<GParamSpec>] = { [] }
  ) throws -> WidgetPointer {
    try XCTSkipIf(isInstalled(name), "\(name) is installed.")
    let type = types[name] ?? register(name, below: parent, GTypeInfo.widget, makeProperties())
    return WidgetPointer(OpaquePointer(g_object_new_with_properties(type, 0, nil, nil)))
  }

  /// Creates an object with one text property, such as a page's tag.
  static func makeElement(_ typeName: String, _ property: String, _ text: String)
    -> UnsafeMutableRawPointer
  {
    let type =
      types[typeName]
      ?? register(
        typeName, below: g_object_get_type(), GTypeInfo.object,
        [g_param_spec_string(property, nil, nil, nil, cgtk_param_read_write)])
    let object: UnsafeMutableRawPointer = .init(g_object_new_with_properties(type, 0, nil, nil))
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, text)
    g_object_set_property(object.assumingMemoryBound(to: GObject.self), property, &value)
    g_value_unset(&value)
    return object
  }

  private static func register(
    _ name: String, below parent: GType, _ info: GTypeInfo,
    _ itsProperties: [UnsafeMutablePointer<GParamSpec>]
  ) -> GType {
    properties[name] = itsProperties
    var (query, info) = (GTypeQuery(), info)
    g_type_query(parent, &query)
    (info.class_size, info.instance_size) = (
      UInt16(query.class_size), UInt16(query.instance_size)
    )
    let type = g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
    types[name] = type
    return type
  }

  fileprivate static func setUp(_ itsClass: UnsafeMutableRawPointer) {
    let type = itsClass.assumingMemoryBound(to: GTypeClass.self).pointee.g_type
    let objectClass = itsClass.assumingMemoryBound(to: GObjectClass.self)
    objectClass.pointee.set_property = { object, _, value, spec in
      guard let object, let value, let spec else { return }
      let stored = UnsafeMutablePointer<GValue>.allocate(capacity: 1)
      stored.initialize(to: GValue())
      g_value_init(stored, spec.pointee.value_type)
      g_value_copy(value, stored)
      g_object_set_data_full(object, spec.pointee.name, stored) {
        guard let stored = $0?.assumingMemoryBound(to: GValue.self) else { return }
        g_value_unset(stored)
        stored.deallocate()
      }
    }
    objectClass.pointee.get_property = { object, _, value, spec in
      guard let object, let value, let spec else { return }
      guard let stored = g_object_get_data(object, spec.pointee.name) else {
        return g_param_value_set_default(spec, value)
      }
      g_value_copy(stored.assumingMemoryBound(to: GValue.self), value)
    }
    let name = String(cString: g_type_name(type))
    for (index, property) in (properties[name] ?? []).enumerated() {
      g_object_class_install_property(objectClass, guint(index + 1), property)
    }
  }
}

extension GTypeInfo {
  fileprivate static var object: GTypeInfo {
    var info = GTypeInfo()
    info.class_init = { itsClass, _ in
      guard let itsClass else { return }
      nonisolated(unsafe) let known = itsClass
      MainActor.assumeIsolated { StandIn.setUp(known) }
    }
    return info
  }

  fileprivate static var widget: GTypeInfo {
    var info = GTypeInfo()
    info.class_init = { itsClass, _ in
      guard let itsClass else { return }
      nonisolated(unsafe) let known = itsClass
      MainActor.assumeIsolated { StandIn.setUp(known) }
      let widgetClass = itsClass.assumingMemoryBound(to: GtkWidgetClass.self)
      gtk_widget_class_install_action(widgetClass, "navigation.push", "s") { widget, _, tag in
        guard let widget, let tag else { return }
        nonisolated(unsafe) let (view, name) = (widget, g_variant_get_string(tag, nil))
        MainActor.assumeIsolated {
          StandIn.onNavigate?(view, name.map { String(cString: $0) })
        }
      }
      gtk_widget_class_install_action(widgetClass, "navigation.pop", nil) { widget, _, _ in
        guard let widget else { return }
        nonisolated(unsafe) let view = widget
        MainActor.assumeIsolated { StandIn.onNavigate?(view, nil) }
      }
    }
    return info
  }
}
#endif
