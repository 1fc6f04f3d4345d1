// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// What all codecs took at all sizes, as tables, figures and a plot.
struct CodecResults {
  /// By number of objects, from few to many.
  private(set) var sizes: [(count: Int, rows: [CodecSuite.Row])] = []
  private var valueByteCounts: [Int] = []

  mutating func add(_ rows: [CodecSuite.Row], count: Int, valueByteCount: Int) {
    sizes.append((count, rows))
    valueByteCounts.append(valueByteCount)
  }

  /// How often each codec takes what this package takes, then the time per object and its spread.
  func table(_ operation: KeyPath<CodecSuite.Row, Sample>) -> TextTable {
    var table = TextTable(["codec"] + sizes.map { "\(NumberText.short(Double($0.count))) objects" })
    for codec in codecs {
      table.add(
        [codec]
          + sizes.map { count, rows in
            guard let row = rows.first(where: { $0.codec == codec }), let ours = rows.first else {
              return "-"
            }
            return cell(row[keyPath: operation], beside: ours[keyPath: operation], count)
          })
    }
    return table
  }

  /// The bytes that each codec keeps of an object.
  var sizeTable: TextTable {
    var table = TextTable(["codec"] + sizes.map { "\(NumberText.short(Double($0.count))) objects" })
    for codec in codecs {
      table.add(
        [codec]
          + sizes.map { count, rows in
            guard let row = rows.first(where: { $0.codec == codec }) else { return "-" }
            return NumberText.short(Double(row.byteCount) / Double(count))
          })
    }
    table.add(
      ["texts, doubles (floor)"]
        + zip(sizes, valueByteCounts).map { NumberText.short(Double($1) / Double($0.count)) })
    return table
  }

  private var codecs: [String] {
    (sizes.max { $0.rows.count < $1.rows.count }?.rows ?? []).map(\.codec)
  }

  private func cell(_ sample: Sample, beside ours: Sample, _ count: Int) -> String {
    let spread = (sample.quartiles.upper - sample.quartiles.lower) / 2 / sample.median * 100
    let time = NumberText.duration(nanoseconds: sample.median / Double(count))
    return
      "\(NumberText.short(sample.ratios(to: ours).median))x  \(time) ±\(Int(spread.rounded()))%"
  }

  /// Ratios and times, by the names that goals ask for.
  var figures: [Figure] {
    var figures: [Figure] = []
    for (count, rows) in sizes {
      guard let ours = rows.first else { continue }
      for row in rows {
        figures += figuresOf(row, "encode", \.encode, ours, count)
        figures += figuresOf(row, "decode", \.decode, ours, count)
        figures.append(
          Figure("size.\(row.key)@\(count)", Double(row.byteCount) / Double(count), "bytes/object"))
        guard row.key == "protobuf" else { continue }
        let ratio = Double(ours.byteCount) / Double(row.byteCount)
        figures.append(Figure("size/protobuf@\(count)", ratio, "x"))
      }
    }
    return figures + growth("encode", \.encode) + growth("decode", \.decode)
  }

  private func figuresOf(
    _ row: CodecSuite.Row, _ name: String, _ operation: KeyPath<CodecSuite.Row, Sample>,
    _ ours: CodecSuite.Row, _ count: Int
  ) -> [Figure] {
    let (theirs, own) = (row[keyPath: operation], ours[keyPath: operation])
    return [
      Figure("\(name).\(row.key)@\(count)", theirs, "ns/object", per: count),
      row.key == "flat"
        ? Figure("\(name)/flat@\(count)", own.ratios(to: theirs), "x")
        : Figure("\(name):\(row.key)@\(count)", theirs.ratios(to: own), "x"),
    ]
  }

  /// Whether an object costs more where there are many.
  private func growth(_ name: String, _ operation: KeyPath<CodecSuite.Row, Sample>) -> [Figure] {
    let medians = sizes.compactMap { count, rows in
      rows.first.map { (count, $0[keyPath: operation].median / Double(count)) }
    }
    return medians.flatMap { many, cost in
      medians.filter { $0.0 < many }.map { few, less in
        Figure("\(name)@\(many)/\(few)", cost / less, "x")
      }
    }
  }

  /// Cost against size.
  var plot: LogPlot {
    LogPlot([panel("Encode, per object", \.encode), panel("Decode, per object", \.decode)])
  }

  private static let plotted = ["ours", "flat", "protobuf", "sqlite", "json", "plist", "nska"]

  private func panel(_ title: String, _ operation: KeyPath<CodecSuite.Row, Sample>)
    -> LogPlot.Panel
  {
    let series = Self.plotted.compactMap { key -> LogPlot.Series? in
      var name = ""
      let points = sizes.compactMap { count, rows -> LogPlot.Point? in
        guard let row = rows.first(where: { $0.key == key }) else { return nil }
        name = row.codec
        return .init(x: Double(count), y: row[keyPath: operation].median / Double(count))
      }
      guard !points.isEmpty else { return nil }
      return .init(name: String(name.prefix { $0 != "," }), points: points, isOurs: key == "ours")
    }
    return LogPlot.Panel(title: title, series: series)
  }
}
