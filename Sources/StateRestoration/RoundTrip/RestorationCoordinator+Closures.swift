// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Compares which closures objects and their restored copies have.
extension RestorationCoordinator {
  /// Returns the objects whose copies lack closures.
  ///
  /// Closures are never saved: code that makes the object again has to set them. Only properties of
  /// the program's own classes count.
  ///
  /// - Parameters:
  ///   - members: Objects here that are not registered.
  ///   - shadow: The restored program's coordinator.
  ///   - copies: Objects there that are not registered.
  /// - Returns: One finding per object.
  package func lostClosures(
    of members: [any StateRestoring], in shadow: RestorationCoordinator,
    _ copies: [any StateRestoring]
  ) -> [RoundTripFinding] {
    let restored = Dictionary(
      (shadow.state.registry.objects + copies).compactMap { copy in
        (try? shadow.address(of: copy)).map { ($0, copy) }
      }, uniquingKeysWith: { first, _ in first })
    return (state.registry.objects + members).compactMap { object in
      guard let address = try? address(of: object), let copy = restored[address] else { return nil }
      let lost = Self.closures(of: object).subtracting(Self.closures(of: copy)).sorted()
      guard !lost.isEmpty else { return nil }
      return RoundTripFinding(
        .changed, at: address,
        "it comes back without a closure in \(lost.joined(separator: ", ")); set it where the "
          + "object is made again")
    }
  }

  /// Returns the properties that hold a closure.
  private static func closures(of object: any StateRestoring) -> Set<String> {
    var names: Set<String> = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if !isOurs(level.subjectType) {
        for (label, value) in level.children {
          guard let label, "\(type(of: value))".contains("->"), !isNil(value) else { continue }
          names.insert(label)
        }
      }
      mirror = level.superclassMirror
    }
    return names
  }

  /// Whether a class belongs to this package, not to the program.
  private static func isOurs(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["ViewControllers.", "GTKHost.", "GTKWidgets.", "Storyboards."].contains {
      name.hasPrefix($0)
    }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
