// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

/// The flow layout's frames.
///
/// Items are 100 by 80 points, 10 apart, and 20 away from the edges.
private var layout: CollectionViewFlowLayout {
  var layout = CollectionViewFlowLayout()
  layout.itemSize = CGSize(width: 100, height: 80)
  layout.spacing = 10
  layout.sectionInset = EdgeInsets(all: 20)
  return layout
}

private func frame(_ item: Int, _ section: Int = 0, width: Double = 400, counts: [Int]) -> CGRect {
  layout.frame(
    forItemAt: IndexPath(item: item, section: section), width: width, itemCounts: counts)
}

@Suite struct CollectionViewFlowLayoutTests {
  @Test(
    "the layout has as many columns as fit, and at least one",
    arguments: [(0.0, 1), (139, 1), (249, 1), (250, 2), (359, 2), (360, 3), (.infinity, 1)])
  func columns(width: Double, count: Int) {
    #expect(layout.columnCount(forWidth: width) == count)
  }

  @Test func columnsStandInTheMiddleAtWholePoints() {
    #expect(frame(0, counts: [5]) == CGRect(x: 40, y: 20, width: 100, height: 80))
    #expect(frame(2, counts: [5]) == CGRect(x: 260, y: 20, width: 100, height: 80))
    #expect(frame(3, counts: [5]) == CGRect(x: 40, y: 110, width: 100, height: 80))
    #expect(frame(0, width: 401, counts: [5]).minX == 40)
  }

  @Test(
    "items that fill the width keep their shape, and stay close to the requested size",
    arguments: [(139.0, 1), (190, 1), (210, 2), (260, 2), (360, 3), (401, 3), (1000, 9)])
  func itemsFillTheWidth(width: Double, count: Int) {
    var layout = layout
    layout.fillsWidth = true
    let counts = [40]
    let frames = (0..<40).map {
      layout.frame(forItemAt: IndexPath(item: $0, section: 0), width: width, itemCounts: counts)
    }
    #expect(layout.columnCount(forWidth: width) == count)
    #expect(frames[0].minX == 20)
    #expect(Double(frames[count - 1].maxX) == width - 20)
    for (left, right) in zip(frames, frames.dropFirst()) where left.minY == right.minY {
      #expect(right.minX - left.maxX == 10)
    }
    for frame in frames {
      #expect(frame == frame.integral)
      #expect(abs(frame.height - frame.width * 0.8) <= 1.8)
      let middle = CGPoint(x: frame.midX, y: frame.midY)
      let path = layout.item(at: middle, width: width, itemCounts: counts)
      #expect(path?.item == frames.firstIndex(of: frame))
    }
    #expect(
      layout.contentSize(forWidth: width, itemCounts: counts).height == frames[39].maxY + 20)
  }

  @Test func sectionsLieUnderEachOther() {
    #expect(frame(0, 1, counts: [5, 1]).minY == 230)
    #expect(layout.contentSize(forWidth: 400, itemCounts: [5, 1]).height == 330)
  }

  @Test func emptySectionsTakeTheirInsetsOnly() {
    #expect(layout.contentSize(forWidth: 400, itemCounts: []) == CGSize(width: 400, height: 0))
    #expect(layout.contentSize(forWidth: 400, itemCounts: [0]).height == 40)
  }

  @Test func itemsInABandAreThoseWhoseFramesTouchIt() {
    let counts = [17, 0, 4, 30]
    let height = layout.contentSize(forWidth: 400, itemCounts: counts).height
    let all = counts.enumerated().flatMap { section, count in
      (0..<count).map { IndexPath(item: $0, section: section) }
    }
    for top in stride(from: -200.0, to: height + 200, by: 7) {
      let band = CGRect(x: 0, y: top, width: 400, height: 95)
      let expected = all.filter {
        let place = frame($0.item, $0.section, counts: counts)
        return place.maxY > band.minY && place.minY < band.maxY
      }
      #expect(layout.items(in: band, width: 400, itemCounts: counts) == expected)
    }
  }

  @Test func pointsBetweenItemsHitNone() {
    let counts = [5]
    let hit = layout.item(at: CGPoint(x: 45, y: 115), width: 400, itemCounts: counts)
    #expect(hit == IndexPath(item: 3, section: 0))
    #expect(layout.item(at: CGPoint(x: 145, y: 115), width: 400, itemCounts: counts) == nil)
    #expect(layout.item(at: CGPoint(x: 300, y: 115), width: 400, itemCounts: counts) == nil)
  }
}
