// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// An object with the fields of one version of a program.
private final class Document: StatePreserving {
  @TaskLocal static var version = 1
  static var schemaVersion: Int { version }

  enum Field: Equatable {
    case text(String)
    case number(Int)
    case real(Double)
    /// It is written only if present.
    case optional(String?)
    /// It is written always.
    case numberOrNil(Int?)
    case textOrNil(String?)
    case list([Int])
  }

  var fields: [String: Field]
  var formerRestorationIdentifiers: [String] = []

  init(_ fields: [String: Field]) { self.fields = fields }

  func encodeRestorableState(with coder: RestorationEncoder) {
    for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
      switch field {
      case .text(let text): coder.encode(text, forKey: key)
      case .number(let number): coder.encode(number, forKey: key)
      case .real(let number): coder.encode(number, forKey: key)
      case .optional(let text): if let text { coder.encode(text, forKey: key) }
      case .numberOrNil(let number): coder.encode(number, forKey: key)
      case .textOrNil(let text): coder.encode(text, forKey: key)
      case .list(let numbers): coder.encode(numbers, forKey: key)
      }
    }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    for (key, field) in fields {
      switch field {
      case .text(let text):
        fields[key] = .text(coder.decode(String.self, forKey: key) ?? text)
      case .number(let number):
        fields[key] = .number(coder.decode(Int.self, forKey: key) ?? number)
      case .real(let number):
        fields[key] = .real(coder.decode(Double.self, forKey: key) ?? number)
      case .optional: fields[key] = .optional(coder.decode(String.self, forKey: key))
      case .numberOrNil(let number):
        fields[key] = .numberOrNil(coder.decode(Int?.self, forKey: key) ?? number)
      case .textOrNil(let text):
        fields[key] = .textOrNil(coder.decode(String?.self, forKey: key) ?? text)
      case .list(let numbers):
        fields[key] = .list(coder.decode([Int].self, forKey: key) ?? numbers)
      }
    }
  }
}

private final class Desk: StateRestoring {
  @Restorable var document: Document? = nil
  @Restorable var other: Node? = nil
  @Restorable var open: [Node] = []
}

/// A program keeps the values that it cannot use.
@Suite struct CarriedValuesTests {
  private let machine = Machine()

  /// Starts a version of the program, which restores its document.
  private func launch(_ fields: [String: Document.Field]) -> (RestorationCoordinator, Document) {
    let (coordinator, document) = (machine.coordinator(), Document(fields))
    coordinator.register(document, as: "Document")
    _ = coordinator.restore()
    return (coordinator, document)
  }

  private func save(_ fields: [String: Document.Field]) throws {
    let (coordinator, document) = launch(fields)
    document.fields = fields
    try coordinator.save()
  }

  private func found(_ fields: [String: Document.Field]) -> [String: Document.Field] {
    launch(fields).1.fields
  }

  @Test(
    "R220: an object is saved even if a record of another class waits at its path",
    arguments: [true, false])
  func otherClassWaits(_ everything: Bool) throws {
    let (old, desk) = (Node("old"), Desk())
    desk.other = old
    try machine.save(["Desk": desk, "Document": old])

    let deskNow = Desk()
    let now = machine.coordinator(["Desk": deskNow])
    _ = now.restore()
    let new = Document(["text": .text("new")])
    now.register(new, as: "Document")
    deskNow.document = new
    let report = try everything ? now.save() : now.saveChanges()
    #expect(report["Document"] == .encoded)
    new.fields["text"] = .text("newer")
    now.invalidate(new)
    try now.saveChanges()

    let (_, found) = launch(["text": .text("")])
    #expect(found.fields["text"] == .text("newer"))
  }

  @Test("R220: a record of another class stays until the object at its path changes")
  func otherClassStays() throws {
    try machine.save(["Document": Node("old")])
    let (now, document) = launch(["text": .text("default")])
    #expect(now.restore().losesRecordsOnChange)
    #expect(now.preserve(reason: .explicit).report["Document"] == .carried)
    #expect(try now.preserve(reason: .explicit).commitAndWait() == nil)
    document.fields["text"] = .text("changed")
    #expect(try now.save()["Document"] == .encoded)
    #expect(found(["text": .text("")]) == ["text": .text("changed")])
  }

