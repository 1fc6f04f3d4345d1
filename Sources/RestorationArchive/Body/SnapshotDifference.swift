// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How one state differs from another: what a person would call a change.
///
/// Objects are compared by where they lie, and what they refer to by where that lies; numbers, the
/// order of objects and the time of saving make no difference.
public struct SnapshotDifference: Hashable, Sendable {
  /// Where objects lie that only the newer state has, in its order.
  public private(set) var added: [RestorationAddress] = []
  /// Where objects lie that only the older state has, in its order.
  public private(set) var dropped: [RestorationAddress] = []
  /// Objects that both have, and that differ, in the newer state's order.
  public private(set) var changed: [ObjectDifference] = []

  /// Whether both states say the same.
  public var isEmpty: Bool { added.isEmpty && dropped.isEmpty && changed.isEmpty }

  /// Compares two states.
  ///
  /// - Parameters:
  ///   - old: The older one.
  ///   - new: The newer one.
  /// - Throws: ``ArchiveError`` when a record of either cannot be read.
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
