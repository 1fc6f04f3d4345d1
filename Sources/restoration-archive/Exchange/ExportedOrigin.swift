// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The writer of records, and the time of writing.
struct ExportedOrigin: Codable {
  var applicationVersion: String
  var systemVersion: String
  var idiom: String
  /// Seconds since the reference date, as in the archive.
  var timestamp: ExportedNumber<Double>

  enum CodingKeys: String, CodingKey {
    case applicationVersion, systemVersion, idiom, timestamp
  }

  init(_ origin: RecordOrigin) {
    applicationVersion = origin.applicationVersion
    systemVersion = origin.systemVersion
    idiom = origin.idiom.rawValue
    timestamp = ExportedNumber(origin.timestamp.timeIntervalSinceReferenceDate)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    applicationVersion = try container.decode(String.self, forKey: .applicationVersion)
    systemVersion = try container.decode(String.self, forKey: .systemVersion)
    idiom = try container.decode(String.self, forKey: .idiom)
    timestamp = try container.decodeNumber(ExportedNumber<Double>.self, forKey: .timestamp)
    guard UserInterfaceIdiom(rawValue: idiom) != nil else {
      throw ImportProblem(
        container.codingPath + [CodingKeys.idiom], "an idiom is desktop, terminal or headless")
    }
  }

  var origin: RecordOrigin {
    RecordOrigin(
      applicationVersion: applicationVersion, systemVersion: systemVersion,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless,
      timestamp: Date(timeIntervalSinceReferenceDate: timestamp.value))
  }
}

/// Origins in the order of first use, each once.
struct OriginTable {
  private(set) var rows: [ExportedOrigin] = []
  private var indices: [RecordOrigin: Int] = [:]

  mutating func index(of origin: RecordOrigin) -> Int {
    if let index = indices[origin] { return index }
    indices[origin] = rows.count
    rows.append(ExportedOrigin(origin))
    return rows.count - 1
  }
}
