// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The name under which a class is archived: module and class, such as `PhotoViewer.ImageController`.
///
/// The same in every launch, for private and nested classes too: what Swift writes into the names
/// of such classes for their surroundings is an address of this launch, and is left out.
///
/// - Parameter type: The class.
/// - Returns: The name.
public func archivedClassName(of type: AnyClass) -> String {
  ClassNames.name(of: String(reflecting: type))
}

enum ClassNames {
  static func name(of reflected: String) -> String {
    guard reflected.contains("(unknown context at ") else { return reflected }
    return reflected.split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }
      .joined(separator: ".")
  }

  /// The names of a class and of those it inherits from, the class first.
  static func lineage(of type: AnyClass) -> [String] {
    var names: [String] = []
    var next: AnyClass? = type
    while let type = next {
      names.append(archivedClassName(of: type))
      next = _getSuperclass(type)
    }
    return names
  }
}
