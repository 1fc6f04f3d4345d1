// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The named steps that bring records of older schema versions up to date, by class (R154).
struct MigrationTable {
  /// The class name of the application record, whose schema version is the application's.
  static let applicationClass = "Application"

  /// What a step does with one record.
  typealias Body = (inout MigratingRecord) throws -> Void

  struct Step {
    let name: String
    let body: Body
  }

  /// The steps of one class, by the version they begin with.
  struct Plan {
    let className: String
    let schemaVersion: Int
    var steps: [Int: Step] = [:]
  }

  private var plans: [String: Plan] = [:]

  var isEmpty: Bool { plans.isEmpty }

  /// Takes a step in; registered again, the later one counts.
  mutating func add(_ step: Step, from version: Int, of className: String, schemaVersion: Int) {
    plans[className, default: Plan(className: className, schemaVersion: schemaVersion)]
      .steps[version] = step
  }

  func plan(for className: String) -> Plan? { plans[className] }
}
