// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationCoordinator {
  /// Registers a step that brings the records of a class to the next schema version (R154).
  ///
  /// Steps are chained: a record of version 1 goes through the step from 1 and the one from 2 to
  /// reach version 3, before its object is looked up and before it decodes. Register them at every
  /// launch, before ``restore(reason:)``, for as long as archives of that age may be around:
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
  /// other objects go on. Raise `ApplicationDescription.schemaVersion` together with a class's
  /// version, so that older versions of the application leave newer archives alone.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects; records under its former names are found, too, if
  ///     its restoration class declares them (R72).
  ///   - version: The schema version that the step begins with; it ends with the next one.
  ///   - name: What the step does, for report and log; not private.
  ///   - step: Changes one record.
  public func migrate<Object: StatePreserving>(
    _ type: Object.Type, from version: Int, named name: String,
    _ step: @escaping (inout MigratingRecord) throws -> Void
  ) {
    state.migrations.add(
      .init(name: name, body: step), from: version, of: archivedClassName(of: type),
      schemaVersion: type.schemaVersion)
  }

  /// Registers a step that brings the application record to the next schema of the application
  /// (R4, R154).
  ///
  /// Needed only where the application record itself has changed: versions without a step leave it
  /// as it is. When a step throws, the application record is read as empty.
  ///
  /// - Parameters:
  ///   - version: The `ApplicationDescription.schemaVersion` that the step begins with.
  ///   - name: What the step does, for report and log; not private.
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
