// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Lays a finished pass out as one contiguous body: records, tables, directory, footer.
///
/// The records lie there already, and the tables are kept as they are written: both are most of it.
struct SnapshotWriter {
  let builder: SnapshotBuilder
  let roots: [ObjectNumber]
  let notes: [RestorationNote]
  let ages: RecordAges?

  /// Writes all that comes behind the records into their sink.
  func write() {
    let tables = builder.tables
    let origins = builder.origins.map { origin in
      (
        origin: origin, version: tables.index(of: origin.applicationVersion),
        system: tables.index(of: origin.systemVersion),
        idiom: tables.index(of: origin.idiom.rawValue)
      )
    }
    var body = BodySink(.records, in: builder.sink)
    body.section(.origins) { sink in
      for row in origins {
        sink.append(fixed: row.version)
        sink.append(fixed: row.system)
        sink.append(fixed: row.idiom)
        sink.append(fixed: row.origin.timestamp.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
    body.section(.classes) { sink in
      for row in builder.classes {
        sink.append(fixed: row.name)
        sink.append(fixed: row.restorationClass)
        sink.append(fixed: row.schemaVersion)
      }
    }
    body.section(.paths) { $0.append(tables.paths.bytes) }
    body.section(.objects) { $0.append(builder.rows.sink.bytes) }
    body.section(.references) { $0.append(builder.links.sink.bytes) }
    body.section(.roots) { sink in roots.forEach { sink.append(fixed: $0.rawValue) } }
    body.section(.index) { $0.append(tables.pathIndex) }
    body.section(.strings) { sink in
      sink.append(fixed: UInt32(tables.strings.count))
      sink.append(tables.stringOffsets.bytes)
      sink.append(fixed: UInt32(tables.stringBytes))
      sink.append(tables.text.bytes)
    }
    if !notes.isEmpty, let time = builder.applicationTime {
      body.section(.notes) { $0.append(notes) }
      body.section(.noteTime) {
        $0.append(fixed: time.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
    if let ages { body.section(.ages) { $0.append(ages) } }
    for carried in builder.carriedSections {
      body.section(carried.name) { $0.append(carried.bytes) }
    }
    body.end()
  }
}
