// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Facts that passes found about a registered object, for later passes.
///
/// It is half as large as with full-width numbers: a pass reads the marks of all objects, and those
/// of referenced objects in random order.
struct RegistrationMark {
  let id: ObjectIdentifier
  /// Tells the object from a later one at the same address.
  let serial: UInt64
  /// The pass that found the object alive and retains it.
  private(set) var pass: UInt64 = 0
  /// The registry's epoch for which the number is valid.
  ///
  /// The parent's number must be valid, too.
  var epoch: UInt32 = 0
  private let shortClassIndex: UInt32
  private var shortNumber = Self.none
  private var shortParentIndex = Self.none
  private var shortParentNumber = Self.none

  /// Whether the object, when asked, named its registered parent or none.
  private var namesItsParent = false

  private static let none = UInt32.max

  init(id: ObjectIdentifier, serial: UInt64, classIndex: Int) {
    (self.id, self.serial, shortClassIndex) = (id, serial, UInt32(classIndex))
  }

  /// The index of the object's class in ``ParticipantClasses``.
  var classIndex: Int { Int(shortClassIndex) }

  /// The object's number in that pass; `nil` without a path.
  var number: ObjectNumber? { shortNumber == Self.none ? nil : ObjectNumber(shortNumber) }

  /// The index of the parent's registration, if registered and numbered.
  ///
  /// Indices change only when dead objects are removed; then all marks forget.
  var parentIndex: Int? { shortParentIndex == Self.none ? nil : Int(shortParentIndex) }

  var parentNumber: ObjectNumber? {
    shortParentNumber == Self.none ? nil : ObjectNumber(shortParentNumber)
  }

  @inline(__always)
  func isAlive(in pass: UInt64) -> Bool { self.pass == pass }

  /// Whether a pass must ask the object for its parent.
  ///
  /// Each pass asks until the object names the parent it was registered below, or none. After that,
  /// passes ask only now and then.
  @inline(__always)
  func isParentDue(in pass: UInt64) -> Bool {
    !namesItsParent || (serial &+ pass / 2) % Self.passesUntilAsked == 0  // pass numbers grow by 2
  }

  /// The number of passes between two questions for a known parent.
  private static let passesUntilAsked: UInt64 = 16

  /// Notes whether the object named its registered parent, or none.
  mutating func setNamesItsParent(_ does: Bool) { namesItsParent = does }

  /// Notes that a pass retains the object.
  @inline(__always)
  mutating func keep(in pass: UInt64) { self.pass = pass }

  /// Forgets the facts for later passes; this pass keeps the number.
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
