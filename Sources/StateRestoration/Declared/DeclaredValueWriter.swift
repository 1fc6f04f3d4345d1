// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Writes the declared property that lies at an address, under its own key or else the given one.
typealias DeclaredValueWriter =
  @Sendable (UnsafeMutableRawPointer, String, RestorationEncoder) -> Void

/// How properties of a type are written; the common types go without a tree of values in between.
func declaredValueWriter(of type: any DeclaredProperty.Type) -> DeclaredValueWriter {
  switch ObjectIdentifier(type) {
  case ObjectIdentifier(Restorable<Int>.self):
    writer { (value: Int, key, coder) in coder.encode(value, forKey: key) }
  case ObjectIdentifier(Restorable<String>.self):
    writer { (value: String, key, coder) in coder.encode(value, forKey: key) }
  case ObjectIdentifier(Restorable<Bool>.self):
    writer { (value: Bool, key, coder) in coder.encode(value, forKey: key) }
  case ObjectIdentifier(Restorable<Double>.self):
    writer { (value: Double, key, coder) in coder.encode(value, forKey: key) }
  default:
    { type.encode($0, name: $1, with: $2) }
  }
}

private func writer<Value>(
  _ encode: @escaping @Sendable (Value, String, RestorationEncoder) -> Void
) -> DeclaredValueWriter {
  { address, name, coder in
    let property = address.assumingMemoryBound(to: Restorable<Value>.self)
    // Not as one expression, which would count both keys.
    if let key = property.pointee.key {
      encode(property.pointee.value, key, coder)
    } else {
      encode(property.pointee.value, name, coder)
    }
  }
}
