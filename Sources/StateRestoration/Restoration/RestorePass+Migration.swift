// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The migration result of a record with another schema version.
enum Migration {
  /// It has the right version.
  case current
  case migrated(MigratedValues)
  /// It is not decoded; the text says why.
  case failed(String)
}

/// Migrates records on demand.
///
/// A record that no one asks for is carried over with the version it was written in.
extension RestorePass {
  private var table: MigrationTable { coordinator.state.migrations }

  /// Returns the values for a lookup, if they differ from the archive.
  func valuesForLookup(_ record: RecordRow) -> MigratedValues? {
    migrations.isEmpty && table.isEmpty ? nil : migratedForLookup(record)
  }

  private func migratedForLookup(_ record: RecordRow) -> MigratedValues? {
    switch migration(of: record) {
    case .current: nil
    case .migrated(let values): values
    // Code that knows only the new schema must not see values of an old one.
    case .failed: MigratedValues(MigratingRecord(emptying: record, of: reader))
    }
  }

  /// Returns why the values of a record cannot be read.
  func failedMigration(of record: RecordRow) -> String? {
    if case .failed(let reason) = migration(of: record) { reason } else { nil }
  }

  /// Returns the application record's values, if they differ from the archive.
  func migratedApplication(_ record: RecordRow) -> MigratedValues? {
    guard reader.archivedClass(of: record).schemaVersion < coordinator.description.schemaVersion
    else { return nil }
    return valuesForLookup(record)
  }

  /// Migrates a record as far as its class name tells.
  private func migration(of record: RecordRow) -> Migration {
    guard !migrations.isEmpty || !table.isEmpty else { return .current }
    if let known = migrations[record.number] { return known }
    guard !table.isEmpty, let plan = plan(for: record) else { return .current }
    let result = migrate(record, by: plan, to: plan.schemaVersion)
    migrations[record.number] = result
    return result
  }

  /// Migrates a record to the version that its object reads.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - itsClass: The object's class.
  /// - Returns: The result of the migration.
  func migration(of record: RecordRow, to itsClass: ParticipantClass) -> Migration {
    if migrations.isEmpty, table.isEmpty,
      reader.archivedClass(of: record).schemaVersion == itsClass.schemaVersion
    {
      return .current
    }
    return neededMigration(of: record, to: itsClass)
  }

  private func neededMigration(of record: RecordRow, to itsClass: ParticipantClass) -> Migration {
    let target = itsClass.schemaVersion
    let known = migration(of: record)
    switch known {
    case .failed: return known
    case .current where reader.archivedClass(of: record).schemaVersion == target: return known
    case .migrated(let values) where values.record.schemaVersion == target: return known
    case .current, .migrated: break
    }
    let name = itsClass.name
    let plan = table.plan(for: name) ?? .init(className: name, schemaVersion: target)
    let result = migrate(record, by: plan, to: target)
    migrations[record.number] = result
    return result
  }

  /// Returns the migration steps for a record.
  ///
  /// They belong to the class it was saved under, or to the class that formerly had that name.
  private func plan(for record: RecordRow) -> MigrationTable.Plan? {
    let className = reader.archivedClass(of: record).name
    if let plan = table.plan(for: className) { return plan }
    guard record.kind != .application else { return nil }
    return coordinator.restorationClass(named: className).flatMap {
      table.plan(for: $0.name)
    }
  }

  /// Runs all steps from a record's version, or reports the failed one.
  private func migrate(_ record: RecordRow, by plan: MigrationTable.Plan, to target: Int)
    -> Migration
  {
    let version = reader.archivedClass(of: record).schemaVersion
    guard version != target else { return .current }
    let failure = { (diagnostic: Diagnostic) -> Migration in
      self.note(diagnostic, about: self.address(of: record))
      return .failed(diagnostic.description)
    }
    guard version < target else {
      return failure(.newerRecord(className: plan.className, saved: version, known: target))
    }
    guard var values = try? MigratingRecord(record, of: reader) else { return .current }
    while values.schemaVersion < target {
      let from = values.schemaVersion
      guard let step = plan.steps[from] else {
        guard record.kind == .application else {
          return failure(
            .missingStep(className: plan.className, saved: version, known: target, from: from))
        }
        values.advance()
        continue
      }
      do {
        try step.body(&values)
      } catch {
        return failure(
          .failedStep(
            className: plan.className, saved: version, known: target, from: from, name: step.name,
            error: "\(type(of: error))"))
      }
      values.advance()
      let taken = RestorationReport.MigrationStep(
        className: plan.className, version: from, name: step.name)
      if !migrationSteps.contains(taken) { migrationSteps.append(taken) }
    }
    return .migrated(MigratedValues(values))
  }
}
