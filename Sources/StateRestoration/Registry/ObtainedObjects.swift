// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a restore has come to know of each number: its object, above all, if it has one.
final class ObtainedObjects {
  /// What is known of a number.
  enum Step: UInt8 {
    case untried
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained
    case failed
    /// Not there yet, for a reason that is known.
    case open
    /// Nobody has registered it, or what it lies below or needs.
    case unclaimed
  }

  fileprivate struct Place {
    /// The object, which is kept as long as the restore runs.
    var object: (any StateRestoring)?
    /// That of the object's registration, if the restore has registered it without asking for its
    /// path; else 0.
    var serial: UInt64 = 0
    /// What had come, as a count, when an unclaimed record was looked at.
    var arrivals: UInt32 = 0
    var step = Step.untried
    /// Whether a registered object lies at the very address of its record, without asking for its
    /// path.
    var isInPlace = false
  }

  private var places: [Place]

  /// Whether the restore has registered every object by itself, so that no two numbers have the same.
  private(set) var areAllNew = true

  init(count: Int) { places = Array(repeating: Place(), count: count) }

  var count: Int { places.count }

  /// Notes that nobody has claimed a record yet.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - arrivals: Counts what has come.
  func setUnclaimed(_ number: ObjectNumber, after arrivals: UInt32) {
    places[number.index].step = .unclaimed
    places[number.index].arrivals = arrivals
  }

  /// Forgets what is known of some numbers, which are all that have objects, and lets these go.
  func letGo(_ numbers: [ObjectNumber]) {
    var gone: [any StateRestoring] = []
    for number in numbers {
      if let object = places[number.index].object { gone.append(object) }
      places[number.index] = Place()
    }
    areAllNew = true
    gone.removeAll()  // which may run code of the program, and that may look here
  }

  // Numbers must be below ``count`` from here on.

  func step(of number: ObjectNumber) -> Step { places[number.index].step }

  func setStep(_ step: Step, of number: ObjectNumber) { places[number.index].step = step }

  /// What had come, as a count, when an unclaimed record was looked at.
  func arrivals(of number: ObjectNumber) -> UInt32 { places[number.index].arrivals }

  /// That of the object's registration, if the restore has registered it without asking for its path;
  /// else 0.
  func serial(of number: ObjectNumber) -> UInt64 { places[number.index].serial }

  /// Whether a registered object lies at the very address of its record, without asking for its path.
  func isInPlace(_ number: ObjectNumber) -> Bool { places[number.index].isInPlace }

  /// Notes that a registered object lies at the very address of its record.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - serial: That of the registration, if the restore has made that.
  func setInPlace(_ number: ObjectNumber, serial: UInt64 = 0) {
    places[number.index].setInPlace(serial)
  }

  /// The object of a number, if it was obtained.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    number.index < places.count ? places[number.index].object : nil
  }

  /// Whether an object is that of a number.
  func isObject(_ object: AnyObject, of number: ObjectNumber) -> Bool {
    places[number.index].object === object
  }

  /// The object that was put where its record lies without asking for its path.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? {
    isInPlace(number) ? object(number) : nil
  }

  /// Takes an object that was obtained.
  func set(_ object: any StateRestoring, for number: ObjectNumber) {
    if places[number.index].set(object) { areAllNew = false }
  }
}

extension ObtainedObjects.Place {
  fileprivate mutating func setInPlace(_ serial: UInt64) {
    isInPlace = true
    if serial != 0 { self.serial = serial }
  }

  /// - Returns: Whether the restore has not registered the object by itself.
  fileprivate mutating func set(_ object: any StateRestoring) -> Bool {
    assert(self.object == nil)
    self.object = object
    step = .obtained
    return serial == 0
  }
}
