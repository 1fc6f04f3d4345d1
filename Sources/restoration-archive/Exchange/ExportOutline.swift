// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A state as JSON without its values and paths.
///
/// An alias replaces an object's path wherever the object is named. It is the object's number in
/// the archive, and so usually the same in all archives of one application.
struct ExportOutline: Encodable {
  var format = ExportDocument.format
  var version = ExportDocument.version
  var revealed = false
  var origins: [ExportedOrigin]
  var objects: [Object]
  var roots: [String]

  /// The exported facts about one object.
  struct Object: Encodable {
    var alias: String
    var kind: KindName
    /// The alias of its window.
    var scene: String?
    /// The nearest object above it, if the archive has one.
    var parent: String?
    var className: String
    var restorationClass: String?
    var schemaVersion: Int
    var origin: Int
    var prerequisite: String?
    var values: [ValueOutline]

    enum CodingKeys: String, CodingKey {
      case alias, kind, scene, parent, restorationClass, schemaVersion, origin, prerequisite
      case values
      case className = "class"
    }
  }

  init(_ reading: ArchiveReading) throws {
    let snapshot = reading.snapshot
    let names = ObjectNames(snapshot, revealsPaths: false)
    var origins = OriginTable()
    var parents = PlaceTable<ObjectNumber>()
    for record in reading.records where !record.address.path.components.isEmpty {
      let (scene, path) = (record.address.scene, record.address.path)
      if parents[scene, path] == nil { parents[scene, path] = record.number }
    }
    objects = try reading.records.map { record in
      Object(
        alias: ObjectNames.alias(record.number), kind: KindName(record.address.kind),
        scene: names.scene(record.address),
        parent: parents.nearest(above: record.address.path, in: record.address.scene)
          .map { ObjectNames.alias($0.value) },
        className: record.className, restorationClass: record.restorationClass,
        schemaVersion: record.schemaVersion, origin: origins.index(of: record.origin),
        prerequisite: record.prerequisite.map(ObjectNames.alias),
        values: try snapshot.values(of: record).map {
          ValueOutline(key: $0.key, $0.value, reference: ObjectNames.alias)
        })
    }
    self.origins = origins.rows
    roots = snapshot.roots.map(ObjectNames.alias)
  }
}

/// The type and the size of a value.
struct ValueOutline: Encodable {
  var key: String?
  var type: String
  /// The byte count of a string's UTF-8, or of data.
  var bytes: Int?
  /// The number of elements or entries.
  var count: Int?
  /// The alias of the referenced object.
  var object: String?

  init(key: String? = nil, _ value: ArchivedValue, reference: (ObjectNumber) -> String) {
    self.key = key
    type = value.jsonType
    switch value {
    case .string(let string): bytes = string.utf8.count
    case .data(let data): bytes = data.count
    case .array(let elements): count = elements.count
    case .dictionary(let entries): count = entries.count
    case .reference(let number): object = reference(number)
    default: break
    }
  }
}
