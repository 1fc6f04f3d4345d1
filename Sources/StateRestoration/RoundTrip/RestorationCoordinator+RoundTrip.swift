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
      shadow.budget = budget
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
    let classes: ClassTable
    let migrations: MigrationTable
    let budget: PreservationBudget
  }

  /// Reconnects objects that were registered in the other program, too.
  package func didCheckRoundTrip() {
    for object in state.registry.objects { connectDeclaredState(of: object) }
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

/// Compares which closures objects and their restored copies have.
extension RestorationCoordinator {
  /// Returns the objects whose copies lack closures.
  ///
  /// Closures are never saved: code that makes the object again has to set them. Only properties of
  /// the program's own classes count.
  ///
  /// - Parameters:
  ///   - members: Objects here that are not registered.
  ///   - shadow: The restored program's coordinator.
  ///   - copies: Objects there that are not registered.
  /// - Returns: One finding per object.
  package func lostClosures(
    of members: [any StateRestoring], in shadow: RestorationCoordinator,
    _ copies: [any StateRestoring]
  ) -> [RoundTripFinding] {
    let restored = Dictionary(
      (shadow.state.registry.objects + copies).compactMap { copy in
        (try? shadow.address(of: copy)).map { ($0, copy) }
      }, uniquingKeysWith: { first, _ in first })
    return (state.registry.objects + members).compactMap { object in
      guard let address = try? address(of: object), let copy = restored[address] else { return nil }
      let lost = Self.closures(of: object).subtracting(Self.closures(of: copy)).sorted()
      guard !lost.isEmpty else { return nil }
      return RoundTripFinding(
        .changed, at: address,
        "it comes back without a closure in \(lost.joined(separator: ", ")); set it where the "
          + "object is made again")
    }
  }

  /// Returns the properties that hold a closure.
  private static func closures(of object: any StateRestoring) -> Set<String> {
    var names: Set<String> = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if !isOurs(level.subjectType) {
        for (label, value) in level.children {
          guard let label, "\(type(of: value))".contains("->"), !isNil(value) else { continue }
          names.insert(label)
        }
      }
      mirror = level.superclassMirror
    }
    return names
  }

  /// Whether a class belongs to this package, not to the program.
  private static func isOurs(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["ViewControllers.", "GTKHost.", "GTKWidgets.", "Storyboards."].contains {
      name.hasPrefix($0)
    }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension RestorationCoordinator {
  /// The last restored or saved state; `nil` before there is one.
  ///
  /// Changes are saved against it.
  package var preservedState: RestorationSnapshot? { state.flatten() }

  /// Returns objects that would write other values without having announced a change.
  ///
  /// A program that is killed loses these changes. The application record is never among them:
  /// every pass writes it.
  ///
  /// - Parameter new: The state that would be saved now.
  /// - Returns: Their differences; empty when nothing was saved before.
  /// - Throws: `ArchiveError` when a record cannot be read.
  package func unannouncedChanges(in new: RestorationSnapshot) throws(ArchiveError)
    -> [ObjectDifference]
  {
    guard let old = state.flatten() else { return [] }
    let announced = state.owners.numbers.filter {
      state.owners[$0].map { state.changed.contains($0) } ?? false
    }
    let places = Set(announced.compactMap { old.address(of: $0) })
    return try SnapshotDifference(from: old, to: new).changed.filter {
      $0.address.kind != .application && !places.contains($0.address)
    }
  }
}
