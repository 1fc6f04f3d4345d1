// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension RestorationSnapshot {
  /// Finds the object at an address through the path index.
  ///
  /// - Parameter address: Where the object lay.
  /// - Returns: Its number; `nil` when the archive has no record there.
  public func number(at address: RestorationAddress) -> ObjectNumber? {
    withBytes { PathIndex(self, in: $0).number(at: address) }
  }
}

/// Object numbers in the order of the hashes of their addresses, while the body's bytes are lent.
///
/// The hashes are not in the archive: a search finds out a handful of them, from the bytes alone.
private struct PathIndex {
  private let numbers, objects, paths, strings: SectionView
  private let stringCount: Int

  /// So often a search guesses; a hostile index, whose hashes do not lie evenly, it halves then.
  private static let guesses = 8

  init(_ snapshot: RestorationSnapshot, in body: UnsafeRawBufferPointer) {
    numbers = SectionView(.index, of: snapshot, in: body)
    objects = SectionView(.objects, of: snapshot, in: body)
    paths = SectionView(.paths, of: snapshot, in: body)
    strings = SectionView(.strings, of: snapshot, in: body)
    stringCount = snapshot.stringCount
  }

  /// Looks where hashes that lie evenly would have the address's.
  ///
  /// To halve would look at three times as many rows, their paths and names, each somewhere else in memory
  /// that was just read from a file. A row on the way that is malformed ends the search.
  func number(at address: RestorationAddress) -> ObjectNumber? {
    let hash = AddressHash.of(address)
    var places = 0..<numbers.bytes.count / 4
    var (below, above) = (UInt64.min, UInt64.max)
    var guesses = 0
    while !places.isEmpty {
      let share = Double(hash - below) / Double(max(above - below, 1))
      let guess = min(Int(share * Double(places.count)), places.count - 1)
      let place = places.lowerBound + (guesses < Self.guesses ? guess : places.count / 2)
      guesses += 1
      guard let candidate = row(place), let found = self.hash(of: candidate.row) else { return nil }
      if found == hash, isRecord(candidate.row, at: address) { return candidate.number }
      if found < hash {
        (below, places) = (found, place + 1..<places.upperBound)
      } else {
        (above, places) = (found, places.lowerBound..<place)
      }
    }
    return number(at: address, hash, from: places.lowerBound)
  }

  /// The same among all rows whose addresses have the same hash, of which this is the first.
  private func number(at address: RestorationAddress, _ hash: UInt64, from first: Int)
    -> ObjectNumber?
  {
    var place = first
    while let candidate = row(place), self.hash(of: candidate.row) == hash {
      if isRecord(candidate.row, at: address) { return candidate.number }
      place += 1
    }
    return nil
  }

  private func row(_ place: Int) -> (number: ObjectNumber, row: SnapshotView.Row)? {
    guard let number = numbers.word(4 * place), let row = SnapshotView.row(Int(number), in: objects)
    else { return nil }
    return (ObjectNumber(number), row)
  }

  private func hash(of row: SnapshotView.Row) -> UInt64? {
    guard let scene = utf8(row.sceneAndKind >> 8),
      let path = row.path == 0 ? AddressHash() : hash(ofPath: row.path, depth: 1)
    else { return nil }
    return path.appending(sceneUTF8: scene, kind: UInt8(row.sceneAndKind & 0xFF))
  }

  /// The hash of the path that ends in a row of the table of paths, which is one less.
  private func hash(ofPath path: UInt32, depth: Int) -> AddressHash? {
    guard depth <= ArchiveLimits.pathDepth, let node = pathNode(path),
      let above = node.parent == 0 ? AddressHash() : hash(ofPath: node.parent, depth: depth + 1)
    else { return nil }
    if node.label & 1 == 1 { return above.appending(index: node.label >> 1) }
    return utf8(node.label >> 1).map { above.appending(utf8: $0) }
  }

  /// Whether a row has a record, and says the very address, byte for byte.
  private func isRecord(_ row: SnapshotView.Row, at address: RestorationAddress) -> Bool {
    guard row.classIndex != BodyLayout.none,
      row.sceneAndKind & 0xFF == UInt32(address.kind.rawValue),
      isText(row.sceneAndKind >> 8, address.scene)
    else { return false }
    var path = row.path
    for component in address.path.components.reversed() {
      guard let node = path == 0 ? nil : pathNode(path) else { return false }
      switch component {
      case .identifier(let identifier):
        guard node.label & 1 == 0, isText(node.label >> 1, identifier.rawValue) else {
          return false
        }
      case .index(let index):
        guard node.label & 1 == 1, Int(node.label >> 1) == index else { return false }
      }
      path = node.parent
    }
    return path == 0
  }

  private func utf8(_ row: UInt32) -> UnsafeRawBufferPointer? {
    SnapshotView.utf8(row, in: strings, of: stringCount)
  }

  private func pathNode(_ path: UInt32) -> SnapshotTables.PathNode? {
    SnapshotView.pathNode(path, in: paths, of: stringCount)
  }

  private func isText(_ row: UInt32, _ text: String) -> Bool {
    guard let utf8 = utf8(row) else { return false }
    var text = text
    return text.withUTF8 { utf8.equals(UnsafeRawBufferPointer($0)) }
  }
}
