// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
package import RestorationArchive

/// Checks what would be restored, without ending the program.
extension RestorationCoordinator {
  /// Restores the current state into a second program in memory and compares.
  ///
  /// Nothing is written to disk, and the check does not affect this program's next save. It calls
  /// all hooks that encode. It is for programs without controllers; others have
  /// `Application.checkRoundTrip(launching:)`. Give the second program objects of its own: an
  /// object that is registered in both decodes what it has just encoded.
  ///
  /// - Parameter register: Registers on another coordinator what launch registers on this one, and
  ///   returns the owner of those objects.
  /// - Returns: What would not be restored, and why.
  public func checkRoundTrip<Objects>(registering register: (RestorationCoordinator) -> Objects)
    -> RoundTripReport
  {
    let preview = preview()
    switch roundTripArchiver(for: preview) {
    case .failure(let finding): return RoundTripReport(finding, before: preview)
    case .success(let archiver):
      let shadow = RestorationCoordinator(
        description, idiom: idiom, archiver: archiver, now: now, logger: logger)
      let objects = register(shadow)
      defer { didCheckRoundTrip() }
      return withExtendedLifetime(objects) {
        let restoration = shadow.restore()
        let after = shadow.preview()
        return RoundTripReport(
          before: preview, restoration: restoration, after: after,
          lostClosures: lostClosures(of: [], in: shadow, []))
      }
    }
  }

  /// Keeps the previewed state in memory, for another program to restore.
  ///
  /// - Parameter preview: The state that would be saved.
  /// - Returns: An archiver with that state, or a finding that says why there is none.
  package func roundTripArchiver(for preview: PreservationPreview)
    -> RoundTripStep<Archiver>
  {
    guard preview.report.isAllowed else {
      return .failure(
        RoundTripFinding(
          .notSaved, at: .application, "the application does not want its state saved"))
    }
    guard !isLockedOut, let snapshot = preview.snapshot else {
      let reason =
        isLockedOut
        ? "the key was locked or an archive unreadable at launch, so nothing is saved"
        : "the state cannot be an archive: \(preview.report.diagnostics.last ?? "it is empty")"
      return .failure(RoundTripFinding(.notSaved, reason))
    }
    let (store, keys) = (MemoryStore(), MemoryKeyProvider())
    // The report has all about what is restored, so the log needs nothing of it.
    let silent = Logger(label: "restoration.round-trip") { _ in SwiftLogNoOpLogHandler() }
    do throws(ArchiveError) {
      _ = try Archiver(store: store, keys: keys, logger: silent).saveAndWait(snapshot)
    } catch {
      return .failure(RoundTripFinding(.notSaved, "the state cannot be saved: \(error)"))
    }
    return .success(Archiver(store: store, keys: keys, logger: silent))
  }

  /// The classes, makers and migration steps registered so far, and the budget.
  package var registrations: Registrations {
    get { Registrations(classes: state.classes, migrations: state.migrations, budget: budget) }
    set {
      (state.classes, state.migrations, budget) = (
        newValue.classes, newValue.migrations, newValue.budget
      )
    }
  }

  /// See ``registrations``.
  package struct Registrations {
    let classes: RestorationClassTable
    let migrations: MigrationTable
    let budget: PreservationBudget
  }

  /// Reconnects objects that were registered in the other program, too.
  package func didCheckRoundTrip() {
    for object in state.registry.objects { declaredState(of: object).connect(object, to: link) }
  }
}

/// The result of one step of the check.
package enum RoundTripStep<Value> {
  case success(Value)
  /// The check ends here.
  case failure(RoundTripFinding)
}

extension RestorationReport {
  /// The reason why nothing was restored of the state just saved.
  var refusal: RoundTripFinding {
    guard !isRefused else {
      return RoundTripFinding(
        .notRestored, at: .application, "the application refuses the state that it saves now")
    }
    return RoundTripFinding(
      .notRestored,
      incidents.first.map { "nothing is restored: \($0.error)" } ?? "nothing is restored")
  }
}
