// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Prints one object, or one value.
struct ShowCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints one object of an archive, or one of its values.",
    discussion: """
      PATH is written as the tool prints it, without the scene: "Navigation/:[1]:/Detail"; the \
      application's own record is "(application)", a window's "(window main)". Where objects of \
      several kinds or scenes have the same path, --kind and --scene pick one.

      Values may be private: without --reveal only their types and sizes are shown. With it, data is \
      shown as bytes.

      EXAMPLES
        restoration-archive show org.example.PhotoViewer Navigation
        restoration-archive show org.example.PhotoViewer SepiaFilter ImageFilterActiveKey --reveal
        restoration-archive show org.example.PhotoViewer "(application)" --json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Argument(help: "The object's path.")
  var path: String

  @Argument(help: "The key of one value.")
  var key: String?

  @Option(name: .long, help: "The scene that the object belongs to.")
  var scene: String?

  @Option(name: .long, help: "What the object is.")
  var kind: KindName?

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let reading = try archive.open()
    let record = try ObjectSearch(reading, path: path, scene: scene, kind: kind?.kind).match()
    if let key { return try show(key, of: record, reading) }
    if output.json {
      try printJSON(ObjectJSON(record, in: reading, revealsValues: reveal))
    } else {
      let values = ValueText(snapshot: reading.snapshot, revealsValues: reveal)
      let text = ObjectText(record, values: values, newest: reading.origin, style: output.style)
      print(text.text, terminator: "")
    }
    _ = try reading.snapshot.values(of: record)
  }

  private func show(_ key: String, of record: ObjectRecord, _ reading: ArchiveReading) throws {
    let entries = try reading.snapshot.values(of: record)
    guard let entry = entries.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
      let keys = entries.map(\.key).joined(separator: ", ")
      throw ToolFailure(
        .notFound,
        "The object \(path) has no key \(key); "
          + (keys.isEmpty ? "it has none at all." : "it has \(keys)."))
    }
    if output.json {
      try printJSON(ValueJSON(entry.value, in: reading.snapshot, revealsValue: reveal))
    } else if reveal, case .data(let data) = entry.value {
      print(hexDump(data), terminator: "")
    } else {
      print(ValueText(snapshot: reading.snapshot, revealsValues: reveal).text(entry.value))
    }
  }
}

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

/// Returns bytes as lines of sixteen: offset, hexadecimal and ASCII.
func hexDump(_ data: Data) -> String {
  func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let bytes = Array(data)
  return stride(from: 0, to: bytes.count, by: 16).map { start in
    let line = bytes[start..<min(start + 16, bytes.count)]
    let hex = line.map { digits(Int($0), 2) }.joined(separator: " ")
    let text = line.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
    let gap = String(repeating: " ", count: 16 * 3 - 1 - hex.count)
    return "\(digits(start, 8))  \(hex)\(gap)  \(String(text))\n"
  }.joined()
}
