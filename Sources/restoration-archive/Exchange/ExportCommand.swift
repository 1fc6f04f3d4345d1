// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Writes an archive as JSON that can be imported again.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes an archive as JSON, which `import` reads.",
    discussion: """
      With --reveal everything comes back from the JSON: objects with class, origin and \
      prerequisite, values with their exact types, references, and the order of all. \
      Documentation/ExportFormat.md describes it.

      Without --reveal there are types and sizes in place of values, and aliases such as \
      "object 7" in place of paths. Such an export shows the structure and cannot be imported.

      EXAMPLES
        restoration-archive export org.example.PhotoViewer
        restoration-archive export org.example.PhotoViewer --reveal --output state.json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Write values and paths, too.")
  var reveal = false

  @OptionGroup var file: DocumentOptions

  func execute() throws {
    let reading = try archive.open()
    guard reading.unreadable.isEmpty else {
      throw ToolFailure(.damaged, "Some objects cannot be read, so nothing is exported.")
    }
    let text =
      reveal ? try jsonText(ExportDocument(reading)) : try jsonText(ExportOutline(reading))
    try file.write(text + "\n")
  }
}

/// A state as JSON that can be imported again.
///
/// `Documentation/ExportFormat.md` specifies the format.
struct ExportDocument: Codable {
  static let format = "restoration-export"
  static let version = 1

  var format = Self.format
  var version = Self.version
  /// Whether it contains values and paths.
  var revealed = true
  var origins: [ExportedOrigin]
  var objects: [ExportedObject]
  var roots: [ExportedAddress]

  enum CodingKeys: String, CodingKey {
    case format, version, revealed, origins, objects, roots
  }

  /// Exports a state.
  ///
  /// - Parameter reading: The state; all of its records must be readable.
  /// - Throws: ``ToolFailure`` or `ArchiveError` when something in it cannot be exported.
  init(_ reading: ArchiveReading) throws {
    let snapshot = reading.snapshot
    func address(_ number: ObjectNumber) throws -> ExportedAddress {
      guard let address = snapshot.address(of: number) else {
        throw ToolFailure(.damaged, "The archive refers to an unknown object.")
      }
      return ExportedAddress(address)
    }
    var origins = OriginTable()
    objects = try reading.records.map { record in
      ExportedObject(
        address: ExportedAddress(record.address), className: record.className,
        restorationClass: record.restorationClass,
        schemaVersion: UInt32(clamping: record.schemaVersion),
        origin: origins.index(of: record.origin),
        prerequisite: try record.prerequisite.map(address),
        values: try snapshot.values(of: record).map { try ExportedEntry($0, address: address) })
    }
    self.origins = origins.rows
    roots = try snapshot.roots.map(address)
  }

  init(from decoder: any Decoder) throws {
    // The format is checked before the other keys: another version has other keys.
    let head = try decoder.container(keyedBy: CodingKeys.self)
    guard try head.decode(String.self, forKey: .format) == Self.format else {
      throw ImportProblem([CodingKeys.format], "it is not an export of this tool")
    }
    guard try head.decodeNumber(Int.self, forKey: .version) == Self.version else {
      throw ImportProblem([CodingKeys.version], "only version \(Self.version) is read")
    }
    guard try head.decode(Bool.self, forKey: .revealed) else {
      throw ImportProblem(
        [CodingKeys.revealed], "it holds no values; export the state again with --reveal")
    }
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    origins = try container.decode([ExportedOrigin].self, forKey: .origins)
    objects = try container.decode([ExportedObject].self, forKey: .objects)
    roots = try container.decode([ExportedAddress].self, forKey: .roots)
  }
}

/// The record of one object.
struct ExportedObject: Codable {
  var address: ExportedAddress
  var className: String
  var restorationClass: String?
  var schemaVersion: UInt32
  /// A row of the document's origins.
  var origin: Int
  var prerequisite: ExportedAddress?
  var values: [ExportedEntry]

  enum CodingKeys: String, CodingKey {
    case address, restorationClass, schemaVersion, origin, prerequisite, values
    case className = "class"
  }

  init(
    address: ExportedAddress, className: String, restorationClass: String?, schemaVersion: UInt32,
    origin: Int, prerequisite: ExportedAddress?, values: [ExportedEntry]
  ) {
    (self.address, self.className) = (address, className)
    (self.restorationClass, self.schemaVersion) = (restorationClass, schemaVersion)
    (self.origin, self.prerequisite, self.values) = (origin, prerequisite, values)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    address = try container.decode(ExportedAddress.self, forKey: .address)
    className = try container.decode(String.self, forKey: .className)
    restorationClass = try container.decodeIfPresent(String.self, forKey: .restorationClass)
    schemaVersion = try container.decodeNumber(UInt32.self, forKey: .schemaVersion)
    origin = try container.decodeNumber(Int.self, forKey: .origin)
    prerequisite = try container.decodeIfPresent(ExportedAddress.self, forKey: .prerequisite)
    values = try container.decode([ExportedEntry].self, forKey: .values)
    try values.requireDistinctKeys(at: container.codingPath + [CodingKeys.values])
  }
}

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
