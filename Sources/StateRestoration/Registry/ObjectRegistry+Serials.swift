// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Finds registrations by their serial.
///
/// The engine remembers a registered object by its serial: a second weak reference would cost as
/// much as the first, in time and memory.
extension ObjectRegistry {
  /// Returns the parent that an object was registered below, if alive.
  func livingParent(at index: Int) -> (any StateRestoring)? {
    let serial = rows.registrations[index].parentSerial
    guard serial == Registration.otherParent else { return object(ofSerial: serial) }
    return otherParents[rows.marks[index].serial]?.object
  }

  /// Returns the object of a registration, if alive.
  func object(ofSerial serial: UInt64) -> (any StateRestoring)? {
    index(ofSerial: serial).flatMap { object(at: $0) }
  }

  /// Finds the index of a registration.
  ///
  /// - Parameters:
  ///   - serial: The serial of the registration.
  ///   - guess: The index to try first.
  /// - Returns: `nil` when the registration was removed.
  func index(ofSerial serial: UInt64, near guess: Int) -> Int? {
    guess < rows.marks.count && rows.marks[guess].serial == serial ? guess : index(ofSerial: serial)
  }

  /// Returns the index of a registration; `nil` if it was removed.
  func index(ofSerial serial: UInt64) -> Int? {
    // Serials ascend from 1. If no registration was removed, serial n is at index n - 1, else at or
    // before that.
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

  /// Returns the serial of an object's registration; 0 without one.
  func serial(of object: any StateRestoring) -> UInt64 {
    index(of: object).map { rows.marks[$0].serial } ?? 0
  }
}
