// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

// This code follows Documentation/ArchiveFormat.md and does not use the package's reader or writer.

private func number(_ bytes: ArraySlice<UInt8>) -> Int {
  bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
}

private func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A section of a body.
struct BodySection: Equatable {
  var name: String
  var bytes: [UInt8]
}

/// Returns numbers as a table holds them.
func bodyBytes(_ words: [UInt32]) -> [UInt8] { words.flatMap { little(Int($0), 4) } }

/// Returns the start of a body's directory, and its rows.
func directory(of body: [UInt8]) -> (start: Int, rows: [(name: String, offset: Int, length: Int)]) {
  let start = number(body[(body.count - 16)..<(body.count - 8)])
  let count = number(body[(body.count - 8)..<(body.count - 4)])
  let rows = (0..<count).map { index in
    let row = start + 20 * index
    return (
      String(decoding: body[row..<row + 4], as: UTF8.self), number(body[row + 4..<row + 12]),
      number(body[row + 12..<row + 20])
    )
  }
  return (start, rows)
}

/// Returns a section's bytes.
func section(_ name: String, of body: [UInt8]) -> [UInt8]? {
  directory(of: body).rows.first { $0.name == name }.map {
    Array(body[$0.offset..<$0.offset + $0.length])
  }
}

/// Returns a body with an additional section.
func addingSection(_ name: String, _ bytes: [UInt8], to snapshot: RestorationSnapshot) -> [UInt8] {
  let body = snapshot.bytes
  let (start, rows) = directory(of: body)
  var result = Array(body[..<start]) + bytes
  let newStart = result.count
  result += body[start..<body.count - 16]
  result += Array(name.utf8) + little(start, 8) + little(bytes.count, 8)
  result += little(newStart, 8) + little(rows.count + 1, 4) + body[(body.count - 4)...]
  return result
}

/// Returns a body of consecutive sections.
func body(of sections: [BodySection]) -> [UInt8] {
  var (contents, directory) = ([UInt8](), [UInt8]())
  for section in sections {
    directory += Array(section.name.utf8) + little(contents.count, 8)
    directory += little(section.bytes.count, 8)
    contents += section.bytes
  }
  return contents + directory + little(contents.count, 8) + little(sections.count, 4)
    + Array("SRBY".utf8)
}

/// Returns the sections of a body, in the order of its directory.
func sections(of body: [UInt8]) -> [BodySection] {
  directory(of: body).rows.map { row in
    BodySection(
      name: row.name, bytes: Array(body[row.offset..<row.offset + row.length]))
  }
}
