// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One object's record, read without the records of others.
final class SingleRecord {
  let number: ObjectNumber
  let address: RestorationAddress
  /// The row of the record's origin.
  let origin: UInt32
  let schemaVersion: Int
  /// The range of the values in the body.
  let range: Range<Int>
  /// An empty shape: no coding key is predicted.
  let keys = KeyShape(capacity: 0)

  /// Finds an object by its address.
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
  /// Returns a decoder for one object's saved state, without restoring it.
  ///
  /// Use it in programs and tests that inspect a state and restore nothing. Its cost depends on
  /// that object alone, not on the number of objects. It reads values as they were written: values
  /// are not migrated, and references to other objects read as `nil`. It claims nothing, and may be
  /// kept for any time. It keeps the state's bytes in memory.
  ///
  /// A program that restores should read its record in `shouldRestore`, and each object's record in
  /// the object's hooks. ``Archiver/load()`` belongs to the launch, and reports only once how the
  /// previous launch ended.
  ///
  /// ```swift
  /// let title = snapshot.decoder(at: address)?.decodeString(forKey: "title")
  /// ```
  ///
  /// - Parameter address: The object's address.
  /// - Returns: `nil` when the archive has no readable record there. The origin is looked up on
  ///   request; where that table is damaged, the version is empty and the time is in the distant
  ///   past.
  public func decoder(at address: RestorationAddress) -> RestorationDecoder? {
    SingleRecord(at: address, in: self).map { RestorationDecoder($0, of: self) }
  }
}
