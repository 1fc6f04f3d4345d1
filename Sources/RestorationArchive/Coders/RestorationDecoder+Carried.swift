// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads values that another version of the program put another value beside.
extension RestorationDecoder {
  /// Returns a value that fits, or else the newest one.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - fits: Whether a value has the type that the caller expects.
  /// - Returns: `nil` when there is no value.
  package func value(forKey key: String, preferring fits: (ArchivedValue) -> Bool) -> ArchivedValue?
  {
    guard let value = value(forKey: key) else { return nil }
    return fits(value) ? value : carriedValues(forKey: key).first(where: fits) ?? value
  }

  /// Returns the values of other types under a coding key, newest first.
  func carriedValues(forKey key: String) -> [ArchivedValue] {
    if let reader, !reader.mayHaveCarriedValues { return [] }
    guard migrated == nil else { return [] }
    let place = next
    defer { next = place }
    guard var source = find(ReservedKey.carriedValues),
      case .dictionary(let entries)? = ArchivedValue.read(&source),
      case .array(let values)? = entries.value(forKey: key)
    else { return [] }
    return values
  }
}
