// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A property of a class that a storyboard may set, for ``StoryboardClasses``.
@MainActor public struct StoryboardOutlet<Object: AnyObject> {
  /// Sets the property to the connected objects, in file order.
  ///
  /// Returns `false` if an object's type does not fit the property.
  let set: @MainActor (Object, [AnyObject]) -> Bool

  /// Returns an outlet for one object: the destination of an `outlet`.
  ///
  /// - Parameter property: The property, such as `\.slider`.
  /// - Returns: The outlet.
  public static func outlet<Value>(_ property: ReferenceWritableKeyPath<Object, Value?>) -> Self {
    Self { object, values in
      guard let value = values.last as? Value else { return false }
      object[keyPath: property] = value
      return true
    }
  }

  /// Returns an outlet for several objects: destinations of an `outletCollection`.
  ///
  /// - Parameter property: The property, such as `\.buttons`.
  /// - Returns: The outlet.
  public static func collection<Value>(
    _ property: ReferenceWritableKeyPath<Object, [Value]>
  ) -> Self {
    Self { object, values in
      let matching = values.compactMap { $0 as? Value }
      object[keyPath: property] = matching
      return matching.count == values.count
    }
  }
}
