// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class CollectionPeerTests: XCTestCase {
  /// R99, R175: the first paint after a relaunch shows the saved place exactly.
  func testRelaunchPaintsTheSavedPlaceFirst() throws {
    try withDevice { device in
      let (used, grid) = (Grid(), Grid())
      let first = try device.launch { used.navigation }
      first.settle()
      let usedPeer = try XCTUnwrap(used.collection.peer as? CollectionPeer)
      gtk_adjustment_set_value(usedPeer.canvas.verticalAdjustment, 77_123)
      used.collection.hostDidSelectElement(
        at: IndexPath(item: 2300, section: 0), extending: false)
      first.end()

      let second = try device.launch { grid.navigation }
      defer { second.end() }
      let cells = try second.atFirstPaint {
        let peer = try XCTUnwrap(grid.collection.peer as? CollectionPeer)
        XCTAssertEqual(peer.visibleRect.minY, 77_123)
        XCTAssertLessThan(peer.cellCount, 60)
        return grid.collection.visibleCellsForTests(peer)
      }
      XCTAssertGreaterThan(cells.count, 8)
      for cell in cells { XCTAssertEqual(cell.shown, cell.expected, accuracy: 0.51) }
      XCTAssertEqual(grid.collection.contentOffset, CGPoint(x: 0, y: 77_123))
      XCTAssertEqual(grid.collection.bounds.size.width, 800)
      XCTAssertGreaterThan(grid.collection.contentSize.height, 300_000)
      XCTAssertEqual(
        grid.collection.indexPathsForSelectedItems, [IndexPath(item: 2300, section: 0)])
    }
  }

  /// R187: an offset waits for the data.
  func testOffsetWaitsForTheData() throws {
    try withFixture { fixture in
      let source = NumberedSource(count: 0)
      let collection = CollectionView()
      collection.dataSource = source
      collection.contentOffset = CGPoint(x: 0, y: 5000)
      fixture.show(collection)
      XCTAssertEqual(collection.contentOffset.y, 5000)
      source.count = 10_000
      collection.reloadData()
      fixture.settle()
      let peer = try XCTUnwrap(collection.peer as? CollectionPeer)
      XCTAssertEqual(peer.visibleRect.minY, 5000)
      XCTAssertGreaterThan(peer.cellCount, 8)
    }
  }

  /// Items that fill the width leave no room beside them.
  ///
  /// This holds for every width of the view.
  func testItemsFillTheWidth() throws {
    try withFixture { fixture in
      let source = NumberedSource(count: 100)
      let collection = CollectionView()
      collection.collectionViewLayout.itemSize = CGSize(width: 300, height: 240)
      collection.collectionViewLayout.fillsWidth = true
      collection.dataSource = source
      fixture.show(collection)
      let peer = try XCTUnwrap(collection.peer as? CollectionPeer)
      for (margin, columns) in [(0.0, 3), (193, 2), (440, 1), (500, 1)] {
        collection.layout.margins.right = margin
        fixture.settle()
        let places = peer.shownCells.compactMapValues {
          fixture.host.peer(for: $0).widget.place(in: peer.canvas.widget)
        }
        for row in 0..<2 {
          let first = try XCTUnwrap(places[[0, row * columns]])
          let last = try XCTUnwrap(places[[0, row * columns + columns - 1]])
          XCTAssertEqual(first.minX, 12)
          XCTAssertEqual(Double(last.maxX), 800 - margin - 12)
          XCTAssertEqual(last.minY, first.minY)
          XCTAssertEqual(first.width / first.height, 1.25, accuracy: 0.02)
        }
      }
    }
  }

  /// R209: the first visible item stays when the number of columns changes.
  ///
  /// It is in place in the same frame that has the new columns.
  func testItemStaysInSightWhenTheViewIsResized() throws {
    try withFixture { fixture in
      let source = NumberedSource(count: 10_000)
      let collection = CollectionView()
      collection.dataSource = source
      fixture.show(collection)
      let peer = try XCTUnwrap(collection.peer as? CollectionPeer)
      @MainActor func item(_ item: Int) -> Double {
        collection.elementLayout(keepingElementsOf: nil)
          .frame(at: IndexPath(item: item, section: 0), width: Double(peer.canvas.widget.width))
          .minY
      }
      gtk_adjustment_set_value(peer.canvas.verticalAdjustment, item(2000) + 40)
      fixture.settle()
      for margin in [350.0, 520, 0] {
        collection.layout.margins.right = margin
        fixture.settle()
        XCTAssertEqual(peer.visibleRect.minY, item(2000) + 40, accuracy: 0.01)
        XCTAssertEqual(collection.contentOffset.y, item(2000) + 40, accuracy: 0.01)
      }
    }
  }
}

extension CollectionView {
  /// Returns the vertical frames of the cells' widgets, actual and intended.
  fileprivate func visibleCellsForTests(
    _ peer: CollectionPeer
  ) -> [(shown: Double, expected: Double)] {
    peer.shownCells.compactMap { path, cell in
      guard let place = peer.host.peer(for: cell).widget.place(in: peer.canvas.widget)
      else { return nil }
      let frame = collectionViewLayout.frame(
        forItemAt: path, width: Double(peer.canvas.widget.width), itemCounts: [10_000])
      return (shown: Double(place.minY), expected: Double(frame.minY - contentOffset.y))
    }
  }
}
#endif
