// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Says in the marker which archived object is at work, from the restore pass to the end of
/// probation, so that a crash has a suspect (R195 b).
final class RestorationTrail {
  private let marker: LaunchMarker
  private var fingerprints: [ObjectNumber: PathFingerprint] = [:]
  private var numbers: [ObjectIdentifier: ObjectNumber] = [:]
  private var current: PathFingerprint?

  init(_ marker: LaunchMarker) { self.marker = marker }

  /// Lets a record's object work: looks it up, lets it decode, or tells it something.
  ///
  /// When nothing else was at work before, the object stays the suspect afterwards until somebody
  /// says what comes next; see ``rest(on:)``.
  func working<Result>(on record: ObjectRecord, _ body: () -> Result) -> Result {
    working(on: fingerprint(of: record), body)
  }

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
    current = suspect
    marker.note(current)
  }

  /// Remembers which objects were restored from which record.
  func didRestore(_ owners: [ObjectNumber: WeakObject]) {
    for (number, owner) in owners where fingerprints[number] != nil {
      if let object = owner.object { numbers[ObjectIdentifier(object)] = number }
    }
  }

  private func fingerprint(of record: ObjectRecord) -> PathFingerprint {
    if let known = fingerprints[record.number] { return known }
    let made = marker.fingerprint(of: record.address)
    fingerprints[record.number] = made
    return made
  }

  /// The code of a restored object's record; `nil` for any other.
  func fingerprint(of object: any StateRestoring) -> PathFingerprint? {
    numbers[ObjectIdentifier(object)].flatMap { fingerprints[$0] }
  }

  /// The code of what lies somewhere now, and may have been saved there since.
  func fingerprint(at address: RestorationAddress) -> PathFingerprint {
    marker.fingerprint(of: address)
  }
}
