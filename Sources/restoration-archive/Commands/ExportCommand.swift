// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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
      "object 7" in place of identifiers. Such an export cannot be imported.

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
    try file.requireOwnPlace(besides: archive)
    let reading = try archive.open()
    guard reading.unreadable.isEmpty else {
      throw ToolFailure(.damaged, "Some objects cannot be read, so nothing is exported.")
    }
    try file.write(jsonText(ExportDocument(reading, reveals: reveal)) + "\n")
  }
}

/// A state as JSON.
///
/// With its values and paths, it can be imported again.
/// `Documentation/ExportFormat.md` specifies the format.
struct ExportDocument: Codable {
  static let format = "restoration-export"
  static let version = 1

  var format = Self.format
  var version = Self.version
  /// Whether it contains values and paths.
  var revealed: Bool
  var origins: [ExportedOrigin]
  var objects: [ExportedObject]
  var roots: [ExportedAddress]

  enum CodingKeys: String, CodingKey {
    case format, version, revealed, origins, objects, roots
  }

  /// Exports a state.
  ///
  /// - Parameters:
  ///   - reading: The state; all of its records must be readable.
  ///   - reveals: Whether values and paths are shown, or types, sizes and aliases.
  /// - Throws: ``ToolFailure`` or `ArchiveError` when something in it cannot be exported.
  init(_ reading: ArchiveReading, reveals: Bool) throws {
    let snapshot = reading.snapshot
    let forest = ObjectForest(reading)
    let names = ObjectNames(forest, in: snapshot, revealsPaths: reveals)
    func address(_ number: ObjectNumber) throws -> ExportedAddress {
      guard let address = snapshot.address(of: number) else {
        throw ToolFailure(.damaged, "The archive refers to an unknown object.")
      }
      return reveals ? ExportedAddress(address) : names.hidden(address, in: forest)
    }
    revealed = reveals
    var origins = OriginTable()
    objects = try reading.records.map { record in
      ExportedObject(
        address: try address(record.number), className: record.className,
        restorationClass: record.restorationClass,
        schemaVersion: UInt32(clamping: record.schemaVersion),
        origin: origins.index(of: record.origin),
        prerequisite: try record.prerequisite.map(address),
        values: try snapshot.values(of: record).map {
          try ExportedEntry($0, reveals: reveals, address: address)
        })
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
    revealed = true
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
#endif
