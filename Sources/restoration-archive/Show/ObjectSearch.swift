// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds the objects that a path on a command line means.
struct ObjectSearch {
  let records: [ObjectRecord]
  let path: String

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - reading: The archive.
  ///   - path: A path as the tool prints it.
  ///   - scene: The only scene to search; `nil` searches all.
  ///   - kind: The only kind to look for; `nil` looks for all.
  init(_ reading: ArchiveReading, path: String, scene: String?, kind: ObjectKind?) {
    self.path = path
    records = reading.records.filter {
      (scene == nil || $0.address.scene == scene) && (kind == nil || $0.address.kind == kind)
    }
  }

  /// The objects at the path.
  var matches: [ObjectRecord] { records.filter { $0.address.description == path } }

  /// Returns the object at the path.
  ///
  /// - Throws: ``ToolFailure`` when there is none, or more than one; it names the candidates.
  func match() throws(ToolFailure) -> ObjectRecord {
    let matches = matches
    if matches.count > 1 {
      let candidates = matches.map {
        "--kind \($0.address.kind)"
          + ($0.address.scene.isEmpty ? "" : " --scene \($0.address.scene)")
      }
      throw ToolFailure(
        .wrongUse,
        "\(matches.count) objects have the path \(path); pick one with "
          + candidates.prefix(8).joined(separator: ", or ") + ".")
    }
    guard let match = matches.first else {
      let near = suggestions.joined(separator: ", ")
      let advice = near.isEmpty ? "see them all with `tree`" : "similar paths: \(near)"
      throw ToolFailure(.notFound, "The archive has no object \(path); \(advice).")
    }
    return match
  }

  /// Similar paths: first those with the same end, then near spellings.
  var suggestions: [String] {
    let wanted = Array(path.lowercased().utf8.prefix(Self.comparedLength))
    let last = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    var seen: Set<String> = []
    let ranked = records.compactMap { record -> (distance: Int, path: String)? in
      let candidate = record.address.description
      guard seen.insert(candidate).inserted else { return nil }
      let lowered = candidate.lowercased()
      if !last.isEmpty, lowered == last || lowered.hasSuffix("/" + last) { return (0, candidate) }
      let distance = Self.distance(wanted, Array(lowered.utf8.prefix(Self.comparedLength)))
      return distance <= max(2, wanted.count / 3) ? (distance, candidate) : nil
    }
    return ranked.sorted { ($0.distance, $0.path) < ($1.distance, $1.path) }.prefix(3).map(\.path)
  }

  private static let comparedLength = 200

  /// Returns the Levenshtein distance of two texts, in bytes.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let cost = min(diagonal + (byte == other ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        (diagonal, row[j + 1]) = (row[j + 1], cost)
      }
    }
    return row.last ?? left.count
  }
}
