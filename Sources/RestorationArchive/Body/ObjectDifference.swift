// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// How the record of one object differs between two states.
public struct ObjectDifference: Hashable, Sendable {
  /// Where the object lies.
  public let address: RestorationAddress
  /// What the archive says of it besides its values, where that differs.
  public private(set) var attributes: [AttributeChange] = []
  /// Its values that differ: those of the newer record in its order, then those it has no more.
  public private(set) var values: [ValueChange] = []

  /// Something that an archive says of an object besides its values.
  public enum Attribute: String, Hashable, Sendable {
    /// The class to be compared at restore.
    case className
    /// The class that makes the object.
    case restorationClass
    /// The version of what the object wrote.
    case schemaVersion
    /// The object without which this one is not restored.
    case prerequisite
  }

  /// An attribute in both states; `nil` where it has none.
  public struct AttributeChange: Hashable, Sendable {
    /// Which one.
    public let attribute: Attribute
    /// The older one, as text.
    public let old: String?
    /// The newer one, as text.
    public let new: String?
  }

  /// The value under a key in both states; `nil` where there is none.
  ///
  /// A reference holds the number of an object in its own state.
  public struct ValueChange: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The older one.
    public let old: ArchivedValue?
    /// The newer one.
    public let new: ArchivedValue?
  }

  typealias Place = (record: ObjectRecord, snapshot: RestorationSnapshot)

  /// Compares two records of one object; `nil` when they say the same.
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
  /// Whether this value of one state says what another one of another state does.
  ///
  /// Numbers and dates that are not numbers are the same, texts are if their bytes are; references are, if they lead to the same place.
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
