// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The state of each number in a restore, with its object.
final class ObtainedObjects {
  /// The progress of one number.
  enum Step: UInt8 {
    case untried
    /// A step is running; a nested request gets nothing.
    case resolving
    case obtained
    case failed
    /// Not found yet, for a known reason.
    case open
    /// The object, its parent or a needed object is not registered.
    case unclaimed
  }

  fileprivate struct Place {
    /// The object, retained as long as the restore runs.
    var object: (any StateRestoring)?
    /// The serial of a registration that the restore made, else 0.
    ///
    /// Only set if the restore did not ask for the object's path.
    var serial: UInt64 = 0
    /// The arrival count when an unclaimed record was last examined.
    var arrivals: UInt32 = 0
    var step = Step.untried
    /// Whether the object is known to be at its record's address.
    ///
    /// This is known without asking for the object's path.
    var isInPlace = false
  }

  private var places: [Place]

  /// Whether the restore itself registered every object.
  ///
  /// Then no two numbers have the same object.
  private(set) var areAllNew = true

  init(count: Int) { places = Array(repeating: Place(), count: count) }

  var count: Int { places.count }

  /// Notes that a record is still unclaimed.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - arrivals: The current arrival count.
  func setUnclaimed(_ number: ObjectNumber, after arrivals: UInt32) {
    places[number.index].step = .unclaimed
    places[number.index].arrivals = arrivals
  }

  /// Forgets the given numbers and releases their objects.
  ///
  /// They must include every number that has an object.
  func letGo(_ numbers: [ObjectNumber]) {
    var gone: [any StateRestoring] = []
    for number in numbers {
      if let object = places[number.index].object { gone.append(object) }
      places[number.index] = Place()
    }
    areAllNew = true
    gone.removeAll()  // may run the program's code, which may look here
  }

  // From here on, numbers must be below ``count``.

  func step(of number: ObjectNumber) -> Step { places[number.index].step }

  func setStep(_ step: Step, of number: ObjectNumber) { places[number.index].step = step }

  /// Returns the arrival count when an unclaimed record was last examined.
  func arrivals(of number: ObjectNumber) -> UInt32 { places[number.index].arrivals }

  /// Returns the serial of a registration that the restore made, else 0.
  ///
  /// Only set if the restore did not ask for the object's path.
  func serial(of number: ObjectNumber) -> UInt64 { places[number.index].serial }

  /// Whether the object is known to be at its record's address.
  func isInPlace(_ number: ObjectNumber) -> Bool { places[number.index].isInPlace }

  /// Notes that a registered object is at its record's address.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - serial: The serial of the registration, if the restore made it.
  func setInPlace(_ number: ObjectNumber, serial: UInt64 = 0) {
    places[number.index].setInPlace(serial)
  }

  /// Returns the object of a number, if it was obtained.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    number.index < places.count ? places[number.index].object : nil
  }

  /// Whether an object belongs to a number.
  func isObject(_ object: AnyObject, of number: ObjectNumber) -> Bool {
    places[number.index].object === object
  }

  /// Returns the object of a number, if known at its record's address.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? {
    isInPlace(number) ? object(number) : nil
  }

  /// Stores an object that was obtained.
  func set(_ object: any StateRestoring, for number: ObjectNumber) {
    if places[number.index].set(object) { areAllNew = false }
  }
}

extension ObtainedObjects.Place {
  fileprivate mutating func setInPlace(_ serial: UInt64) {
    isInPlace = true
    if serial != 0 { self.serial = serial }
  }

  /// - Returns: Whether the restore did not register the object itself.
  fileprivate mutating func set(_ object: any StateRestoring) -> Bool {
    assert(self.object == nil)
    self.object = object
    step = .obtained
    return serial == 0
  }
}
