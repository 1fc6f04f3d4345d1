// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// A value of a message on a bus; immutable.
///
/// The sender may have sent another type than expected; then the value reads as `nil`.
@safe final class Variant {
  /// GLib's value, owned by this object.
  let pointer: OpaquePointer

  /// Takes ownership of a value, also of a floating reference.
  init?(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = unsafe g_variant_take_ref(pointer)
  }

  deinit { unsafe g_variant_unref(pointer) }

  /// The value as a Boolean.
  var boolean: Bool? { unsafe isOf("b") ? g_variant_get_boolean(pointer) != 0 : nil }

  /// The value as a 32-bit unsigned integer.
  var unsigned: UInt32? { unsafe isOf("u") ? g_variant_get_uint32(pointer) : nil }

  /// The value as a floating-point number.
  var number: Double? { unsafe isOf("d") ? g_variant_get_double(pointer) : nil }

  /// The value as a handle: an index into the message's descriptors.
  var handle: Int32? { unsafe isOf("h") ? g_variant_get_handle(pointer) : nil }

  /// The value as a text or an object's path.
  var string: String? {
    unsafe isOf("s") || isOf("o") ? String(cString: g_variant_get_string(pointer, nil)) : nil
  }

  /// The value inside a variant box.
  var unboxed: Variant? { unsafe isOf("v") ? Variant(g_variant_get_variant(pointer)) : nil }

  /// Returns an element of a tuple.
  subscript(index: Int) -> Variant? {
    guard unsafe g_variant_is_container(pointer) != 0,
      unsafe index < g_variant_n_children(pointer)
    else {
      return nil
    }
    return unsafe Variant(g_variant_get_child_value(pointer, gsize(index)))
  }

  /// Returns the value of a dictionary key, unboxed or a dictionary itself.
  subscript(key: String) -> Variant? {
    unsafe isDictionary ? Variant(g_variant_lookup_value(pointer, key, nil)) : nil
  }

  /// Whether the value is a dictionary of boxes, or of such dictionaries.
  var isDictionary: Bool { isOf("a{sv}") || isOf("a{sa{sv}}") }

  private func isOf(_ type: String) -> Bool {
    unsafe String(cString: g_variant_get_type_string(pointer)) == type
  }
}

extension Variant {
  /// Makes the arguments of a call.
  static func arguments(_ values: Variant?...) -> Variant? {
    var children: [OpaquePointer?] = unsafe values.compactMap { unsafe $0?.pointer }
    return unsafe Variant(g_variant_new_tuple(&children, gsize(children.count)))
  }

  /// Makes a text.
  static func string(_ value: String) -> Variant? { unsafe Variant(g_variant_new_string(value)) }

  /// Makes an array of texts.
  static func strings(_ values: [String]) -> Variant? {
    var children: [OpaquePointer?] = unsafe values.map { unsafe g_variant_new_string($0) }
    let type = unsafe g_variant_type_new("s")
    defer { unsafe g_variant_type_free(type) }
    return unsafe Variant(g_variant_new_array(type, &children, gsize(children.count)))
  }

  /// Makes an object's path; `nil` if the text is none.
  static func path(_ value: String) -> Variant? {
    unsafe g_variant_is_object_path(value) != 0 ? Variant(g_variant_new_object_path(value)) : nil
  }

  /// Makes a Boolean.
  static func boolean(_ value: Bool) -> Variant? {
    unsafe Variant(g_variant_new_boolean(value.gboolean))
  }

  /// Makes a dictionary of boxed texts.
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
