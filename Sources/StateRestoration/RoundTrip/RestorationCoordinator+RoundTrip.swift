// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
package import RestorationArchive

/// Finds out what would come back, without ending anything.
extension RestorationCoordinator {
  /// Restores what would be saved now into a second program in memory, and compares the two.
  ///
  /// Nothing is written to disk, and this program's next save is as if there had been no check; all
  /// its hooks that encode are called. For programs without controllers; others have
  /// `Application.checkRoundTrip(launching:)`. Give the second program objects of its own: one that
  /// is registered in both decodes what it has just encoded.
  ///
  /// - Parameter register: Registers on another coordinator what launch registers on this one, and
  ///   returns what owns it.
  /// - Returns: What would not come back, and why.
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
        return RoundTripReport(
          before: preview, restoration: restoration, after: shadow.preview())
      }
    }
  }

  /// Keeps what would be saved in memory, for another program to restore.
  ///
  /// - Parameter preview: What would be saved.
  /// - Returns: Has that state; or says why there is none.
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
        ? "the program was kept from restoring by a locked key or what could not be read, and saves nothing"
        : "the state cannot be an archive: \(preview.report.diagnostics.last ?? "it is empty")"
      return .failure(RoundTripFinding(.notSaved, reason))
    }
    let (store, keys) = (MemoryStore(), MemoryKeyProvider())
    // What is restored is none of the log's business; the report has it all.
    let silent = Logger(label: "restoration.round-trip") { _ in SwiftLogNoOpLogHandler() }
    do throws(ArchiveError) {
      _ = try Archiver(store: store, keys: keys, logger: silent).saveAndWait(snapshot)
    } catch {
      return .failure(RoundTripFinding(.notSaved, "the state cannot be saved: \(error)"))
    }
    return .success(Archiver(store: store, keys: keys, logger: silent))
  }

  /// Takes objects back that were registered in the other program, too.
  package func didCheckRoundTrip() {
    for object in state.registry.objects { declaredState(of: object).connect(object, to: link) }
  }
}

/// What a step of the check comes to.
package enum RoundTripStep<Value> {
  case success(Value)
  /// There is no next step.
  case failure(RoundTripFinding)
}

extension RestorationReport {
  /// Why nothing of what had just been saved was restored.
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
