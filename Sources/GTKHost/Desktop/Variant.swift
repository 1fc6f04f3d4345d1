// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// A value of a message on a bus; immutable.
  ///
  /// Whoever sent it may have sent another type than the one that is asked for: that reads as nil.
  final class Variant {
    /// GLib's value, owned by this object.
    let pointer: OpaquePointer

    /// Takes over a value; a new one, without owner, gets this object as its owner.
    init?(_ pointer: OpaquePointer?) {
      guard let pointer else { return nil }
      self.pointer = g_variant_take_ref(pointer)
    }

    deinit { g_variant_unref(pointer) }

    /// A truth value.
    var boolean: Bool? { isOf("b") ? g_variant_get_boolean(pointer) != 0 : nil }

    /// A whole number of 32 bits.
    var unsigned: UInt32? { isOf("u") ? g_variant_get_uint32(pointer) : nil }

    /// A handle: which of the descriptors that came along is meant.
    var handle: Int32? { isOf("h") ? g_variant_get_handle(pointer) : nil }

    /// A text or an object's path.
    var string: String? {
      isOf("s") || isOf("o") ? String(cString: g_variant_get_string(pointer, nil)) : nil
    }

    /// The value in a box that can hold any type.
    var unboxed: Variant? { isOf("v") ? Variant(g_variant_get_variant(pointer)) : nil }

    /// One of the values in a tuple.
    subscript(index: Int) -> Variant? {
      guard g_variant_is_container(pointer) != 0, index < g_variant_n_children(pointer) else {
        return nil
      }
      return Variant(g_variant_get_child_value(pointer, gsize(index)))
    }

    /// The value behind a key of a dictionary of boxes.
    subscript(key: String) -> Variant? {
      isOf("a{sv}") ? Variant(g_variant_lookup_value(pointer, key, nil)) : nil
    }

    private func isOf(_ type: String) -> Bool {
      String(cString: g_variant_get_type_string(pointer)) == type
    }
  }

  extension Variant {
    /// The arguments of a call.
    static func arguments(_ values: Variant?...) -> Variant? {
      var children: [OpaquePointer?] = values.compactMap { $0?.pointer }
      return Variant(g_variant_new_tuple(&children, gsize(children.count)))
    }

    /// A text.
    static func string(_ value: String) -> Variant? { Variant(g_variant_new_string(value)) }

    /// An object's path, if it is one.
    static func path(_ value: String) -> Variant? {
      g_variant_is_object_path(value) != 0 ? Variant(g_variant_new_object_path(value)) : nil
    }

    /// A truth value.
    static func boolean(_ value: Bool) -> Variant? {
      Variant(g_variant_new_boolean(value.gboolean))
    }

    /// Texts by key, each in a box that can hold any type.
    static func options(_ values: KeyValuePairs<String, String>) -> Variant? {
      let type = g_variant_type_new("a{sv}")
      defer { g_variant_type_free(type) }
      guard let builder = g_variant_builder_new(type) else { return nil }
      defer { g_variant_builder_unref(builder) }
      for (key, value) in values {
        g_variant_builder_add_value(
          builder,
          g_variant_new_dict_entry(
            g_variant_new_string(key), g_variant_new_variant(g_variant_new_string(value))))
      }
      return Variant(g_variant_builder_end(builder))
    }
  }
#endif
