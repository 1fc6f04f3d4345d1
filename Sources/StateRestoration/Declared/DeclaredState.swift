// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift
import RestorationArchive

/// The layout of one class's declared properties.
///
/// It is read once per class and process, with inherited and private properties; no reflection
/// after that. Only this type uses `_forEachField`, an interface of the standard library that may
/// disappear. `Mirror` gives the same facts, more slowly.
struct DeclaredState: Sendable {
  private struct Property {
    let name: String
    let offset: Int
    /// The offset, in the property, of its link to the coordinator.
    let linkOffset: Int
    let type: any DeclaredProperty.Type
    /// Chosen once, because looking up the type takes longer than most writes.
    let writer: any DeclaredValueWriter.Type
  }

  private static let known = TypeFacts<DeclaredState>()

  private let properties: [Property]
  /// Whether two properties share a name.
  ///
  /// Private properties of a class and its superclass may.
  private let sharesNames: Bool
  /// Returns the declared properties of a class, read once per process.
  static func of(_ type: AnyClass) -> DeclaredState {
    known.fact(about: type) { DeclaredState(of: type) }
  }

  init(of type: AnyClass) {
    var found: [Property] = []
    let classType = _EachFieldOptions(rawValue: 1)
    _ = unsafe _forEachField(of: type, options: classType) { name, offset, type, _ in
      if let type = type as? any DeclaredProperty.Type, let linkOffset = type.linkOffset {
        // The storage of a wrapped property has the property's name after an underscore.
        let name = unsafe String(String(cString: name).dropFirst())
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

  /// The names of the properties, superclass first.
  var names: [String] { properties.map(\.name) }

  /// Connects an object's properties to a coordinator, to report changes.
  func connect(_ object: AnyObject, to link: ChangeLink) {
    for property in properties {
      let place = unsafe (address(of: property, in: object) + property.linkOffset)
        .assumingMemoryBound(to: ChangeLink?.self)
      if unsafe place.pointee !== link { unsafe place.pointee = link }
    }
  }

  func encode(_ object: AnyObject, with coder: RestorationEncoder) {
    for property in properties {
      unsafe property.writer.write(
        address(of: property, in: object), name: property.name, with: coder)
    }
  }

  func decode(_ object: AnyObject, with coder: RestorationDecoder) {
    // The value under a coding key belongs to the first property with that key; the report has
    // named the others.
    var known: Set<String> = []
    let mayShareKeys =
      sharesNames
      || properties.contains { unsafe $0.type.key(address(of: $0, in: object)) != nil }
    for property in properties {
      let address = unsafe address(of: property, in: object)
      if mayShareKeys {
        let key = unsafe property.type.key(address) ?? property.name
        guard known.insert(key).inserted else { continue }
      }
      unsafe property.type.decode(address, name: property.name, with: coder)
    }
  }

  private func address(of property: Property, in object: AnyObject) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(object).toOpaque() + property.offset
  }
}
