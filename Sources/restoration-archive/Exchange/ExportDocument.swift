// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

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
