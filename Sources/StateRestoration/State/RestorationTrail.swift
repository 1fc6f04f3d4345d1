// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Says in the marker which archived object is at work, from the restore pass to the end of
/// probation, so that a crash has a suspect (R195 b).
final class RestorationTrail {
  private let marker: LaunchMarker
  /// Takes what is at work while the pass runs.
  private var pass: RecordAtWork?
  private var record: ObjectNumber?
  private var current: PathFingerprint?
  /// What was restored, and who was restored from which record.
  private var restored: (snapshot: RestorationSnapshot, owners: OwnerTable)?
  private lazy var numbers = restoredNumbers()
  private var fingerprints: [ObjectNumber: PathFingerprint] = [:]

  init(_ marker: LaunchMarker) { self.marker = marker }

  // MARK: While the pass runs

  func beginRestoring() {
    pass = marker.beginRestoring()
  }

  /// - Returns: The record that was at work before, to be gone back to.
  @inline(__always)
  fileprivate func begin(_ number: ObjectNumber) -> ObjectNumber? {
    let outer = record
    record = number
    note(number)
    return outer
  }

  @inline(__always)
  fileprivate func goBack(to outer: ObjectNumber?) {
    record = outer
    if let outer { note(outer) }
  }

  @inline(__always)
  private func note(_ number: ObjectNumber?) {
    pass?.note(number)
  }

  /// The pass has ended.
  ///
  /// - Parameters:
  ///   - snapshot: What was restored.
  ///   - owners: Who was restored from which record.
  func didRestore(_ snapshot: RestorationSnapshot, _ owners: OwnerTable) {
    restored = (snapshot, owners)
    rest(on: nil)
    pass = nil
  }

  // MARK: In probation

  /// Lets something work that has its place in the interface now.
  func working<Result>(on suspect: PathFingerprint?, _ body: () -> Result) -> Result {
    let outer = current
    current = suspect
    marker.note(suspect)
    let result = body()
    current = outer
    if outer != nil { marker.note(outer) }
    return result
  }

  /// What is the suspect while nothing else is at work; `nil` for nothing that was archived.
  func rest(on suspect: PathFingerprint?) {
    (current, record) = (suspect, nil)
    note(nil)
    marker.note(current)
  }

  /// The code of a restored object's record; `nil` for any other.
  func fingerprint(of object: any StateRestoring) -> PathFingerprint? {
    guard let number = numbers[ObjectIdentifier(object)] else { return nil }
    if let known = fingerprints[number] { return known }
    let made = restored?.snapshot.address(of: number).map { marker.fingerprint(of: $0) }
    fingerprints[number] = made
    return made
  }

  /// The code of what lies somewhere now, and may have been saved there since.
  func fingerprint(at address: RestorationAddress) -> PathFingerprint {
    marker.fingerprint(of: address)
  }

  private func restoredNumbers() -> [ObjectIdentifier: ObjectNumber] {
    var numbers: [ObjectIdentifier: ObjectNumber] = [:]
    guard let owners = restored?.owners else { return numbers }
    for number in owners.numbers {
      if let object = owners[number] { numbers[ObjectIdentifier(object)] = number }
    }
    return numbers
  }
}

/// A trail, if there is one.
extension RestorationTrail? {
  /// Lets a record's object work: looks it up, lets it decode, or tells it something.
  ///
  /// If the process crashes meanwhile, the object is the suspect. When nothing else was at work before,
  /// it stays the suspect afterwards until somebody says what comes next; see
  /// ``RestorationTrail/rest(on:)``.
  @inline(__always)
  func working(on number: ObjectNumber, _ body: () -> Void) {
    let outer = self?.begin(number) ?? nil
    body()
    self?.goBack(to: outer)
  }
}
