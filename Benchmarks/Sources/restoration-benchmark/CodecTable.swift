// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// The results of all codecs at all sizes.
struct CodecTable {
  /// The results by size, the smallest first.
  private var sizes: [(size: Size, rows: [CodecSuite.Row])] = []

  mutating func add(_ rows: [CodecSuite.Row], _ size: Size) { sizes.append((size, rows)) }

  /// A table of times, ratios to this package, and bytes, per object.
  var all: FigureTable {
    var table = FigureTable(["objects and codec", "encode", "decode", "bytes"])
    for (size, rows) in sizes {
      for row in rows { table.add(["\(size.text), \(row.codec)"] + cells(row, size)) }
    }
    return table
  }

  /// The table for 10,000 objects alone.
  var of10_000: FigureTable {
    var table = FigureTable(["", "encode", "decode", "bytes"])
    for (size, rows) in sizes where size.name == 10_000 {
      for row in rows { table.add([row.codec] + cells(row, size)) }
    }
    return table
  }

  /// The ratios that goals refer to.
  var figures: [Figure] {
    sizes.flatMap { size, rows in
      rows.dropFirst().flatMap { row in
        [
          Figure("encode:\(row.key)@\(size.name)", row.encode.ratio, "x"),
          Figure("decode:\(row.key)@\(size.name)", row.decode.ratio, "x"),
          Figure(
            "size/\(row.key)@\(size.name)", Double(rows[0].byteCount) / Double(row.byteCount), "x"),
        ]
      }
    }
  }

  private func cells(_ row: CodecSuite.Row, _ size: Size) -> [String] {
    [row.encode, row.decode].map { cost in
      let time = NumberText.duration(nanoseconds: cost.time.median / Double(size.count))
      return "\(time) (\(NumberText.short(cost.ratio.median)) x)"
    } + [NumberText.short(Double(row.byteCount) / Double(size.count))]
  }
}
