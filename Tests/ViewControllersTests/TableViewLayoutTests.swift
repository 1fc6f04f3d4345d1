// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

struct TableViewLayoutTests {
  /// Two sections with headers around one without; one is empty.
  private let layout = TableViewLayout([
    .init(headerHeight: 30, rowHeights: [10, 20, 40]),
    .init(rowHeights: []),
    .init(headerHeight: 30, rowHeights: [50]),
  ])

  private func row(_ section: Int, _ row: Int) -> IndexPath {
    IndexPath(row: row, section: section)
  }

  private func band(_ top: Double, _ height: Double) -> CGRect {
    CGRect(x: 0, y: top, width: 100, height: height)
  }

  @Test("R98: rows lie under their header, one under the other")
  func framesFollowHeights() {
    #expect(layout.elementCounts == [3, 0, 1])
    #expect(layout.contentSize(forWidth: 100) == CGSize(width: 100, height: 180))
    #expect(layout.frame(at: IndexPath(index: 0), width: 100) == band(0, 30))
    #expect(layout.frame(at: row(0, 0), width: 100) == band(30, 10))
    #expect(layout.frame(at: row(0, 2), width: 100) == band(60, 40))
    #expect(layout.frame(at: IndexPath(index: 2), width: 100) == band(100, 30))
    #expect(layout.frame(at: row(2, 0), width: 100) == band(130, 50))
    #expect(layout.frame(at: row(1, 0), width: 100) == .zero)
    #expect(layout.frame(at: row(7, 0), width: 100) == .zero)
  }

  @Test("R98: a band of the content contains the rows and headers that touch it")
  func visibleRows() {
    #expect(layout.elements(in: band(0, 30), width: 100) == [])
    #expect(layout.headers(in: band(0, 30), width: 100) == [[0]])
    #expect(layout.elements(in: band(39, 2), width: 100) == [row(0, 0), row(0, 1)])
    #expect(layout.elements(in: band(40, 20), width: 100) == [row(0, 1)])
    #expect(layout.elements(in: band(90, 60), width: 100) == [row(0, 2), row(2, 0)])
    #expect(layout.headers(in: band(90, 60), width: 100) == [[2]])
    #expect(layout.elements(in: band(-50, 500), width: 100).count == 4)
    #expect(layout.elements(in: band(180, 50), width: 100) == [])
  }

  @Test("R98: a point hits the row under it, and no row on a header")
  func rowUnderPoint() {
    let at = { (y: Double) in layout.element(at: CGPoint(x: 5, y: y), width: 100) }
    #expect(at(29) == nil)
    #expect(at(30) == row(0, 0))
    #expect(at(59.5) == row(0, 1))
    #expect(at(110) == nil)
    #expect(at(179) == row(2, 0))
    #expect(at(181) == nil)
  }

  @Test("R98: invalid heights count as zero")
  func impossibleHeights() {
    let layout = TableViewLayout([
      .init(headerHeight: -7, rowHeights: [.nan, 10, -.infinity, 10])
    ])
    #expect(layout.contentSize(forWidth: 100).height == 20)
    #expect(layout.elements(in: band(0, 20), width: 100) == [row(0, 1), row(0, 3)])
  }
}
