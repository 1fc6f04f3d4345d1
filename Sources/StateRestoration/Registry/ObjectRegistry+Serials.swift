// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Whoever remembers a registered object remembers its serial: a second weak reference would cost as
/// much as the first, in time and memory.
extension ObjectRegistry {
  /// The parent that an object was registered below, if it lives.
  func livingParent(at index: Int) -> (any StateRestoring)? {
    let serial = rows.registrations[index].parentSerial
    guard serial == Registration.otherParent else { return object(ofSerial: serial) }
    return otherParents[rows.marks[index].serial]?.object
  }

  /// The object of a registration, if it lives.
  func object(ofSerial serial: UInt64) -> (any StateRestoring)? {
    index(ofSerial: serial).flatMap { object(at: $0) }
  }

  /// Looks for the place of a registration.
  ///
  /// - Parameters:
  ///   - serial: That of the registration.
  ///   - guess: Where it may be.
  /// - Returns: `nil` when it has dropped out.
  func index(ofSerial serial: UInt64, near guess: Int) -> Int? {
    guess < rows.marks.count && rows.marks[guess].serial == serial ? guess : index(ofSerial: serial)
  }

  /// The place of a registration; `nil` when it has dropped out.
  func index(ofSerial serial: UInt64) -> Int? {
    // Serials ascend: where nothing has dropped out, each has its own place, else one before it.
    var places = 0..<min(rows.marks.count, Int(serial))
    if let last = places.last, rows.marks[last].serial == serial { return last }
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if rows.marks[middle].serial == serial { return middle }
      places =
        rows.marks[middle].serial < serial
        ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }

  /// Tells the registration of an object from all others; 0 when it has none.
  func serial(of object: any StateRestoring) -> UInt64 {
    index(of: object).map { rows.marks[$0].serial } ?? 0
  }
}
