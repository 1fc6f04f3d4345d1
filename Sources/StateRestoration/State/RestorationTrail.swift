// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Notes the active archived object, so that a crash has a suspect.
///
/// It writes to the launch marker from the restore pass to the end of probation.
final class RestorationTrail {
  private let marker: LaunchMarker
  /// Receives the active record while the pass runs.
  private var recorder: RecordAtWork?
  /// The records of a pass after launch, while it runs.
  private var late: SnapshotReader?
  private var record: ObjectNumber?
  private var current: PathFingerprint?
  /// The restored snapshot, and the object restored from each record.
  private var restored: (snapshot: RestorationSnapshot, owners: OwnerTable)?
  private lazy var numbers = restoredNumbers()
  private var fingerprints: [ObjectNumber: PathFingerprint] = [:]

  init(_ marker: LaunchMarker) { self.marker = marker }

  // MARK: While the pass runs

  func beginRestoring() {
    recorder = marker.beginRestoring()
  }

  /// Notes that a record is active.
  ///
  /// - Returns: The record that was active before, to go back to.
  fileprivate func begin(_ number: ObjectNumber) -> ObjectNumber? {
    let outer = record
    record = number
    note(number)
    return outer
  }

  fileprivate func goBack(to outer: ObjectNumber?) {
    record = outer
    if let outer { note(outer) }
  }

  private func note(_ number: ObjectNumber?) {
    if let late {
      let record = number.flatMap { late.rows[$0.index] }
      marker.note(record.map { marker.fingerprint(of: late.address(of: $0)) } ?? current)
    } else {
      recorder?.note(number)
    }
  }

  /// Ends the restore pass.
  ///
  /// - Parameters:
  ///   - snapshot: The restored snapshot.
  ///   - owners: The object restored from each record.
  func didRestore(_ snapshot: RestorationSnapshot, _ owners: OwnerTable) {
    restored = (snapshot, owners)
    rest(on: nil)
    recorder = nil
  }

  // MARK: In probation

  /// Begins a pass over records that were claimed after launch.
  ///
  /// Their numbers are those of the newest save, so the marker notes their addresses.
  func beginLate(_ reader: SnapshotReader) { late = reader }

  /// Ends that pass; the object before it is active again.
  func endLate() {
    late = nil
    marker.note(current)
  }

  /// Runs code of an object that is in the interface now.
  func working<Result>(on suspect: PathFingerprint?, _ body: () -> Result) -> Result {
    let outer = current
    current = suspect
    marker.note(suspect)
    let result = body()
    current = outer
    if outer != nil { marker.note(outer) }
    return result
  }

  /// Sets the suspect for the time when no object is active.
  ///
  /// `nil` means nothing that was archived.
  func rest(on suspect: PathFingerprint?) {
    (current, record) = (suspect, nil)
    note(nil)
    marker.note(current)
  }

  /// Returns the fingerprint of a restored object's record.
  ///
  /// `nil` for any other object.
  func fingerprint(of object: any StateRestoring) -> PathFingerprint? {
    guard let number = numbers[ObjectIdentifier(object)] else { return nil }
    if let known = fingerprints[number] { return known }
    let made = restored?.snapshot.address(of: number).map { marker.fingerprint(of: $0) }
    fingerprints[number] = made
    return made
  }

  /// Returns the fingerprint of an address.
  ///
  /// An object there now may have been saved since launch.
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
  /// Runs code that looks up, decodes or notifies a record's object.
  ///
  /// If the process crashes meanwhile, the object is the suspect. If no other object was active
  /// before, it stays the suspect afterwards until another is noted; see
  /// ``RestorationTrail/rest(on:)``.
  func working(on number: ObjectNumber, _ body: () -> Void) {
    let outer = self?.begin(number) ?? nil
    body()
    self?.goBack(to: outer)
  }
}
