// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// Makes the state that an export describes.
struct SnapshotImporter {
  private let document: ExportDocument
  private let tables = SnapshotTables()
  private let builder: ChangeBuilder
  private var numbers: [ObjectNumber] = []

  /// Begins with a document.
  init(_ document: ExportDocument) {
    self.document = document
    // A state without records has no origin, but its tables need one.
    let origin =
      document.origins.first?.origin
      ?? RecordOrigin(
        applicationVersion: "", systemVersion: "", idiom: .headless,
        timestamp: Date(timeIntervalSinceReferenceDate: 0))
    builder = ChangeBuilder(tables: tables, base: nil, origin: origin)
  }

  /// Makes the state.
  ///
  /// - Returns: A state within all limits.
  /// - Throws: ``ImportProblem``.
  static func snapshot(of document: ExportDocument) throws -> RestorationSnapshot {
    var importer = SnapshotImporter(document)
    try importer.numberObjects()
    for index in document.objects.indices { try importer.write(index) }
    try importer.requireEndOfPrerequisites()
    let roots = document.roots.map { importer.number($0) }
    try importer.requireRoom("roots")
    guard importer.builder.recordByteCount <= ArchiveLimits.records,
      let snapshot = importer.builder.snapshot(roots: roots)
    else { throw ImportProblem("objects", "the values are larger than an archive may hold") }
    return snapshot
  }

  private func number(_ address: ExportedAddress) -> ObjectNumber {
    tables.number(for: address.address)
  }

  private func requireRoom(_ path: String) throws {
    if builder.excess() != nil {
      throw ImportProblem(path, "there are more objects or names than an archive may hold")
    }
  }

  /// Numbers the objects in order, before references between them are resolved.
  private mutating func numberObjects() throws {
    var known: Set<ObjectNumber> = []
    for (index, object) in document.objects.enumerated() {
      let number = number(object.address)
      guard known.insert(number).inserted else {
        throw ImportProblem("objects[\(index)].address", "an earlier object has the same address")
      }
      try requireRoom("objects[\(index)]")
      numbers.append(number)
    }
  }

  private func write(_ index: Int) throws {
    let object = document.objects[index]
    let place = "objects[\(index)]"
    guard document.origins.indices.contains(object.origin) else {
      throw ImportProblem(place + ".origin", "there is no such origin")
    }
    var values: [ArchivedValue.Entry] = []
    for (valueIndex, entry) in object.values.enumerated() {
      let valuePlace = "\(place).values[\(valueIndex)]"
      guard entry.key == ReservedKey.storyboard || !ReservedKey.contains(entry.key) else {
        throw ImportProblem(valuePlace + ".key", "the key is reserved")
      }
      let value = entry.archived(number: number)
      guard value.value.isWithinDepth(ArchiveLimits.valueDepth) else {
        throw ImportProblem(
          valuePlace + ".value",
          "the value is nested deeper than \(ArchiveLimits.valueDepth) levels")
      }
      values.append(value)
    }
    builder.write(
      numbers[index], className: object.className, restorationClass: object.restorationClass,
      schemaVersion: object.schemaVersion, prerequisite: object.prerequisite.map(number),
      origin: document.origins[object.origin].origin, values: values)
    try requireRoom(place)
  }

  /// Refuses cycles of prerequisites, whose objects could never be restored.
  private func requireEndOfPrerequisites() throws {
    var next: [ObjectNumber: ObjectNumber] = [:]
    for (index, object) in document.objects.enumerated() {
      next[numbers[index]] = object.prerequisite.map(number)
    }
    var ending: Set<ObjectNumber> = []
    for (index, start) in numbers.enumerated() {
      var chain: Set<ObjectNumber> = []
      var current: ObjectNumber? = start
      while let number = current, !ending.contains(number) {
        guard chain.insert(number).inserted else {
          throw ImportProblem(
            "objects[\(index)].prerequisite", "the prerequisites form a circle")
        }
        current = next[number]
      }
      ending.formUnion(chain)
    }
  }
}
