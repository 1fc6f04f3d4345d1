// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// A GObject property of a widget that is saved by its name.
///
/// Its `GParamSpec` decides the type. A value outside the property's range becomes the nearest one
/// inside. A value that the property does not have is ignored.
@safe @MainActor final class KeptProperty {
  let name: String
  let choice = ChosenValue<PropertyValue>()
  private let key: String
  /// Whether it tells where the user is, such as the visible page.
  ///
  /// A place is always saved, and goes back whatever the program has set, unless the program
  /// keeps it elsewhere.
  let isPlace: Bool
  /// When the widget changes the property for want of room; `nil` for never.
  private let collapse: Collapse?
  /// The value that was last set while there was room.
  private var wanted: PropertyValue?
  /// The elements that the value waits for; `nil` for none.
  private let list: NamedElements?
  private let widget: WidgetPointer
  /// The property's description; the widget's class owns it.
  private let spec: UnsafeMutablePointer<GParamSpec>
  private let form: PropertyForm
  /// Whether the property named an element before its last change.
  private var hasElement = true
  private var observed: ObservedObject?

  /// Finds a property; `nil` if it cannot be kept.
  ///
  /// The widget must have a property with this name, which can be read and set, and whose type is
  /// supported.
  ///
  /// - Parameters:
  ///   - name: The name, such as `reveal-flap`.
  ///   - widget: The widget; it outlives this object.
  ///   - list: The elements, if the property holds the name of one.
  ///   - isPlace: Whether it tells where the user is.
  ///   - collapse: When the widget changes it for want of room; `nil` for never.
  ///   - key: The coding key of the value; `nil` for the property's name.
  init?(
    _ name: String, of widget: WidgetPointer, among list: NamedElements? = nil,
    isPlace: Bool = false, collapse: Collapse? = nil, key: String? = nil
  ) {
    let itsClass = unsafe widget.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    guard let itsClass = unsafe itsClass,
      let spec = unsafe g_object_class_find_property(
        UnsafeMutableRawPointer(itsClass).assumingMemoryBound(to: GObjectClass.self), name),
      unsafe cgtk_param_can_change(spec) != 0,
      let form = unsafe PropertyForm(of: spec)
    else { return nil }
    unsafe (self.name, self.widget, self.spec) = unsafe (name, widget, spec)
    (self.form, self.list, self.isPlace, self.key) = (form, list, isPlace, key ?? name)
    self.collapse = collapse
    wanted = current
    hasElement = wanted != .text(nil)
    if !isPlace { choice.didChange(to: current, by: hasElement ? .program : .nobody) }
  }

  /// Observes the property, and the elements that its value waits for.
  func observe(
    _ onChange: @escaping @MainActor () -> Void, onElements: @escaping @MainActor () -> Void
  ) {
    unsafe connect(widget, "notify::" + name) { _ in onChange() }
    observed = unsafe list?.observed(of: widget)
    observed?.connect("items-changed", onElements)
  }

  /// Records a change.
  ///
  /// An empty list shows its first element on its own, which is nobody's choice.
  ///
  /// - Parameter author: Who has changed the property; `nil` if restoring has.
  func didChange(by author: ValueAuthor?) {
    if !isCollapsed { wanted = current }
    let isAutomatic = list != nil && !hasElement
    hasElement = current != .text(nil)
    guard let author else { return }
    if isPlace {
      if author == .user, !isAutomatic { choice.didChange(to: nil, by: .user) }
    } else {
      let isNobodys = isAutomatic || author == .program && !hasElement
      choice.didChange(to: current, by: isNobodys ? .nobody : author)
    }
  }

  /// Takes over what the same property of the widget's participant before this one knew.
  func succeed(_ former: KeptProperty) {
    choice.succeed(former.choice)
    wanted = former.wanted
  }

  func encode(with coder: RestorationEncoder) {
    if isPlace, !choice.isWaiting, restoration != .never {
      (isCollapsed ? wanted : current)?.encode(forKey: key, with: coder)
    } else {
      choice.encode(current, forKey: key, with: coder, restoration) {
        $0.encode(forKey: $1, with: coder)
      }
    }
  }