  @Test("R220, R221: an unknown key survives full saves and saves of changes, and causes none")
  func unknownKeysStay() throws {
    try save(["name": .text("a"), "zoom": .real(2), "pages": .list([1, 2])])
    let (older, document) = launch(["name": .text("")])
    #expect(try older.preserve(reason: .changed, scope: .changes).commitAndWait() == nil)
    #expect(try older.preserve(reason: .explicit).commitAndWait() == nil)
    document.fields["name"] = .text("b")
    try older.save()
    document.fields["name"] = .text("c")
    older.invalidate(document)
    try older.saveChanges()
    let all: [String: Document.Field] = ["name": .text(""), "zoom": .real(0), "pages": .list([])]
    #expect(found(all) == ["name": .text("c"), "zoom": .real(2), "pages": .list([1, 2])])
  }

  /// Starts a version of the program in which the document is called `Letter`.
  private func launchRenamed(_ fields: [String: Document.Field], isLate: Bool = false)
    -> (RestorationCoordinator, Document)
  {
    let (coordinator, document) = (machine.coordinator(), Document(fields))
    document.formerRestorationIdentifiers = ["Document"]
    if isLate { _ = coordinator.restore() }
    coordinator.register(document, as: "Letter")
    if !isLate { _ = coordinator.restore() }
    return (coordinator, document)
  }

  @Test(
    "R220, R228: what a renamed object cannot use survives its save under the new name",
    arguments: [true, false], [true, false])
  func renamedObjects(isLate: Bool, everything: Bool) throws {
    try save(["name": .text("a"), "zoom": .real(2), "level": .text("high")])
    let (older, document) = launchRenamed(
      ["name": .text(""), "level": .number(0)], isLate: isLate)
    document.fields["name"] = .text("b")
    older.invalidate(document)
    let report = try everything ? older.save() : older.saveChanges()
    #expect(report["Letter"] == .encoded && report["Document"] == nil)
    #expect(try older.preserve(reason: .explicit).commitAndWait() == nil)
    let newer = launchRenamed(["name": .text(""), "zoom": .real(0), "level": .text("")]).1
    #expect(newer.fields == ["name": .text("b"), "zoom": .real(2), "level": .text("high")])
  }

  @Test(
    "R220, R228: a renamed object's record of another schema stays until the object changes",
    arguments: [1, 2], [true, false])
  func renamedObjectsOfOtherSchemas(saved: Int, isChanged: Bool) throws {
    try Document.$version.withValue(saved) { try save(["name": .text("a"), "zoom": .real(2)]) }
    try Document.$version.withValue(3 - saved) {
      let (other, document) = launchRenamed(["name": .text("")])
      #expect(document.fields == ["name": .text("")])
      if isChanged { document.fields["name"] = .text("b") }
      let report = try other.save()
      #expect(report["Document"] == nil)
      if isChanged {
        #expect(launchRenamed(["name": .text("")]).1.fields == ["name": .text("b")])
      }
    }
    guard !isChanged else { return }
    Document.$version.withValue(saved) {
      let again = launchRenamed(["name": .text(""), "zoom": .real(0)]).1
      #expect(again.fields == ["name": .text("a"), "zoom": .real(2)])
    }
  }

