// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The form in which values of a property's type are saved.
enum PropertyForm: Equatable {
  case boolean
  /// All signed integers.
  case integer
  /// All unsigned integers.
  case unsigned
  /// `double` and `float`.
  case number
  case string
  /// Saved by the value's nick, because another version may renumber values.
  case enumeration
  /// Saved by the nicks of the flags that are set.
  case flags
  /// `GdkRGBA`: red, green, blue and alpha, from 0 to 1.
  case color
  /// `PangoFontDescription`, in Pango's notation.
  case font
  /// `GDateTime`, in the ISO 8601 notation.
  case date

  /// Finds the form of a property's type; `nil` for an unsupported type.
  init?(of spec: UnsafeMutablePointer<GParamSpec>) {
    let type = unsafe spec.pointee.value_type
    switch type {
    case gdk_rgba_get_type(): self = .color
    case pango_font_description_get_type(): self = .font
    case g_date_time_get_type(): self = .date
    default:
      switch g_type_fundamental(type) {
      case cgtk_type_boolean(): self = .boolean
      case cgtk_type_char(), cgtk_type_int(), cgtk_type_long(), cgtk_type_int64():
        self = .integer
      case cgtk_type_uchar(), cgtk_type_uint(), cgtk_type_ulong(), cgtk_type_uint64():
        self = .unsigned
      case cgtk_type_float(), cgtk_type_double(): self = .number
      case cgtk_type_string(): self = .string
      case cgtk_type_enum(): self = .enumeration
      case cgtk_type_flags(): self = .flags
      default: return nil
      }
    }
  }

  /// Returns the value in a `GValue`; `nil` if it has no name.
  func value(in stored: inout GValue) -> PropertyValue? {
    switch self {
    case .boolean: return unsafe .flag(g_value_get_boolean(&stored) != 0)
    case .integer:
      return transformed(&stored, cgtk_type_int64()).map {
        unsafe .integer(Int64(withUnsafePointer(to: $0) { unsafe g_value_get_int64($0) }))
      }
    case .unsigned:
      return transformed(&stored, cgtk_type_uint64()).map {
        unsafe .unsigned(UInt64(withUnsafePointer(to: $0) { unsafe g_value_get_uint64($0) }))
      }
    case .number:
      return transformed(&stored, cgtk_type_double()).map {
        unsafe .number(withUnsafePointer(to: $0) { unsafe g_value_get_double($0) })
      }
    case .string:
      return unsafe .text(g_value_get_string(&stored).map { unsafe String(cString: $0) })
    case .enumeration:
      return unsafe withClass(of: stored.g_type) { itsClass in
        unsafe g_enum_get_value(
          itsClass.assumingMemoryBound(to: GEnumClass.self), g_value_get_enum(&stored)
        )
        .flatMap { unsafe $0.pointee.value_nick }.map { unsafe .text(String(cString: $0)) }
      }
    case .flags:
      return unsafe withClass(of: stored.g_type) { itsClass in
        var (left, nicks) = unsafe (g_value_get_flags(&stored), [String]())
        let known = unsafe itsClass.assumingMemoryBound(to: GFlagsClass.self)
        while left != 0, let first = unsafe g_flags_get_first_value(known, left) {
          unsafe nicks.append(String(cString: first.pointee.value_nick))
          unsafe left &= ~first.pointee.value
        }
        return .names(nicks)
      }
    case .color:
      return unsafe g_value_get_boxed(&stored).map {
        let color = unsafe $0.assumingMemoryBound(to: GdkRGBA.self).pointee
        return .numbers([color.red, color.green, color.blue, color.alpha].map(Double.init))
      }
    case .font:
      return unsafe g_value_get_boxed(&stored).flatMap {
        unsafe pango_font_description_to_string(OpaquePointer($0))
      }.map { unsafe .text(taken($0)) }
    case .date:
      return unsafe g_value_get_boxed(&stored).flatMap {
        unsafe g_date_time_format_iso8601(OpaquePointer($0))
      }.map { unsafe .text(taken($0)) }
    }
  }

