// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive
  import StateRestoration

  /// A GObject property of a widget that is saved under its own name.
  ///
  /// Found by its name, typed by its `GParamSpec`. A restored value is set once, in ``apply()``; one that
  /// is outside of the property's range becomes the nearest that is inside, one that the property does
  /// not know leaves it as it is.
  @safe @MainActor final class KeptProperty {
    let name: String
    private let key: String
    /// What the value waits for; `nil` for nothing.
    private let list: NamedElements?
    private let widget: WidgetPointer
    /// Belongs to the widget's class.
    private let spec: UnsafeMutablePointer<GParamSpec>
    private let form: PropertyForm
    private var pending: PropertyValue?
    /// Whether the property had the name of an element before it changed.
    private var hasElement = true
    private var observed: ObservedObject?

    /// Finds a property; fails when the widget has none of that name that can be read and set, or its
    /// type is none that is kept.
    ///
    /// - Parameters:
    ///   - name: The name, such as `reveal-flap`.
    ///   - widget: The widget; it outlives this.
    ///   - list: Holds the elements of which the property has one's name.
    ///   - key: What its value is saved under; `nil` for the name.
    init?(
      _ name: String, of widget: WidgetPointer, among list: NamedElements? = nil,
      key: String? = nil
    ) {
      let itsClass = unsafe widget.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
      guard let itsClass = unsafe itsClass,
        let spec = unsafe g_object_class_find_property(
          UnsafeMutableRawPointer(itsClass).assumingMemoryBound(to: GObjectClass.self), name),
        unsafe spec.pointee.flags.rawValue & lookedAt == readableAndWritable,
        let form = unsafe PropertyForm(of: spec)
      else { return nil }
      unsafe (self.name, self.widget, self.spec) = unsafe (name, widget, spec)
      (self.form, self.list, self.key) = (form, list, key ?? name)
      hasElement = current != .text(nil)
    }

    /// Calls a closure when the property, or what it waits for, has changed.
    func observe(
      _ onChange: @escaping @MainActor () -> Void, onElements: @escaping @MainActor () -> Void
    ) {
      unsafe connect(widget, "notify::" + name) { [weak self] _ in
        onChange()
        if let self { hasElement = current != .text(nil) }
      }
      observed = unsafe list?.observed(of: widget)
      observed?.connect("items-changed", onElements)
    }

    /// The user has chosen: what was restored waits no more.
    ///
    /// The first element of an empty list shows itself, which nobody has chosen.
    func forgetPending() {
      if list == nil || hasElement { pending = nil }
    }

    func encode(with coder: RestorationEncoder) {
      (pending ?? current)?.encode(forKey: key, with: coder)
    }

    func decode(with coder: RestorationDecoder) {
      guard coder.containsValue(forKey: key) else { return }
      pending = PropertyValue(form, forKey: key, with: coder)
    }

    /// Sets what was decoded, if the widget has what it names.
    func apply() {
      guard let value = pending else { return }
      if let list, case .text(let name) = value {
        guard let name else { return pending = nil }
        guard unsafe list.contains(name, in: widget) else { return }
      }
      pending = nil
      guard value != current else { return }
      var stored = GValue()
      unsafe g_value_init(&stored, spec.pointee.value_type)
      defer { unsafe g_value_unset(&stored) }
      guard form.set(value, in: &stored) else { return }
      unsafe g_param_value_validate(spec, &stored)
      unsafe g_object_set_property(widget.cast(), name, &stored)
    }

    /// What the property has now.
    var current: PropertyValue? {
      var stored = GValue()
      unsafe g_value_init(&stored, spec.pointee.value_type)
      defer { unsafe g_value_unset(&stored) }
      unsafe g_object_get_property(widget.cast(), name, &stored)
      return form.value(in: &stored)
    }
  }

  /// The flags that are looked at: a property that only a constructor sets has the last one, too.
  private let lookedAt = readableAndWritable | G_PARAM_CONSTRUCT_ONLY.rawValue
  private let readableAndWritable = G_PARAM_READABLE.rawValue | G_PARAM_WRITABLE.rawValue

  /// Elements of which a widget shows one, by their names: the pages of a stack.
  enum NamedElements: Sendable {
    /// Those of a `GListModel` that a property holds, by the name of their property.
    case list(property: String, name: String)
    /// Widgets of a class below the widget.
    case descendants(typeName: String, name: String)

    /// The list, if there is one, that tells of other elements.
    @MainActor func observed(of widget: WidgetPointer) -> ObservedObject? {
      guard case .list(let property, _) = self else { return nil }
      return unsafe ObservedObject(property, of: widget)
    }

    /// Whether there is an element of a name.
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