  func decode(with coder: RestorationDecoder) {
    choice.decode(forKey: key, with: coder) { PropertyValue(form, forKey: $0, with: coder) }
  }

  /// Sets the restored value, unless it names a missing element.
  func apply() {
    guard let value = choice.valueToPutBack(restoration) else { return }
    if let list, case .text(let name) = value {
      guard let name else { return choice.discardOffer() }
      guard unsafe list.contains(name, in: widget) else { return }
    }
    choice.didPutBack()
    wanted = value
    guard value != current else { return }
    var stored = GValue()
    unsafe g_value_init(&stored, spec.pointee.value_type)
    defer { unsafe g_value_unset(&stored) }
    guard form.set(value, in: &stored) else { return }
    unsafe g_param_value_validate(spec, &stored)
    unsafe g_object_set_property(widget.cast(), name, &stored)
  }

  private var restoration: ValueRestoration {
    let rule: ValueRestoration = unsafe isSetByAction ? .never : widget.valueRestoration
    return isPlace && rule != .never ? .overAnyValue : rule
  }

  /// Whether the widget has too little room for the wanted value, and has changed it.
  private var isCollapsed: Bool {
    guard let collapse else { return false }
    return unsafe cgtk_object_get_boolean(widget.raw, collapse.property) != 0
      && cgtk_object_get_boolean(widget.raw, collapse.pin) == 0
  }

  /// Whether it shows the state of the action of its button.
  private var isSetByAction: Bool {
    unsafe name == "active" && widget.isA(gtk_actionable_get_type())
      && gtk_actionable_get_action_name(widget.opaque) != nil
  }

  /// The property's current value.
  var current: PropertyValue? {
    var stored = GValue()
    unsafe g_value_init(&stored, spec.pointee.value_type)
    defer { unsafe g_value_unset(&stored) }
    unsafe g_object_get_property(widget.cast(), name, &stored)
    return form.value(in: &stored)
  }
}

/// The state in which a widget hides its sidebar because it has no room for it.
struct Collapse: Sendable {
  /// The Boolean property that says so.
  let property: String
  /// The Boolean property with which the sidebar stays as it is.
  let pin: String
}

/// The named elements of a widget that shows one of them.
enum NamedElements: Sendable {
  /// The elements of a `GListModel` that a property holds.
  ///
  /// `name` is the elements' property that holds their name.
  case list(property: String, name: String)
  /// The descendants of the widget that have a class.
  case descendants(typeName: String, name: String)

  /// Returns the list to observe for new elements, if there is one.
  @MainActor func observed(of widget: WidgetPointer) -> ObservedObject? {
    guard case .list(let property, _) = self else { return nil }
    return unsafe ObservedObject(property, of: widget)
  }

  /// Returns whether there is an element with a name.
  @MainActor func contains(_ wanted: String, in widget: WidgetPointer) -> Bool {
    switch self {
    case .list(let property, let name):
      guard let model = unsafe cgtk_object_dup_object(widget.raw, property) else { return false }
      defer { unsafe g_object_unref(model) }
      return unsafe (0..<g_list_model_get_n_items(OpaquePointer(model))).contains { index in
        guard let element = unsafe g_list_model_get_item(OpaquePointer(model), index) else {
          return false
        }
        defer { unsafe g_object_unref(element) }
        return unsafe text(name, of: element) == wanted
      }
    case .descendants(let typeName, let name):
      return unsafe widget.children.contains { child in
        let isOne = unsafe child.isA(g_type_from_name(typeName))
        if isOne { return unsafe text(name, of: child.raw) == wanted }
        return unsafe contains(wanted, in: child)
      }
    }
  }

  private func text(_ name: String, of object: UnsafeMutableRawPointer) -> String? {
    let found = unsafe cgtk_object_copy_string(object, name)
    defer { unsafe g_free(found) }
    return unsafe found.map { unsafe String(cString: $0) }
  }
}
#endif
