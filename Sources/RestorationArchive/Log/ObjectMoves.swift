// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Which objects came and went with a change, and the numbers and paths that were given out for it.
struct ObjectMoves: Sendable {
  /// Where a number lies.
  struct Place: Sendable {
    let number: UInt32
    let address: SnapshotTables.AddressRow
  }

  /// The objects that have no record any more.
  let gone: [Place]
  /// The roots that came.
  let roots: [ObjectNumber]
  /// The numbers that the state before does not know, ascending.
  let new: [Place]
  /// Steps of paths that the state before does not know, as an archive holds them.
  let paths: [UInt8]

  /// Finds what tables hold more than a state; `nil` when nothing came or went.
  ///
  /// - Parameters:
  ///   - tables: Where the numbers were given out.
  ///   - before: The state before.
  ///   - gone: The objects that have no record any more.
  ///   - roots: The roots that came.
  init?(
    in tables: SnapshotTables, since before: LoggedState, gone: [ObjectNumber],
    roots: [ObjectNumber]
  ) {
    let place = { (number: Int) in
      Place(number: UInt32(number), address: tables.addresses[number])
    }
    self.gone = gone.map { place(Int($0.rawValue)) }
    self.roots = roots
    new = (before.objectCount..<tables.addresses.count).map(place)
    paths = Array(tables.paths.bytes[(before.pathCount * BodyLayout.pathRowSize)...])
    if gone.isEmpty, roots.isEmpty, new.isEmpty, paths.isEmpty { return nil }
  }

  /// How many steps of paths came.
  var pathCount: Int { paths.count / BodyLayout.pathRowSize }
}
