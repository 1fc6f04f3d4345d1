// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lays a finished pass out as one contiguous body: records, tables, directory, footer.
struct SnapshotWriter {
  let builder: SnapshotBuilder
  let roots: [ObjectNumber]
  let notes: [RestorationNote]

  func write() -> [UInt8] {
    var body = BodySink(capacity: builder.recordBytes.count + 4096)
    body.section(.records) { $0.append(builder.recordBytes) }
    let origins = builder.writtenOrigins.map { origin in
      (
        origin: origin, version: builder.tables.index(of: origin.applicationVersion),
        system: builder.tables.index(of: origin.systemVersion),
        idiom: builder.tables.index(of: origin.idiom.rawValue)
      )
    }
    body.section(.origins) { sink in
      for row in origins {
        sink.append(fixed: row.version)
        sink.append(fixed: row.system)
        sink.append(fixed: row.idiom)
        sink.append(fixed: row.origin.timestamp.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
    body.section(.classes) { sink in
      for row in builder.writtenClasses {
        sink.append(fixed: row.name)
        sink.append(fixed: row.restorationClass)
        sink.append(fixed: row.schemaVersion)
      }
    }
    body.section(.paths) { sink in
      for node in builder.tables.nodes {
        sink.append(fixed: node.parent)
        sink.append(fixed: node.label)
      }
    }
    body.section(.objects, writeObjects)
    body.section(.references) { sink in
      builder.writtenReferences.forEach { sink.append(fixed: $0) }
    }
    body.section(.roots) { sink in roots.forEach { sink.append(fixed: $0.rawValue) } }
    body.section(.index) { sink in
      builder.tables.numbersInHashOrder().forEach { sink.append(fixed: $0) }
    }
    body.section(.strings, writeStrings)
    if !notes.isEmpty, let time = builder.applicationTime {
      body.section(.notes) { $0.append(notes) }
      body.section(.noteTime) {
        $0.append(fixed: time.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
    for carried in builder.carriedSections {
      body.section(carried.name) { $0.append(carried.bytes) }
    }
    return body.finish()
  }

  private func writeObjects(to sink: ByteSink) {
    let rows = builder.writtenRows
    for (index, address) in builder.tables.addresses.enumerated() {
      let row = index < rows.count ? rows[index] : nil
      sink.append(fixed: address.sceneAndKind)
      sink.append(fixed: address.path)
      sink.append(fixed: row?.classIndex ?? BodyLayout.none)
      sink.append(fixed: row?.origin ?? 0)
      sink.append(fixed: row?.prerequisite ?? BodyLayout.none)
      sink.append(fixed: UInt32(row?.records.lowerBound ?? 0))
      sink.append(fixed: UInt32(row?.records.count ?? 0))
      sink.append(fixed: row?.references ?? BodyLayout.none)
    }
  }

  private func writeStrings(to sink: ByteSink) {
    let strings = builder.tables.strings
    var offset: UInt32 = 0
    sink.append(fixed: UInt32(strings.count))
    for string in strings {
      sink.append(fixed: offset)
      offset += UInt32(string.utf8.count)
    }
    sink.append(fixed: offset)
    for var string in strings { string.withUTF8 { sink.append(UnsafeRawBufferPointer($0)) } }
  }
}
