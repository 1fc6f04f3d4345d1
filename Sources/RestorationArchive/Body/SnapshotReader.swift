// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of one snapshot for the time of a pass; what they have in common is read once.
///
/// Paths and rows are checked when it is made, and objects are found by the row of their path,
/// without putting an address together. Not `Sendable`, since it remembers what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  var nodes: [Node] = []
  /// The first object at a path, by the path's row plus one.
  var firstAtPath: [FirstObject] = []
  /// Objects whose path is that of another one, in another window or of another kind.
  var othersAtPath: [AddressRow: UInt32] = [:]
  var strings: [String?]
  /// Whether strings are valid identifiers, as far as paths have asked.
  var isName: [Bool?]
  /// What is known of each number's record; `nil` for none, and for ``damaged`` ones.
  package internal(set) var rows: [RecordRow?] = []
  /// Numbers whose row contradicts other tables.
  var damaged: Set<ObjectNumber> = []
  /// Those that were met, by their row.
  private var classes: [ArchivedClass?]
  private var isOriginChecked: [Bool]

  /// The steps that end in a name, once somebody has asked.
  var namedSteps: [NamedStep: UInt32]?

  /// The names that were asked for last, unless they are lent.
  var lastNames: [String] = []
  /// The path that had them, and its steps from the root down.
  var lastPath: UInt32 = 0
  var lastDepth = 0
  var lastSteps = [UInt32](repeating: 0, count: ArchiveLimits.pathDepth)
  /// The labels of the steps that the names are from.
  var lastLabels = [UInt32](repeating: 0, count: ArchiveLimits.pathDepth)

  /// A row of the table of paths.
  struct Node {
    let parent: UInt32
    let label: UInt32
    /// How many steps lead to it; 0 for a row that is no path.
    let depth: UInt16
    /// How many of them are names.
    let nameCount: UInt16

    /// Where the empty path ends, which is in no name.
    static let root = Node(parent: 0, label: 1, depth: 0, nameCount: 0)
  }

  struct FirstObject {
    var number = BodyLayout.none
    var sceneAndKind: UInt32 = 0
  }

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    strings = Array(repeating: nil, count: snapshot.stringCount)
    isName = Array(repeating: nil, count: snapshot.stringCount)
    let classCount = snapshot.range(of: .classes).count / ClassRow.size
    classes = Array(repeating: nil, count: classCount)
    let originCount = snapshot.range(of: .origins).count / OriginRow.size
    isOriginChecked = Array(repeating: false, count: originCount)
    readPaths()
    readRows()
  }

  /// How many archived classes there are.
  package var classCount: Int { classes.count }

  // MARK: Records

  /// The numbers of all objects that have a record, in order.
  package var numbers: [ObjectNumber] { snapshot.objects }

  /// A record's row, which was checked.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  package func record(_ number: ObjectNumber) throws(ArchiveError) -> RecordRow? {
    guard Int(number.rawValue) < rows.count else { return nil }
    if let row = rows[Int(number.rawValue)] { return row }
    guard !damaged.contains(number) else {
      throw ArchiveError(.damaged, "The archive's table of objects is malformed")
    }
    return nil
  }

  @inline(__always)
  func isOrigin(_ row: UInt32) -> Bool {
    guard Int(row) < isOriginChecked.count else { return false }
    return isOriginChecked[Int(row)] || checkOrigin(row)
  }

  @inline(never)
  private func checkOrigin(_ row: UInt32) -> Bool {
    isOriginChecked[Int(row)] = snapshot.origin(row) != nil
    return isOriginChecked[Int(row)]
  }

  /// Who wrote a record, and when (R45).
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(record.origin) else {
      preconditionFailure("A record was read whose origin cannot be.")
    }
    return origin
  }

  /// Whether a row is one of a class whose name can be read.
  @inline(__always)
  func isClass(_ row: Int) -> Bool {
    guard row < classes.count else { return false }
    return classes[row] != nil || readClass(row)
  }

  @inline(never)
  private func readClass(_ row: Int) -> Bool {
    classes[row] = snapshot.withTables { $0.archivedClass(row) }
    return classes[row] != nil
  }

  /// What a record has in common with others of its class.
  package func archivedClass(of record: RecordRow) -> ArchivedClass {
    guard let known = classes[Int(record.classRow)] else {
      preconditionFailure("A record was read whose class cannot be.")
    }
    return known
  }

  /// The keys that hooks of a record's class ask for.
  func keys(of record: RecordRow) -> KeyShape { archivedClass(of: record).keys }

  @inline(__always)
  func isText(_ row: UInt32) -> Bool {
    guard Int(row) < strings.count else { return false }
    return strings[Int(row)] != nil || string(row) != nil
  }

  func isIdentifier(_ row: UInt32) -> Bool {
    guard Int(row) < strings.count else { return false }
    if let known = isName[Int(row)] { return known }
    let isValid = string(row).flatMap(RestorationIdentifier.init) != nil
    isName[Int(row)] = isValid
    return isValid
  }

  func string(_ row: UInt32) -> String? {
    guard Int(row) < strings.count else { return nil }
    if let known = strings[Int(row)] { return known }
    let read = snapshot.string(row)
    strings[Int(row)] = read
    return read
  }
}

extension SnapshotView {
  fileprivate func archivedClass(_ row: Int) -> ArchivedClass? {
    guard let found: ClassRow = classes.row(row), let name = string(found.name) else { return nil }
    return ArchivedClass(
      name: name, restorationClass: string(found.restorationClass),
      schemaVersion: Int(found.schemaVersion))
  }
}
