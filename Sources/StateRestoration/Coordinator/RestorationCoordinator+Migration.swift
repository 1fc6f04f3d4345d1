// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationCoordinator {
  /// Registers a step that migrates a class's records to the next version.
  ///
  /// Steps are chained: to reach version 3, a record of version 1 goes through the step from 1 and
  /// then the step from 2. That happens before its object is looked up and before it decodes.
  /// Register steps at every launch, before ``restore(reason:)``, for as long as archives of that
  /// age may exist:
  ///
  /// ```swift
  /// coordinator.migrate(Photo.self, from: 1, named: "Split the name") { record in
  ///   let name = record.decode(String.self, forKey: "name") ?? ""
  ///   try record.encode(name.components(separatedBy: " "), forKey: "names")
  ///   record.remove("name")
  /// }
  /// ```
  ///
  /// When a step is missing or throws, the object keeps its defaults, the report says so, and all
  /// other objects are restored. Raise `ApplicationDescription.schemaVersion` together with a
  /// class's version, so that older versions of the application leave newer archives alone.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects. Records under its former names are found, too, if
  ///     its restoration class declares them.
  ///   - version: The schema version before the step; the step leads to the next version.
  ///   - name: The purpose of the step, for report and log; it must not be private.
  ///   - step: Changes one record.
  public func migrate<Object: StatePreserving>(
    _ type: Object.Type, from version: Int, named name: String,
    _ step: @escaping (inout MigratingRecord) throws -> Void
  ) {
    state.migrations.add(
      .init(name: name, body: step), from: version, of: archivedClassName(of: type),
      schemaVersion: type.schemaVersion)
  }

  /// Registers a step that migrates the application record to the next schema.
  ///
  /// Needed only where the application record itself has changed: versions without a step leave it
  /// unchanged. When a step throws, the application record is read as empty.
  ///
  /// - Parameters:
  ///   - version: The `ApplicationDescription.schemaVersion` before the step.
  ///   - name: The purpose of the step, for report and log; it must not be private.
  ///   - step: Changes the record.
  public func migrateApplicationRecord(
    from version: Int, named name: String,
    _ step: @escaping (inout MigratingRecord) throws -> Void
  ) {
    state.migrations.add(
      .init(name: name, body: step), from: version, of: MigrationTable.applicationClass,
      schemaVersion: description.schemaVersion)
  }
}
