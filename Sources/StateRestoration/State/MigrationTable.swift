// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The named migration steps for records of older schema versions.
///
/// They are grouped by class.
struct MigrationTable {
  /// The class name of the application record.
  ///
  /// Its schema version is the application's.
  static let applicationClass = "Application"

  /// The work of a step on one record.
  typealias Body = (inout MigratingRecord) throws -> Void

  struct Step {
    let name: String
    let body: Body
  }

  /// The steps of one class, by the version they start from.
  struct Plan {
    let className: String
    let schemaVersion: Int
    var steps: [Int: Step] = [:]
  }

  private var plans: [String: Plan] = [:]

  var isEmpty: Bool { plans.isEmpty }

  /// Adds a step, replacing an earlier one for the same version.
  mutating func add(_ step: Step, from version: Int, of className: String, schemaVersion: Int) {
    plans[className, default: Plan(className: className, schemaVersion: schemaVersion)]
      .steps[version] = step
  }

  func plan(for className: String) -> Plan? { plans[className] }
}
