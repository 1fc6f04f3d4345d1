// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The differences between two states, as a user would see them.
///
/// Objects are matched by their address. References are equal if they lead to the same address.
/// Object numbers, the order of objects and the time of saving make no difference.
public struct SnapshotDifference: Hashable, Sendable {
  /// Addresses of objects that only the newer state has, in its order.
  public private(set) var added: [RestorationAddress] = []
  /// Addresses of objects that only the older state has, in its order.
  public private(set) var dropped: [RestorationAddress] = []
  /// Objects in both states that differ, in the newer state's order.
  public private(set) var changed: [ObjectDifference] = []

  /// Whether both states are equal.
  public var isEmpty: Bool { added.isEmpty && dropped.isEmpty && changed.isEmpty }

  /// Compares two states.
  ///
  /// - Parameters:
  ///   - old: The older state.
  ///   - new: The newer state.
  /// - Throws: ``ArchiveError`` when a record of either state cannot be read.
  public init(from old: RestorationSnapshot, to new: RestorationSnapshot) throws(ArchiveError) {
    let before = try Self.records(of: old)
    let after = try Self.records(of: new)
    var known: [RestorationAddress: ObjectRecord] = [:]
    for record in before { known[record.address] = record }
    for record in after {
      guard let earlier = known.removeValue(forKey: record.address) else {
        added.append(record.address)
        continue
      }
      if let difference = try ObjectDifference(from: (earlier, old), to: (record, new)) {
        changed.append(difference)
      }
    }
    dropped = before.map(\.address).filter { known[$0] != nil }
  }

  private static func records(of snapshot: RestorationSnapshot) throws(ArchiveError)
    -> [ObjectRecord]
  {
    var records: [ObjectRecord] = []
    for number in snapshot.objects {
      if let record = try snapshot.record(number) { records.append(record) }
    }
    return records
  }
}
