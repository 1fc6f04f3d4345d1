// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What became of a record whose schema version is not the running class's (R154).
enum Migration {
  /// It has the right version.
  case current
  case migrated(MigratedValues)
  /// It is not decoded; the text says why.
  case failed(String)
}

/// A record is migrated when somebody asks for it: one that nobody asks for is carried on with the
/// version it was written in (R194).
extension RestorePass {
  private var table: MigrationTable { coordinator.state.migrations }

  /// The values that a look-up reads, if they are others than those in the archive.
  @inline(__always)
  func valuesForLookup(_ record: RecordRow) -> MigratedValues? {
    migrations.isEmpty && table.isEmpty ? nil : migratedForLookup(record)
  }

  private func migratedForLookup(_ record: RecordRow) -> MigratedValues? {
    switch migration(of: record) {
    case .current: nil
    case .migrated(let values): values
    // Values of an old schema are no business of code that knows the new one only.
    case .failed: MigratedValues(MigratingRecord(emptying: record, of: reader))
    }
  }

  /// Why the values of a record cannot be read.
  func failedMigration(of record: RecordRow) -> String? {
    if case .failed(let reason) = migration(of: record) { reason } else { nil }
  }

  /// The application record's values, if they are others than those in the archive.
  func migratedApplication(_ record: RecordRow) -> MigratedValues? {
    guard reader.archivedClass(of: record).schemaVersion < coordinator.description.schemaVersion
    else { return nil }
    return valuesForLookup(record)
  }

  /// Brings a record up to date as far as the name of its class tells.
  private func migration(of record: RecordRow) -> Migration {
    guard !migrations.isEmpty || !table.isEmpty else { return .current }
    if let known = migrations[record.number] { return known }
    guard !table.isEmpty, let plan = plan(for: record) else { return .current }
    let result = migrate(record, by: plan, to: plan.schemaVersion)
    migrations[record.number] = result
    return result
  }

  /// Brings a record to the version that its object reads.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - itsClass: The object's class.
  /// - Returns: What became of the record.
  @inline(__always)
  func migration(of record: RecordRow, to itsClass: RestoredClass) -> Migration {
    if migrations.isEmpty, table.isEmpty,
      reader.archivedClass(of: record).schemaVersion == itsClass.schemaVersion
    {
      return .current
    }
    return neededMigration(of: record, to: itsClass)
  }

  private func neededMigration(of record: RecordRow, to itsClass: RestoredClass) -> Migration {
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

  /// The steps for the class a record was saved under, or for the one that has had that name.
  private func plan(for record: RecordRow) -> MigrationTable.Plan? {
    let className = reader.archivedClass(of: record).name
    if let plan = table.plan(for: className) { return plan }
    guard record.kind != .application else { return nil }
    return coordinator.restorationClass(named: className).flatMap {
      table.plan(for: $0.name)
    }
  }

  /// Takes all steps from the version that a record has, or says which one fails.
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
