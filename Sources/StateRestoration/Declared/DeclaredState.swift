// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift
import RestorationArchive

/// Where the declared properties of one class lie in its objects.
///
/// Read once per class and process, inherited and private properties included; no reflection after
/// that. The only place that knows `_forEachField`, which is an interface of the standard library
/// that may go: `Mirror` tells the same, more slowly.
struct DeclaredState: Sendable {
  private struct Property {
    let name: String
    let offset: Int
    /// Where in it the way to the coordinator lies.
    let linkOffset: Int
    let type: any DeclaredProperty.Type
    /// Chosen once, since asking for the type takes longer than writing most values.
    let writer: any DeclaredValueWriter.Type
  }

  private static let known = TypeFacts<DeclaredState>()

  private let properties: [Property]
  /// Whether two of them have one name, as private ones of a class and its superclass may.
  private let sharesNames: Bool

  /// What is known of a class in this process.
  static func of(_ type: AnyClass) -> DeclaredState {
    known.fact(about: type) { DeclaredState(of: type) }
  }

  init(of type: AnyClass) {
    var found: [Property] = []
    let classType = _EachFieldOptions(rawValue: 1)
    _ = _forEachField(of: type, options: classType) { name, offset, type, _ in
      if let type = type as? any DeclaredProperty.Type, let linkOffset = type.linkOffset {
        // The storage of a wrapped property has the property's name behind an underscore.
        let name = String(String(cString: name).drop { $0 == "_" })
        found.append(
          Property(
            name: name, offset: offset, linkOffset: linkOffset, type: type,
            writer: declaredValueWriter(of: type)))
      }
      return true
    }
    properties = found
    sharesNames = Set(found.map(\.name)).count < found.count
  }

  var isEmpty: Bool { properties.isEmpty }

  /// The names of the properties, those of the superclass first.
  var names: [String] { properties.map(\.name) }

  /// Lets an object's properties tell a coordinator of their changes.
  func connect(_ object: AnyObject, to link: CoordinatorLink) {
    for property in properties {
      let place = (address(of: property, in: object) + property.linkOffset)
        .assumingMemoryBound(to: CoordinatorLink?.self)
      if place.pointee !== link { place.pointee = link }
    }
  }

  func encode(_ object: AnyObject, with coder: RestorationEncoder) {
    for property in properties {
      property.writer.write(address(of: property, in: object), name: property.name, with: coder)
    }
  }

  func decode(_ object: AnyObject, with coder: RestorationDecoder) {
    // What lies under a key is the value of the first property that has it; the report named the others.
    var known: Set<String> = []
    for property in properties {
      let address = address(of: property, in: object)
      if sharesNames {
        let key = property.type.key(address) ?? property.name
        guard known.insert(key).inserted else { continue }
      }
      property.type.decode(address, name: property.name, with: coder)
    }
  }

  private func address(of property: Property, in object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque() + property.offset
  }
}

/// A declared property of any type, at its place in an object.
protocol DeclaredProperty: DeclaredValueWriter {
  static var linkOffset: Int? { get }
  /// The key that the program has given it.
  static func key(_ address: UnsafeMutableRawPointer) -> String?
  static func decode(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationDecoder)
}

extension Restorable: DeclaredProperty {
  static var linkOffset: Int? { MemoryLayout<Self>.offset(of: \.link) }

  static func key(_ address: UnsafeMutableRawPointer) -> String? {
    address.assumingMemoryBound(to: Self.self).pointee.key
  }

  static func write(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationEncoder
  ) {
    let property = address.assumingMemoryBound(to: Self.self).pointee
    property.coding.encode(property.value, forKey: property.key ?? name, with: coder)
  }

  static func decode(
    _ address: UnsafeMutableRawPointer, name: String, with coder: RestorationDecoder
  ) {
    let storage = address.assumingMemoryBound(to: Self.self)
    // Reading may run code that asks for this object's properties: nothing is held meanwhile.
    let (coding, key) = (storage.pointee.coding, storage.pointee.key)
    guard let value = coding.decode(forKey: key ?? name, with: coder) else { return }
    storage.pointee.value = value
  }
}
