// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The state that a preserve pass would save now.
public struct PreservationPreview: Sendable {
  /// The state, including records that are still unclaimed.
  ///
  /// `nil` when the application does not want its state saved, when this process could not restore
  /// state that may be intact, or when the state cannot become an archive.
  public let snapshot: RestorationSnapshot?
  /// The expected outcome of every object.
  public let report: PreservationReport
}

extension RestorationCoordinator {
  /// Encodes everything like a preserve pass, and keeps nothing of it.
  ///
  /// For tools that show what would be restored. It calls all hooks that encode; the next pass
  /// saves what it would have saved without the preview. Objects that a hook invalidates are saved
  /// with that pass, but no pass is scheduled for them. While ``isLockedOut``, it encodes nothing,
  /// like any pass.
  ///
  /// - Returns: The current state, and the report about it.
  public func preview() -> PreservationPreview { preview { [] }.preview }

  /// Makes a preview and explains single objects.
  ///
  /// - Parameter objects: Returns the objects to explain; called once, after late objects have
  ///   their state.
  /// - Returns: The preview, and the outcome of each of the objects.
  package func preview(explaining objects: () -> [any StateRestoring])
    -> (preview: PreservationPreview, places: [ObjectIdentifier: PreviewedPlace])
  {
    guard !launch.isLockedOut else {
      var report = PreservationReport(reason: .explicit)
      report.isLocked = true
      return (PreservationPreview(snapshot: nil, report: report), [:])
    }
    claimLate()
    moveRecords()
    let objects = objects()
    return run(.previewing) {
      let base = state.flatten()
      let tables = base.map { SnapshotTables(continuing: $0, knowing: state.tables) }
      let builder = ChangeBuilder(
        tables: tables ?? SnapshotTables(), base: base, origin: currentOrigin)
      let pass = PreservePass(
        builder: builder, coordinator: self, reason: .explicit, scope: .all, trace: nil)
      defer { pass.end() }
      var snapshot: RestorationSnapshot?
      if pass.encodeApplication(askDelegate) {
        let roots = pass.walk(changed: ChangedObjects())
        var notes = state.notes
        notes.didPreserve(pass.report, scope: .all) { _ in [] }
        snapshot =
          builder.excess() == nil
          ? builder.snapshot(roots: roots, notes: notes.all, ages: state.unclaimed.ages)
            ?? state.flatten() : nil
      } else {
        pass.report.isAllowed = false
      }
      pass.report.byteCount = snapshot?.byteCount ?? 0
      pass.report.results.finish(builder.tables, in: snapshot.map { LoggedState($0) })
      pass.report.issues = state.issues + pass.report.issues
      let places = objects.map { (ObjectIdentifier($0), pass.explain($0)) }
      return (
        PreservationPreview(snapshot: snapshot, report: pass.report),
        Dictionary(places) { first, _ in first }
      )
    }
  }
}
