// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A registered object, with what passes found about it for later passes.
struct Registration {
  private(set) var object: WeakObject
  private(set) var identifier: RestorationIdentifier
  /// The serial of the parent's registration; 0 when there is no parent.
  private(set) var parentSerial: UInt64
  let id: ObjectIdentifier
  /// Tells the object from a later one at the same address.
  let serial: UInt64
  /// The index of the object's class in ``ParticipantClasses``.
  let classIndex: Int

  /// The pass that found the object alive and retains it.
  private var pass: UInt64 = 0
  /// The pass in which the object encodes at its number.
  private var claimingPass: UInt64 = 0
  /// The registry's epoch for which the number is valid.
  ///
  /// The parent's number must be valid, too.
  var epoch: UInt32 = 0
  /// The number that the last pass found; `nil` without a path.
  private(set) var number: ObjectNumber?
  /// The index of the parent's registration, if registered and numbered.
  ///
  /// Indices change only when dead objects are removed; then all forget.
  private(set) var parentIndex: Int?
  private(set) var parentNumber: ObjectNumber?
  /// Whether the object, when asked, named its registered parent or none.
  var namesItsParent = false

  /// Stands for a parent that is not registered.
  static let otherParent = UInt64.max

  init(
    _ object: any StateRestoring, as identifier: consuming RestorationIdentifier,
    parentSerial: UInt64, serial: UInt64, classIndex: Int
  ) {
    (self.object, id) = (WeakObject(object), ObjectIdentifier(object))
    (self.identifier, self.parentSerial) = (identifier, parentSerial)
    (self.serial, self.classIndex) = (serial, classIndex)
  }

  var hasParent: Bool { parentSerial != 0 }

  /// Returns the object, if alive.
  ///
  /// Mutating, because copying a weak reference takes longer than reading it.
  mutating func load() -> (any StateRestoring)? { object.load() }

  mutating func loadAny() -> AnyObject? { object.loadAny() }

  /// Gives the object another name and parent.
  mutating func move(to identifier: RestorationIdentifier, parentSerial: UInt64) {
    (self.identifier, self.parentSerial) = (identifier, parentSerial)
    forget()
  }

  // MARK: Passes

  func isAlive(in pass: UInt64) -> Bool { self.pass == pass }

  /// Whether a pass must ask the object for its parent.
  ///
  /// Each pass asks until the object names the parent it was registered below, or none. After that,
  /// passes ask only now and then.
  func isParentDue(in pass: UInt64) -> Bool {
    !namesItsParent || (serial &+ pass / 2) % Self.passesUntilAsked == 0  // pass numbers grow by 2
  }

  /// The number of passes between two questions for a known parent.
  private static let passesUntilAsked: UInt64 = 16

  /// Notes that a pass retains the object, which encodes at a number.
  mutating func claim(_ number: ObjectNumber, in pass: UInt64) {
    (self.number, self.pass, claimingPass) = (number, pass, pass)
  }

  /// Returns the number at which the object encodes in a pass.
  func claim(in pass: UInt64) -> ObjectNumber? { claimingPass == pass ? number : nil }

  /// Forgets the facts for later passes; this pass keeps the number.
  mutating func forget() {
    epoch = 0
    parentIndex = nil
    namesItsParent = false
  }

  mutating func set(_ number: ObjectNumber?, pass: UInt64) {
    (self.number, self.pass) = (number, pass)
  }

  mutating func setParent(_ index: Int, number: ObjectNumber) {
    (parentIndex, parentNumber) = (index, number)
  }
}
