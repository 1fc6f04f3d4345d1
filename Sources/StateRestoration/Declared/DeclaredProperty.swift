// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A declared property of any type, at its place in an object.
protocol DeclaredProperty: DeclaredValueWriter {
  static var linkOffset: Int? { get }
  /// The coding key that the program gave it.
  static func key(_ address: UnsafeMutableRawPointer) -> String?
  static func decode(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationDecoder)
}

extension Restorable: DeclaredProperty {
  static var linkOffset: Int? { MemoryLayout<Self>.offset(of: \.link) }

  static func key(_ address: UnsafeMutableRawPointer) -> String? {
    unsafe address.assumingMemoryBound(to: Self.self).pointee.key
  }

  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) {
    let property = unsafe address.assumingMemoryBound(to: Self.self).pointee
    property.coding.encode(property.value, forKey: property.key ?? name, with: coder)
  }

  static func decode(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationDecoder
  ) {
    let storage = unsafe address.assumingMemoryBound(to: Self.self)
    // Decoding may run code that accesses this object's properties, so hold no access meanwhile.
    let (coding, key) = unsafe (storage.pointee.coding, storage.pointee.key)
    guard let value = coding.decode(forKey: key ?? name, with: coder) else { return }
    unsafe storage.pointee.value = value
  }
}

extension RestorableModel: DeclaredProperty {
  static var linkOffset: Int? { Restorable<Model>.linkOffset }

  static func key(_ address: UnsafeMutableRawPointer) -> String? {
    unsafe Restorable<Model>.key(address)
  }

  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) {
    unsafe Restorable<Model>.write(address, name: name, with: coder)
  }

  static func decode(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationDecoder
  ) {
    unsafe Restorable<Model>.decode(address, name: name, with: coder)
  }
}

// MARK: Writing

/// Writes properties of one type.
///
/// It is a type and not a closure: retaining what a closure captures takes as long as writing most
/// values.
protocol DeclaredValueWriter: SendableMetatype {
  /// Writes the declared property at an address, under its key or `name`.
  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder)
}

/// Returns the writer for a type; common types skip the value tree.
func declaredValueWriter(of type: any DeclaredProperty.Type) -> any DeclaredValueWriter.Type {
  switch ObjectIdentifier(type) {
  case ObjectIdentifier(Restorable<Int>.self): IntegerWriter.self
  case ObjectIdentifier(Restorable<String>.self): StringWriter.self
  case ObjectIdentifier(Restorable<Bool>.self): BoolWriter.self
  case ObjectIdentifier(Restorable<Double>.self): DoubleWriter.self
  default: type
  }
}

// These are not one generic type: called by its metatype, it would look up the value's type each
// time.

private enum IntegerWriter: DeclaredValueWriter {
  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) { unsafe lend(address, name) { (value: Int, key) in coder.encode(value, forKey: key) } }
}

private enum StringWriter: DeclaredValueWriter {
  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) { unsafe lend(address, name) { (value: String, key) in coder.encode(value, forKey: key) } }
}

private enum BoolWriter: DeclaredValueWriter {
  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) { unsafe lend(address, name) { (value: Bool, key) in coder.encode(value, forKey: key) } }
}

private enum DoubleWriter: DeclaredValueWriter {
  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) { unsafe lend(address, name) { (value: Double, key) in coder.encode(value, forKey: key) } }
}

/// Passes a declared property's value and key to a closure, borrowed.
@inline(__always)
private func lend<Value>(
  _ address: UnsafeMutableRawPointer, _ name: String, _ body: (Value, String) -> Void
) {
  let property = unsafe address.assumingMemoryBound(to: Restorable<Value>.self)
  // Two branches, because one expression would retain both keys.
  if let key = unsafe property.pointee.key {
    unsafe body(property.pointee.value, key)
  } else {
    unsafe body(property.pointee.value, name)
  }
}