  /// Puts a value into a `GValue` of the property's type.
  ///
  /// - Returns: `false` for a value that the type does not have.
  func set(_ value: PropertyValue, in stored: inout GValue) -> Bool {
    switch (self, value) {
    case (.boolean, .flag(let flag)): unsafe g_value_set_boolean(&stored, flag.gboolean)
    case (.integer, .integer(let number)):
      setInteger(number, in: &stored)
    case (.unsigned, .unsigned(let number)):
      setUnsigned(number, in: &stored)
    case (.number, .number(let number)):
      guard number.isFinite else { return false }
      if stored.g_type == cgtk_type_float() {
        unsafe g_value_set_float(&stored, Float(number))
      } else {
        unsafe g_value_set_double(&stored, number)
      }
    case (.string, .text(let text)): unsafe g_value_set_string(&stored, text)
    case (.enumeration, .text(let nick?)):
      let found: Int32? = unsafe withClass(of: stored.g_type) { itsClass in
        unsafe g_enum_get_value_by_nick(itsClass.assumingMemoryBound(to: GEnumClass.self), nick)
          .map { unsafe $0.pointee.value }
      }
      guard let found else { return false }
      unsafe g_value_set_enum(&stored, found)
    case (.flags, .names(let nicks)):
      // A flag that this version does not have is left out.
      let set = unsafe withClass(of: stored.g_type) { itsClass -> UInt32? in
        nicks.reduce(0) { set, nick in
          unsafe set
            | (g_flags_get_value_by_nick(
              itsClass.assumingMemoryBound(to: GFlagsClass.self), nick)?.pointee.value ?? 0)
        }
      }
      unsafe g_value_set_flags(&stored, set ?? 0)
    case (.color, .numbers(let parts)):
      guard parts.count == 4, parts.allSatisfy({ (0...1).contains($0) }) else { return false }
      var color = GdkRGBA(
        red: Float(parts[0]), green: Float(parts[1]), blue: Float(parts[2]),
        alpha: Float(parts[3]))
      unsafe g_value_set_boxed(&stored, &color)
    case (.font, .text(let text?)):
      unsafe g_value_take_boxed(
        &stored, pango_font_description_from_string(text).map { unsafe UnsafeRawPointer($0) })
    case (.date, .text(let text?)):
      guard let date = unsafe g_date_time_new_from_iso8601(text, nil) else { return false }
      unsafe g_value_take_boxed(&stored, UnsafeRawPointer(date))
    default: return false
    }
    return true
  }

  /// Returns a number converted to the widest type of its kind.
  private func transformed(_ stored: inout GValue, _ type: GType) -> GValue? {
    var wide = GValue()
    unsafe g_value_init(&wide, type)
    return unsafe g_value_transform(&stored, &wide) != 0 ? wide : nil
  }

  private func setInteger(_ number: Int64, in stored: inout GValue) {
    switch stored.g_type {
    case cgtk_type_char(): unsafe g_value_set_schar(&stored, Int8(clamping: number))
    case cgtk_type_int(): unsafe g_value_set_int(&stored, Int32(clamping: number))
    case cgtk_type_long(): unsafe g_value_set_long(&stored, Int(clamping: number))
    default: unsafe g_value_set_int64(&stored, gint64(number))
    }
  }

  private func setUnsigned(_ number: UInt64, in stored: inout GValue) {
    switch stored.g_type {
    case cgtk_type_uchar(): unsafe g_value_set_uchar(&stored, UInt8(clamping: number))
    case cgtk_type_uint(): unsafe g_value_set_uint(&stored, UInt32(clamping: number))
    case cgtk_type_ulong(): unsafe g_value_set_ulong(&stored, UInt(clamping: number))
    default: unsafe g_value_set_uint64(&stored, guint64(number))
    }
  }

  /// Calls a closure with the class of an enumeration type, borrowed.
  private func withClass<Value>(
    of type: GType, _ body: (UnsafeMutableRawPointer) -> Value?
  ) -> Value? {
    guard let itsClass = unsafe g_type_class_ref(type) else { return nil }
    defer { unsafe g_type_class_unref(itsClass) }
    return unsafe body(itsClass)
  }

  /// Returns a C string, and frees it.
  private func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }
}

/// A property's value in saved form.
enum PropertyValue: Equatable {
  case flag(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case text(String?)
  case names([String])
  case numbers([Double])

  /// Reads a value; fails if its type is not the property's.
  ///
  /// The report names such a value.
  init?(_ form: PropertyForm, forKey key: String, with coder: RestorationDecoder) {
    let value: PropertyValue? =
      switch form {
      case .boolean: coder.decode(Bool.self, forKey: key).map { .flag($0) }
      case .integer: coder.decode(Int64.self, forKey: key).map { .integer($0) }
      case .unsigned: coder.decode(UInt64.self, forKey: key).map { .unsigned($0) }
      case .number: coder.decode(Double.self, forKey: key).map { .number($0) }
      case .string: coder.decode(String?.self, forKey: key).map { .text($0) }
      case .enumeration, .font, .date: coder.decodeString(forKey: key).map { .text($0) }
      case .flags: coder.decode([String].self, forKey: key).map { .names($0) }
      case .color: coder.decode([Double].self, forKey: key).map { .numbers($0) }
      }
    guard let value else { return nil }
    self = value
  }

  func encode(forKey key: String, with coder: RestorationEncoder) {
    switch self {
    case .flag(let flag): coder.encode(flag, forKey: key)
    case .integer(let number): coder.encode(number, forKey: key)
    case .unsigned(let number): coder.encode(number, forKey: key)
    case .number(let number): coder.encode(number, forKey: key)
    case .text(let text): coder.encode(text, forKey: key)
    case .names(let names): coder.encode(names, forKey: key)
    case .numbers(let numbers): coder.encode(numbers, forKey: key)
    }
  }
}
#endif
