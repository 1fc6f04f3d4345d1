// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What passes found out of a registered object, so that the next one need not.
struct RegistrationMark {
  let id: ObjectIdentifier
  /// Tells the object from one that lies where it lay.
  let serial: UInt64
  /// The place of the object's class in ``ParticipantClasses``.
  let classIndex: Int
  /// The pass that found the object alive and keeps it.
  var pass: UInt64 = 0
  /// The pass in which the object is the one that encodes at its number.
  var claimed: UInt64 = 0
  /// The object's number in that pass; `nil` when it has no path.
  private(set) var number: ObjectNumber?
  /// The number is right in later passes while this is the registry's, and the parent's is right.
  var epoch: UInt64 = 0
  private(set) var parentIndex: Int?
  private(set) var parentSerial: UInt64 = 0
  private(set) var parentNumber: ObjectNumber?

  init(id: ObjectIdentifier, serial: UInt64, classIndex: Int) {
    (self.id, self.serial, self.classIndex) = (id, serial, classIndex)
  }

  @inline(__always)
  func isAlive(in pass: UInt64) -> Bool { self.pass == pass }

  /// Forgets what does not hold in later passes; in this one, an object stays where it is.
  mutating func forget() {
    epoch = 0
    parentIndex = nil
  }

  mutating func set(_ number: ObjectNumber?, pass: UInt64) {
    (self.number, self.pass) = (number, pass)
  }

  mutating func setParent(_ index: Int, serial: UInt64, number: ObjectNumber) {
    (parentIndex, parentSerial, parentNumber) = (index, serial, number)
  }
}
