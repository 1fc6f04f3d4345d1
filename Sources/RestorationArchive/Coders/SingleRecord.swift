// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive says of one object, read without looking at the others.
final class SingleRecord {
  let number: ObjectNumber
  let address: RestorationAddress
  /// The row of who wrote it.
  let origin: UInt32
  let schemaVersion: Int
  /// Where the values lie in the body.
  let range: Range<Int>
  /// None is foreseen.
  let keys = KeyShape(capacity: 0)

  /// Finds an object.
  ///
  /// - Returns: `nil` when there is no record, or the tables contradict each other.
  init?(at address: RestorationAddress, in snapshot: RestorationSnapshot) {
    guard let number = snapshot.number(at: address),
      let (row, schemaVersion) = snapshot.withRecord(number, { ($0.row, $0.schemaVersion) })
    else { return nil }
    let start = snapshot.range(of: .records).lowerBound + Int(row.offset)
    (self.number, self.address, origin) = (number, address, row.origin)
    (self.schemaVersion, range) = (schemaVersion, start..<start + Int(row.length))
  }
}

extension RestorationSnapshot {
  /// A decoder of what one object has saved, without restoring anything.
  ///
  /// For programs and tests that look into a state and restore nothing: it costs what that object costs,
  /// however many there are. It reads what was written: values are not migrated, and references to other
  /// objects read as `nil`. It claims nothing, may be kept as long as you like, and keeps the state's bytes.
  ///
  /// A program that restores reads its record in `shouldRestore`, and each object's in its hooks, instead:
  /// ``Archiver/load()`` belongs to the launch, and says only once what the launch before came to.
  ///
  /// ```swift
  /// let title = snapshot.decoder(at: address)?.decodeString(forKey: "title")
  /// ```
  ///
  /// - Parameter address: Where the object lay.
  /// - Returns: `nil` when the archive has no record there that can be read. Who wrote it is looked up when
  ///   it is asked for; where that table is damaged, the version is empty and the time in the distant past.
  public func decoder(at address: RestorationAddress) -> RestorationDecoder? {
    SingleRecord(at: address, in: self).map { RestorationDecoder($0, of: self) }
  }
}
