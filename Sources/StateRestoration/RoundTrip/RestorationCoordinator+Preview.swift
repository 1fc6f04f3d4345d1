// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// What a preserve pass would save now.
public struct PreservationPreview: Sendable {
  /// The state, records that nobody has claimed yet included; `nil` when the application does not
  /// want its state saved, this process was kept from restoring what may be intact, or it cannot be an
  /// archive.
  public let snapshot: RestorationSnapshot?
  /// What would become of every object.
  public let report: PreservationReport
}

extension RestorationCoordinator {
  /// Encodes everything as a preserve pass does, and keeps nothing of it.
  ///
  /// For tools that show what would come back. All hooks that encode are called; the next pass saves
  /// what it would have saved without this one. What a hook invalidates goes with that pass, and
  /// schedules none. Where no pass encodes, since ``isLockedOut``, this does not either.
  ///
  /// - Returns: The state there is now, and what is said about it.
  public func preview() -> PreservationPreview { preview { [] }.preview }

  /// The same, with what it makes of single objects.
  ///
  /// - Parameter objects: Asked once, after objects that came late have their state: those to tell of.
  /// - Returns: The preview, and what becomes of each of the objects.
  package func preview(explaining objects: () -> [any StateRestoring])
    -> (preview: PreservationPreview, places: [ObjectIdentifier: PreviewedPlace])
  {
    guard !launch.isLockedOut else {
      var report = PreservationReport(reason: .explicit)
      report.isLocked = true
      return (PreservationPreview(snapshot: nil, report: report), [:])
    }
    claimLate()
    let objects = objects()
    return run(.previewing) {
      let tables = state.base.map { SnapshotTables(continuing: $0) } ?? SnapshotTables()
      let builder = ChangeBuilder(tables: tables, base: state.base, origin: currentOrigin)
      let pass = PreservePass(
        builder: builder, coordinator: self, reason: .explicit, everything: true, trace: nil)
      defer { pass.end() }
      var snapshot: RestorationSnapshot?
      if pass.encodeApplication(askDelegate) {
        let roots = pass.walk(changed: ChangedObjects())
        var notes = state.notes
        notes.didPreserve(pass.report, everything: true)
        snapshot =
          builder.excess() == nil
          ? builder.snapshot(roots: roots, notes: notes.all, ages: state.unclaimed.ages)
            ?? state.base : nil
      } else {
        pass.report.isAllowed = false
      }
      pass.report.byteCount = snapshot?.byteCount ?? 0
      pass.report.keepAddresses(of: tables, in: snapshot.map { LoggedState($0) })
      pass.report.issues = state.issues + pass.report.issues
      let places = objects.map { (ObjectIdentifier($0), pass.explain($0)) }
      return (
        PreservationPreview(snapshot: snapshot, report: pass.report),
        Dictionary(places) { first, _ in first }
      )
    }
  }
}
