// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What passes found out of a registered object, so that the next one need not.
///
/// Half as large as it would be with numbers of full width: a pass reads those of all objects, and
/// those of referenced ones in no order at all.
struct RegistrationMark {
  let id: ObjectIdentifier
  /// Tells the object from one that lies where it lay.
  let serial: UInt64
  /// The pass that found the object alive and keeps it.
  private(set) var pass: UInt64 = 0
  /// The number is right in later passes while this is the registry's, and the parent's is right.
  var epoch: UInt32 = 0
  private let shortClassIndex: UInt32
  private var shortNumber = Self.none
  private var shortParentIndex = Self.none
  private var shortParentNumber = Self.none

  /// Whether the object was asked for its parent, and named the one it was registered below.
  private var namesItsParent = false

  private static let none = UInt32.max

  init(id: ObjectIdentifier, serial: UInt64, classIndex: Int) {
    (self.id, self.serial, shortClassIndex) = (id, serial, UInt32(classIndex))
  }

  /// The place of the object's class in ``ParticipantClasses``.
  var classIndex: Int { Int(shortClassIndex) }

  /// The object's number in that pass; `nil` when it has no path.
  var number: ObjectNumber? { shortNumber == Self.none ? nil : ObjectNumber(shortNumber) }

  /// The place of the parent's registration, if the parent is registered and the number known.
  ///
  /// Places change only as dead objects drop out, when all marks forget.
  var parentIndex: Int? { shortParentIndex == Self.none ? nil : Int(shortParentIndex) }

  var parentNumber: ObjectNumber? {
    shortParentNumber == Self.none ? nil : ObjectNumber(shortParentNumber)
  }

  @inline(__always)
  func isAlive(in pass: UInt64) -> Bool { self.pass == pass }

  /// Whether the object is to be asked for its parent in a pass: until it names the one it was
  /// registered below, and from then on now and then.
  @inline(__always)
  func isParentDue(in pass: UInt64) -> Bool {
    !namesItsParent || (serial &+ pass / 2) % Self.passesUntilAsked == 0  // passes count by two
  }

  /// So many passes an object that names its parent is not asked again.
  private static let passesUntilAsked: UInt64 = 16

  /// Notes whether the object named the parent it was registered below, or none.
  mutating func setNamesItsParent(_ does: Bool) { namesItsParent = does }

  /// Notes that a pass keeps the object.
  @inline(__always)
  mutating func keep(in pass: UInt64) { self.pass = pass }

  /// Forgets what does not hold in later passes; in this one, an object stays where it is.
  mutating func forget() {
    epoch = 0
    shortParentIndex = Self.none
    namesItsParent = false
  }

  mutating func set(_ number: ObjectNumber?, pass: UInt64) {
    (shortNumber, self.pass) = (number?.rawValue ?? Self.none, pass)
  }

  mutating func setParent(_ index: Int, number: ObjectNumber) {
    (shortParentIndex, shortParentNumber) = (UInt32(index), number.rawValue)
  }
}
