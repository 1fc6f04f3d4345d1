// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The positions of objects and lines in a drawing.
///
/// Each object is a row; lines run to the right of all rows. References to the same object share
/// one line with branches, so that a drawing grows in width only with the number of referenced
/// objects across the same rows.
struct GraphLayout {
  struct Row {
    let node: Int
    let x: Double
    let label: String
    let className: String
    /// The positions of the class and of the row's end.
    let classX, end: Double
  }

  /// All links of one kind that lead to one object.
  struct Track {
    let to: Int
    let kind: ObjectLink.Kind
    var links: [ObjectLink]
    /// The lane to the right of all rows, from 0.
    var lane = 0

    var rows: ClosedRange<Int> {
      links.reduce(to...to) {
        min($0.lowerBound, $1.from)...max($0.upperBound, $1.from)
      }
    }
  }

  static let rowHeight = 26.0
  static let top = 44.0
  static let step = 22.0
  static let left = 20.0

  let rows: [Row]
  let tracks: [Track]
  /// The position at which the lines to the right begin.
  let gutter: Double
  let width, height: Double
  let laneWidth: Double

  init(_ forest: ObjectForest, _ links: [ObjectLink], label: (ObjectForest.Node) -> String) {
    let rows = forest.nodes.enumerated().map { index, node in
      let x = Self.left + Double(node.depth) * Self.step
      let label = Self.shortened(printable(label(node)), to: 48)
      let className = Self.shortened(node.record.map { printable($0.className) } ?? "", to: 40)
      let classX = x + 18 + Self.width(of: label, size: 13) + 10
      return Row(
        node: index, x: x, label: label, className: className, classX: classX,
        end: classX + Self.width(of: className, size: 11))
    }
    let tracks = Self.tracks(links, in: forest)
    let lanes = Double((tracks.map(\.lane).max() ?? -1) + 1)
    gutter = max(420, rows.map(\.end).max() ?? 0) + 14
    laneWidth = max(4, min(12, 360 / max(1, lanes)))
    width = gutter + 24 + lanes * laneWidth
    height = Self.top + Double(rows.count) * Self.rowHeight + 12
    (self.rows, self.tracks) = (rows, tracks)
  }

  /// Returns the middle of a row.
  func y(_ row: Int) -> Double { Self.top + (Double(row) + 0.5) * Self.rowHeight }

  /// Returns the width of monospaced text, at the most common proportions.
  ///
  /// Wide letters count twice.
  private static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) } * size * 0.61
  }

  static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  /// Assigns tracks to the innermost free lanes, the shortest track first.
  private static func tracks(_ links: [ObjectLink], in forest: ObjectForest) -> [Track] {
    var tracks: [Track] = []
    var places: [ObjectLink: Int] = [:]
    for link in links where !isAlongHierarchy(link, in: forest) {
      let target = ObjectLink(from: 0, to: link.to, kind: link.kind)
      if let place = places[target] {
        tracks[place].links.append(link)
      } else {
        places[target] = tracks.count
        tracks.append(Track(to: link.to, kind: link.kind, links: [link]))
      }
    }
    let ranges = tracks.map(\.rows)
    let order = tracks.indices.sorted {
      (ranges[$0].count, tracks[$0].to, $0) < (ranges[$1].count, tracks[$1].to, $1)
    }
    var lanes: [[ClosedRange<Int>]] = []
    for index in order {
      let rows = ranges[index]
      var (lane, place) = (0, 0)
      while lane < lanes.count {
        if let room = room(for: rows, in: lanes[lane]) {
          place = room
          break
        }
        lane += 1
      }
      if lane == lanes.count { lanes.append([]) }
      lanes[lane].insert(rows, at: place)
      tracks[index].lane = lane
    }
    return tracks
  }

  /// Returns the index for a range in a sorted lane.
  ///
  /// Returns `nil` when the range overlaps another one.
  private static func room(for rows: ClosedRange<Int>, in lane: [ClosedRange<Int>]) -> Int? {
    var (low, high) = (0, lane.count)
    while low < high {
      let middle = (low + high) / 2
      if lane[middle].upperBound < rows.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < lane.count && lane[low].overlaps(rows) ? nil : low
  }

  /// Whether a link repeats the hierarchy: a parent refers to its child.
  static func isAlongHierarchy(_ link: ObjectLink, in forest: ObjectForest) -> Bool {
    link.kind == .reference && forest.nodes[link.to].parent == link.from
  }
}
