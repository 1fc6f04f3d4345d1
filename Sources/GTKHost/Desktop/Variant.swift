// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// A value of a message on a bus; immutable.
  ///
  /// Whoever sent it may have sent another type than the one that is asked for: that reads as nil.
  @safe final class Variant {
    /// GLib's value, owned by this object.
    let pointer: OpaquePointer

    /// Takes over a value; a new one, without owner, gets this object as its owner.
    init?(_ pointer: OpaquePointer?) {
      guard let pointer = unsafe pointer else { return nil }
      unsafe self.pointer = unsafe g_variant_take_ref(pointer)
    }

    deinit { unsafe g_variant_unref(pointer) }

    /// A truth value.
    var boolean: Bool? { unsafe isOf("b") ? g_variant_get_boolean(pointer) != 0 : nil }

    /// A whole number of 32 bits.
    var unsigned: UInt32? { unsafe isOf("u") ? g_variant_get_uint32(pointer) : nil }

    /// A number with a fraction.
    var number: Double? { unsafe isOf("d") ? g_variant_get_double(pointer) : nil }

    /// A handle: which of the descriptors that came along is meant.
    var handle: Int32? { unsafe isOf("h") ? g_variant_get_handle(pointer) : nil }

    /// A text or an object's path.
    var string: String? {
      unsafe isOf("s") || isOf("o") ? String(cString: g_variant_get_string(pointer, nil)) : nil
    }

    /// The value in a box that can hold any type.
    var unboxed: Variant? { unsafe isOf("v") ? Variant(g_variant_get_variant(pointer)) : nil }

    /// One of the values in a tuple.
    subscript(index: Int) -> Variant? {
      guard unsafe g_variant_is_container(pointer) != 0,
        unsafe index < g_variant_n_children(pointer)
      else {
        return nil
      }
      return unsafe Variant(g_variant_get_child_value(pointer, gsize(index)))
    }

    /// The value behind a key of a dictionary of boxes, or of one of such dictionaries.
    subscript(key: String) -> Variant? {
      unsafe isDictionary ? Variant(g_variant_lookup_value(pointer, key, nil)) : nil
    }

    /// Whether there may be values behind keys.
    var isDictionary: Bool { isOf("a{sv}") || isOf("a{sa{sv}}") }

    private func isOf(_ type: String) -> Bool {
      unsafe String(cString: g_variant_get_type_string(pointer)) == type
    }
  }

  extension Variant {
    /// The arguments of a call.
    static func arguments(_ values: Variant?...) -> Variant? {
      var children: [OpaquePointer?] = unsafe values.compactMap { unsafe $0?.pointer }
      return unsafe Variant(g_variant_new_tuple(&children, gsize(children.count)))
    }

    /// A text.
    static func string(_ value: String) -> Variant? { unsafe Variant(g_variant_new_string(value)) }

    /// Several texts.
    static func strings(_ values: [String]) -> Variant? {
      var children: [OpaquePointer?] = unsafe values.map { unsafe g_variant_new_string($0) }
      let type = unsafe g_variant_type_new("s")
      defer { unsafe g_variant_type_free(type) }
      return unsafe Variant(g_variant_new_array(type, &children, gsize(children.count)))
    }

    /// An object's path, if it is one.
    static func path(_ value: String) -> Variant? {
      unsafe g_variant_is_object_path(value) != 0 ? Variant(g_variant_new_object_path(value)) : nil
    }

    /// A truth value.
    static func boolean(_ value: Bool) -> Variant? {
      unsafe Variant(g_variant_new_boolean(value.gboolean))
    }

    /// Texts by key, each in a box that can hold any type.
    static func options(_ values: KeyValuePairs<String, String>) -> Variant? {
      let type = unsafe g_variant_type_new("a{sv}")
      defer { unsafe g_variant_type_free(type) }
      guard let builder = unsafe g_variant_builder_new(type) else { return nil }
      defer { unsafe g_variant_builder_unref(builder) }
      for (key, value) in values {
        unsafe g_variant_builder_add_value(
          builder,
          g_variant_new_dict_entry(
            g_variant_new_string(key), g_variant_new_variant(g_variant_new_string(value))))
      }
      return unsafe Variant(g_variant_builder_end(builder))
    }
  }
#endif
