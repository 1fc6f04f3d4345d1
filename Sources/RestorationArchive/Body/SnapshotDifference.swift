// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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

/// The differences between two records of one object.
public struct ObjectDifference: Hashable, Sendable {
  /// The object's address.
  public let address: RestorationAddress
  /// The attributes that differ.
  ///
  /// An attribute is what an archive says about an object besides its values.
  public private(set) var attributes: [AttributeChange] = []
  /// The values that differ.
  ///
  /// The values of the newer record come first, in its order. Values that only the older record has
  /// follow.
  public private(set) var values: [ValueChange] = []

  /// Data of an object besides its values.
  public enum Attribute: String, Hashable, Sendable {
    /// The class name that restoring compares.
    case className
    /// The class that creates the object.
    case restorationClass
    /// The schema version of the values.
    case schemaVersion
    /// An object without which this one is not restored.
    case prerequisite
  }

  /// An attribute in both states; `nil` where it is absent.
  public struct AttributeChange: Hashable, Sendable {
    /// The attribute that differs.
    public let attribute: Attribute
    /// The older attribute, as text.
    public let old: String?
    /// The newer attribute, as text.
    public let new: String?
  }

  /// The value of one coding key in both states; `nil` if absent.
  ///
  /// A reference holds an object number of its own state.
  public struct ValueChange: Hashable, Sendable {
    /// The value's coding key.
    public let key: String
    /// The older value.
    public let old: ArchivedValue?
    /// The newer value.
    public let new: ArchivedValue?
  }

  typealias Place = (record: ObjectRecord, snapshot: RestorationSnapshot)

  /// Compares two records of one object; `nil` when they are equal.
  init?(from old: Place, to new: Place) throws(ArchiveError) {
    address = new.record.address
    func compare(_ attribute: Attribute, _ text: (Place) -> String?) {
      let (before, after) = (text(old), text(new))
      if before != after {
        attributes.append(.init(attribute: attribute, old: before, new: after))
      }
    }
    compare(.className) { $0.record.className }
    compare(.restorationClass) { $0.record.restorationClass }
    compare(.schemaVersion) { String($0.record.schemaVersion) }
    compare(.prerequisite) { place in
      place.record.prerequisite.map { place.snapshot.address(of: $0)?.description ?? "" }
    }
    var before: [ExactString: ArchivedValue] = [:]
    let entries = try old.snapshot.values(of: old.record)
    for entry in entries { before[ExactString(entry.key)] = entry.value }
    for entry in try new.snapshot.values(of: new.record) {
      let earlier = before.removeValue(forKey: ExactString(entry.key))
      if let earlier, earlier.says(entry.value, from: old.snapshot, to: new.snapshot) { continue }
      values.append(.init(key: entry.key, old: earlier, new: entry.value))
    }
    for entry in entries where before[ExactString(entry.key)] != nil {
      values.append(.init(key: entry.key, old: entry.value, new: nil))
    }
    if attributes.isEmpty, values.isEmpty { return nil }
  }
}

extension ArchivedValue {
  /// Whether this value equals a value of another state.
  ///
  /// Two NaN numbers are equal, and so are two dates that hold NaN. Strings are equal if their
  /// bytes are. References are equal if they lead to the same address.
  fileprivate func says(
    _ other: ArchivedValue, from old: RestorationSnapshot, to new: RestorationSnapshot
  ) -> Bool {
    switch (self, other) {
    case (.reference(let left), .reference(let right)):
      old.address(of: left) == new.address(of: right)
    case (.float(let left), .float(let right)): left == right || (left.isNaN && right.isNaN)
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.date(let left), .date(let right)):
      ArchivedValue.double(left.timeIntervalSinceReferenceDate).says(
        .double(right.timeIntervalSinceReferenceDate), from: old, to: new)
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.says($1, from: old, to: new) }
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          ExactString($0.key) == ExactString($1.key) && $0.value.says($1.value, from: old, to: new)
        }
    default: self == other
    }
  }
}
