// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The state of each record in a restore, with its object.
final class RestoredObjects {
  /// The progress of one record.
  enum Step {
    case untried
    /// A step is running; a nested request gets nothing.
    case resolving
    /// The object is known.
    case obtained
    /// Dropped for good.
    case failed(Failure)
    /// Not there yet; asking again tries again.
    case open(Failure)
    /// The object, or one that it needs, is not registered yet.
    ///
    /// Asking again tries again once there were more arrivals.
    case unclaimed(arrivals: UInt32)
  }

  /// The reason why an object was not obtained, with its origin.
  ///
  /// A class, so that the rows of the many obtained objects are small.
  final class Failure {
    /// The first object in the chain that was not obtained.
    let origin: RestorationAddress
    let reason: Diagnostic
    /// Whether the object was only absent where it was looked for.
    ///
    /// `false` when its maker refused to make it.
    let isAbsence: Bool

    init(origin: RestorationAddress, reason: Diagnostic, isAbsence: Bool = false) {
      (self.origin, self.reason, self.isAbsence) = (origin, reason, isAbsence)
    }
  }

  private struct Row {
    /// The object, retained as long as the restore runs.
    var object: (any StateRestoring)?
    var step = Step.untried
    var result: RestorationReport.Result?
    /// Whether the object is known to be at its record's address.
    ///
    /// This is known without asking for the object's path.
    var isInPlace = false
  }

  private var rows: [Row]

  /// - Parameter count: The number of records.
  init(count: Int) { rows = Array(repeating: Row(), count: count) }

  /// Forgets the given records and releases their objects.
  ///
  /// They must include every record that has an object.
  func letGo(_ numbers: [ObjectNumber]) {
    let gone = numbers.map { rows[$0.index].object }
    for number in numbers { rows[number.index] = Row() }
    _ = consume gone  // may run the program's code, which may look here
  }

  /// Whether there is a record of this number.
  func contains(_ number: ObjectNumber) -> Bool { number.index < rows.count }

  /// Returns the object of a number, if it was obtained.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    contains(number) ? rows[number.index].object : nil
  }

  /// Returns the object of a number, if known at its record's address.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? {
    isInPlace(number) ? object(number) : nil
  }

  // From here on, there must be a record of the number.

  func step(of number: ObjectNumber) -> Step { rows[number.index].step }

  func setStep(_ step: Step, of number: ObjectNumber) { rows[number.index].step = step }

  func isObtained(_ number: ObjectNumber) -> Bool {
    if case .obtained = rows[number.index].step { true } else { false }
  }

  func isUnclaimed(_ number: ObjectNumber) -> Bool {
    if case .unclaimed = rows[number.index].step { true } else { false }
  }

  /// Returns why a record has no object, if that is known.
  func failure(of number: ObjectNumber) -> Failure? {
    switch rows[number.index].step {
    case .failed(let failure), .open(let failure): failure
    case .untried, .resolving, .obtained, .unclaimed: nil
    }
  }

  /// Stores an object that was obtained.
  func set(_ object: any StateRestoring, for number: ObjectNumber) {
    assert(rows[number.index].object == nil)
    rows[number.index].object = object
    rows[number.index].step = .obtained
  }

  /// Whether the object is known to be at its record's address.
  func isInPlace(_ number: ObjectNumber) -> Bool { rows[number.index].isInPlace }

  /// Notes that a registered object is at its record's address.
  func setInPlace(_ number: ObjectNumber) { rows[number.index].isInPlace = true }

  /// The result for a record; `nil` while it is not known.
  subscript(result number: ObjectNumber) -> RestorationReport.Result? {
    get { rows[number.index].result }
    set { rows[number.index].result = newValue }
  }

  /// Whether the result for a record is known.
  func hasResult(_ number: ObjectNumber) -> Bool { rows[number.index].result != nil }
}