  @Test("R220: a known key that the program no longer writes is removed", arguments: [true, false])
  func ownKeysGo(_ isOlderBetween: Bool) throws {
    try save(["name": .text("a"), "subject": .optional("s"), "zoom": .real(2)])
    if isOlderBetween {
      let (older, document) = launch(["name": .text("")])
      document.fields["name"] = .text("b")
      try older.save()
    }
    let (now, document) = launch(["name": .text(""), "subject": .optional(nil)])
    #expect(document.fields["subject"] == .optional("s"))
    document.fields["subject"] = .optional(nil)
    try now.save()
    #expect(
      found(["subject": .optional(nil), "zoom": .real(0)])
        == ["subject": .optional(nil), "zoom": .real(2)])
    document.fields["subject"] = .optional("again")
    try now.save()
    document.fields["subject"] = .optional(nil)
    try now.save()
    #expect(found(["subject": .optional(nil)]) == ["subject": .optional(nil)])
  }

  @Test("R220: a value of another type stays until it is set, and then beside the new value")
  func otherTypesStay() throws {
    try save(["level": .text("high"), "name": .text("a")])
    let (now, document) = launch(["level": .number(0), "name": .text("")])
    #expect(!now.restore().losesRecordsOnChange)
    #expect(try now.preserve(reason: .explicit).commitAndWait() == nil)
    document.fields["name"] = .text("b")
    try now.save()
    #expect(found(["level": .text("")]) == ["level": .text("high")])
    document.fields["level"] = .number(3)
    try now.save()
    #expect(found(["level": .number(0)]) == ["level": .number(3)])
    #expect(found(["level": .text("")]) == ["level": .text("high")])
    document.fields["level"] = .number(0)
    try now.save()
    #expect(found(["level": .number(9)]) == ["level": .number(0)])

    let (again, text) = launch(["level": .text("")])
    #expect(try again.preserve(reason: .explicit).commitAndWait() == nil)
    text.fields["level"] = .text("low")
    try again.save()
    #expect(found(["level": .number(9)]) == ["level": .number(0)])
    #expect(found(["level": .text("")]) == ["level": .text("low")])
  }

  @Test(
    "R220: a value that one version has cleared stays so, beside that of another type",
    arguments: [true, false])
  func clearedValues(everything: Bool) throws {
    try save(["filter": .numberOrNil(5)])
    let (other, text) = launch(["filter": .textOrNil(nil)])
    text.fields["filter"] = .textOrNil("x")
    try other.save()
    let (coordinator, number) = launch(["filter": .numberOrNil(nil)])
    #expect(number.fields == ["filter": .numberOrNil(5)])
    #expect(try coordinator.preserve(reason: .explicit).commitAndWait() == nil)
    number.fields["filter"] = .numberOrNil(nil)
    coordinator.invalidate(number)
    _ = try everything ? coordinator.save() : coordinator.saveChanges()
    #expect(found(["filter": .numberOrNil(1)]) == ["filter": .numberOrNil(nil)])
    #expect(found(["filter": .textOrNil(nil)]) == ["filter": .textOrNil("x")])
  }

  @Test("R220: a late object without a value keeps that of another type")
  func lateObjectWithoutAValue() throws {
    try save(["filter": .numberOrNil(5), "name": .text("a")])
    let (coordinator, late) = (
      machine.coordinator(), Document(["filter": .textOrNil(nil), "name": .text("")])
    )
    _ = coordinator.restore()
    coordinator.register(late, as: "Document")
    late.fields["name"] = .text("b")
    try coordinator.save()
    let all: [String: Document.Field] = ["filter": .numberOrNil(nil), "name": .text("")]
    #expect(found(all) == ["filter": .numberOrNil(5), "name": .text("b")])
  }

  @Test("R220: a reference to an object of another type stays until it is set")
  func widerReference() throws {
    final class Holder: StatePreserving {
      var tool: (any StateRestoring)?
      let isOld: Bool
      var count = 0
      init(_ tool: (any StateRestoring)?, isOld: Bool = false) {
        (self.tool, self.isOld) = (tool, isOld)
      }
      func encodeRestorableState(with coder: RestorationEncoder) {
        coder.encode(isOld ? nil : tool, forKey: "tool")
        coder.encode(count, forKey: "count")
      }
      func decodeRestorableState(with coder: RestorationDecoder) {
        tool =
          isOld
          ? coder.decodeObject(Desk.self, forKey: "tool")
          : coder.decodeObject(Node.self, forKey: "tool")
        count = coder.decodeInteger(forKey: "count")
      }
    }
    let brush = Node("brush")
    try machine.save(["Holder": Holder(brush), "Brush": brush])
    let (old, brushThere) = (Holder(nil, isOld: true), Node())
    let coordinator = machine.coordinator(["Holder": old, "Brush": brushThere])
    _ = coordinator.restore()
    #expect(old.tool == nil)
    old.count = 1
    try coordinator.save()
    let (new, brushAgain) = (Holder(nil), Node())
    machine.restore(["Holder": new, "Brush": brushAgain])
    #expect(new.tool === brushAgain)
    #expect(new.count == 1)
  }

  @Test("R220: a late object's value counts as set, and an archived value of another type stays")
  func lateValuesAreSet() throws {
    try save(["level": .text("high")])
    let (program, document) = (machine.coordinator(), Document(["level": .number(4)]))
    _ = program.restore()
    program.register(document, as: "Document")
    try program.save()
    #expect(found(["level": .number(0)]) == ["level": .number(4)])
    #expect(found(["level": .text("")]) == ["level": .text("high")])
  }

  @Test(
    "R220, R221: a record whose schema a late object cannot read stays until the object changes",
    arguments: [1, 3], [true, false])
  func lateSchemaWaits(saved version: Int, everything: Bool) throws {
    try Document.$version.withValue(version) { try save(["name": .text("a"), "zoom": .real(2)]) }
    try Document.$version.withValue(2) {
      let (program, document) = (machine.coordinator(), Document(["name": .text("default")]))
      _ = program.restore()
      program.register(document, as: "Document")
      let pass = program.preserve(reason: .changed, scope: everything ? .all : .changes)
      #expect(pass.report["Document"] == .carried)
      #expect(try pass.commitAndWait() == nil)
      Document.$version.withValue(version) {
        #expect(
          found(["name": .text(""), "zoom": .real(0)]) == ["name": .text("a"), "zoom": .real(2)])
      }
      document.fields["name"] = .text("b")
      program.invalidate(document)
      try program.saveChanges()
      #expect(found(["name": .text("")]) == ["name": .text("b")])
    }
  }

  @Test(
    "R220: a newer schema's record stays until its object changes; then its other keys stay",
    arguments: ["b", "a"])
  func newerSchemaStays(name: String) throws {
    try Document.$version.withValue(2) { try save(["name": .text("a"), "zoom": .real(2)]) }
    let (older, document) = launch(["name": .text("")])
    #expect(document.fields == ["name": .text("")])
    #expect(try older.preserve(reason: .explicit).commitAndWait() == nil)
    document.fields["name"] = .text(name)
    try older.save()
    #expect(
      found(["name": .text(""), "zoom": .real(0)]) == ["name": .text(name), "zoom": .real(2)])
  }

  @Test("R220: a waiting record gets its object's current prerequisite")
  func prerequisiteOfWaitingRecord() throws {
    final class Page: Screen {
      override class var schemaVersion: Int { Document.version }
    }
    func launch(_ names: String...) -> (RestorationCoordinator, Screen, Page) {
      let page = Page("Page")
      let root = Screen("Root", names.map { Screen($0) } + [page])
      root.isStack = true
      let coordinator = machine.coordinator(tree: FakeTree(root))
      _ = coordinator.restore()
      return (coordinator, root, page)
    }
    try Document.$version.withValue(2) {
      let (coordinator, _, page) = launch("Old")
      page.text = "a"
      try coordinator.save()
    }
    let (older, root, page) = launch("Old")
    #expect(page.text == "Page")
    root.children[0] = Screen("New")
    try older.save()
    #expect(try older.preserve(reason: .explicit).commitAndWait() == nil)
    Document.$version.withValue(2) {
      #expect(launch("New").2.text == "a")
    }
  }

  @Test(
    "R155, R206, R220: beside an unknown key, a value that is too large is saved once there is room",
    arguments: [true, false])
  func leftOutBesideUnknownKeys(ofArchive isArchive: Bool) throws {
    try save(["name": .text("a"), "zoom": .real(2)])
    let (older, document) = launch(["name": .text("")])
    var heard: [Int] = []
    older.onOmission = { heard.append($0.count) }
    let (budget, long) = (older.budget, String(repeating: "b", count: 2000))
    if isArchive { older.budget.archiveSize = 1000 } else { older.budget.objectSize = 1000 }
    document.fields["name"] = .text(long)
    older.invalidate(document)
    try older.saveChanges()
    #expect(try older.save().omissions.map(\.key) == ["name"])
    #expect(heard == [1])
    let all: [String: Document.Field] = ["name": .text(""), "zoom": .real(0)]
    #expect(found(all) == ["name": .text("a"), "zoom": .real(2)])
    older.budget = budget
    try older.save()
    #expect(heard == [1, 0])
    #expect(found(all) == ["name": .text(long), "zoom": .real(2)])
  }

  @Test("R155, R220: a value of another type stays once, beside one that is too large")
  func leftOutBesideOtherType() throws {
    try save(["level": .text("high")])
    let (now, document) = launch(["level": .list([])])
    now.budget.objectSize = 1000
    document.fields["level"] = .list(Array(1...1000))
    for isFirst in [true, false] {
      let pass = now.preserve(reason: .explicit)
      #expect(pass.report.omissions.map(\.key) == ["level"])
      #expect(try (pass.commitAndWait() != nil) == isFirst)
    }
    #expect(found(["level": .text("")]) == ["level": .text("high")])
  }

  @Test("R220: a list keeps its references to absent objects through a save")
  func absentReferencesStay() throws {
    let (desk, one, two) = (Desk(), Node("one"), Node("two"))
    desk.open = [one, two]
    try machine.save(["Desk": desk, "One": one, "Two": two])
    let (deskNow, oneNow) = (Desk(), Node())
    let now = machine.coordinator(["Desk": deskNow, "One": oneNow])
    _ = now.restore()
    #expect(deskNow.open.count == 1)
    try now.save()
    let (deskLast, oneLast, twoLast) = (Desk(), Node(), Node())
    machine.restore(["Desk": deskLast, "One": oneLast, "Two": twoLast])
    #expect(deskLast.open.map(\.text) == ["one", "two"])
  }

  @Test("R220: alternating versions of a program do not lose each other's values")
  func versionsTakeTurns() throws {
    // One more property, a property of another type, and an older version again.
    let versions: [[String: Document.Field]] = [
      ["name": .text(""), "level": .number(0)],
      ["name": .text(""), "level": .number(0), "zoom": .real(1)],
      ["name": .text(""), "level": .text(""), "zoom": .real(1)],
      ["name": .text("")],
    ]
    var name = Document.Field.text("")
    var (number, text) = (Document.Field.number(0), Document.Field.text(""))
    var zoom = Document.Field.real(1)
    for turn in 1...40 {
      let version = turn % 4
      let (coordinator, document) = launch(versions[version])
      var expected = versions[version]
      expected["name"] = name
      if expected["zoom"] != nil { expected["zoom"] = zoom }
      if case .number? = expected["level"] { expected["level"] = number }
      if case .text? = expected["level"] { expected["level"] = text }
      #expect(document.fields == expected, "turn \(turn)")
      let other = Node()
      if version == 1 {
        coordinator.register(other, as: "Other")
        #expect(other.text == (turn == 1 ? "" : "other \(turn - 4)"))
        other.text = "other \(turn)"
      }
      if turn % 3 == 0 {
        name = .text("name \(turn)")
        document.fields["name"] = name
      }
      if case .number? = document.fields["level"], turn % 5 != 0 {
        number = .number(turn)
        document.fields["level"] = number
      }
      if case .text? = document.fields["level"], turn % 7 != 0 {
        text = .text("level \(turn)")
        document.fields["level"] = text
      }
      if document.fields["zoom"] != nil, turn % 2 == 0 {
        zoom = .real(Double(turn))
        document.fields["zoom"] = zoom
      }
      coordinator.invalidate(document)
      _ = try turn % 2 == 0 ? coordinator.saveChanges() : coordinator.save()
    }
  }

  @Test("R151: an object's outcome reports a value that could not be written")
  func valuesThatCannotBeWritten() throws {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: ""))
      }
    }
    let (node, counter) = (Node("text"), Counter(1))
    let coordinator = machine.coordinator(["Node": node, "Counter": counter])
    #expect(try coordinator.save()["Node"] == .encoded)
    node.onEncode = { $0.encode(Refusing(), forKey: "refusing") }
    for scope in [PreservationScope.all, .changes] {
      coordinator.invalidate(node)
      let report = coordinator.preserve(reason: .changed, scope: scope).report
      let reason = try #require(report["Node"]?.incompleteReason)
      #expect(reason.contains("refusing"))
      #expect(report["Counter"] == (scope == .all ? .encoded : .carried))
    }
    node.onEncode = { $0.encode(Int128.max, forKey: "large") }
    #expect(coordinator.preserve(reason: .changed).report["Node"]?.incompleteReason != nil)
    node.onEncode = nil
    #expect(coordinator.preserve(reason: .changed).report["Node"] == .encoded)
  }

  @Test("R221: a second restore decodes only the objects registered since the first")
  func restoreTwice() throws {
    try machine.save(["Counter": Counter(1), "Node": Node("late")])
    let (counterNow, nodeNow) = (Counter(), Node())
    let now = machine.coordinator(["Counter": counterNow])
    #expect(now.restore()["Node"] == .unclaimed)
    counterNow.value = 6
    now.register(nodeNow, as: "Node")
    let report = now.restore()
    #expect((counterNow.value, counterNow.decodedCount, counterNow.finishedCount) == (6, 1, 1))
    #expect((nodeNow.text, nodeNow.decodedCount) == ("late", 1))
    #expect(report["Counter"] == .restored && report["Node"] == .restored)
    #expect(report.isRestored)
    try now.save()
    #expect(now.restore()["Counter"] == .restored)
    #expect(counterNow.value == 6)
  }
}
