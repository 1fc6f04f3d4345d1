// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is the same for all objects of a class, found out once.
final class ParticipantClass {
  let type: any StateRestoring.Type
  /// The name it is archived under.
  let name: String
  let declared: DeclaredState
  /// The same type, if its objects write values themselves: asking each of them takes longer than
  /// what most of them write.
  private let preserving: (any StatePreserving.Type)?

  // What holds in one pass.
  @exclusivity(unchecked) private var pass: UInt64 = 0
  @exclusivity(unchecked) private var restorationType: ObjectIdentifier?
  @exclusivity(unchecked) private var record: SnapshotBuilder.RecordClass?

  init(_ type: any StateRestoring.Type, declared: DeclaredState) {
    self.type = type
    self.declared = declared
    name = archivedClassName(of: type)
    preserving = type as? any StatePreserving.Type
  }

  /// The version of what objects write; that of those that only declare their state is 1.
  var schemaVersion: Int { preserving?.schemaVersion ?? 1 }

  /// The class's row in the archive, if it was asked for in this pass for such an object.
  @inline(__always)
  func record(in pass: UInt64, restorationType: ObjectIdentifier?) -> SnapshotBuilder.RecordClass? {
    self.pass == pass && self.restorationType == restorationType ? record : nil
  }

  func keep(
    _ record: SnapshotBuilder.RecordClass, in pass: UInt64, restorationType: ObjectIdentifier?
  ) {
    (self.record, self.pass, self.restorationType) = (record, pass, restorationType)
  }

  /// Lets an object of this class write its values.
  @inline(__always)
  func encodeState(of object: any StateRestoring, with coder: RestorationEncoder) {
    if let preserving { Self.encodeState(of: object, as: preserving, with: coder) }
  }

  private static func encodeState<Object: StatePreserving>(
    of object: any StateRestoring, as type: Object.Type, with coder: RestorationEncoder
  ) {
    // Unchecked, since the object's class is what this was found by.
    unsafeDowncast(object, to: type).encodeRestorableState(with: coder)
  }
}

/// The classes met so far.
final class ParticipantClasses {
  private let indices = IdentityTable()
  @exclusivity(unchecked) private(set) var list: [ParticipantClass] = []

  /// The place of an object's class in the list.
  func index(of object: any StateRestoring) -> Int {
    let type = type(of: object)
    if let known = indices[ObjectIdentifier(type)] { return known }
    indices.set(ObjectIdentifier(type), list.count)
    list.append(ParticipantClass(type, declared: DeclaredState(of: type)))
    return list.count - 1
  }
}
