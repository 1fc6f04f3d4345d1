// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorableFixtures
import RestorationArchive
import Testing

@testable import StateRestoration

@Suite struct DeclaredStateTests {
  let machine = Machine()

  /// Saves objects under names, and restores other objects under those names.
  @discardableResult
  private func relaunch(
    _ saved: KeyValuePairs<String, any StateRestoring>,
    as restored: KeyValuePairs<String, any StateRestoring>, isComplete: Bool = true
  ) throws -> RestorationReport {
    let report = try machine.save(saved)
    if isComplete { #expect(report.diagnostics == []) }
    return machine.restore(restored)
  }

  @Test("R90: declared values come back without encode or decode hooks")
  func valuesComeBack() throws {
    let reading = Reading()
    (reading.day, reading.speed, reading.isOpen, reading.search) = (3, 0.5, true, "swift")
    (reading.mode, reading.place) = (.detail, .init(chapter: 2, line: 40))
    (reading.draft.text, reading.eventID, reading.limit) = ("dear", "e7", nil)
    (reading.starred, reading.query) = (["a", "b"], "q")
    reading.hide(42)
    let again = Reading()
    let report = try relaunch(["Reading": reading], as: ["Reading": again])
    #expect(report["Reading"] == .restored)
    #expect(report.diagnostics == [])
    #expect((again.day, again.speed, again.isOpen, again.search) == (3, 0.5, true, "swift"))
    #expect((again.mode, again.place) == (.detail, .init(chapter: 2, line: 40)))
    #expect((again.draft.text, again.eventID, again.limit) == ("dear", "e7", nil))
    #expect((again.starred, again.query, again.shownSecret) == (["a", "b"], "q", 42))
  }

  @Test("R173, R90: an object with only declared state is told once that restoring has ended")
  func declaredStateHearsTheEnd() throws {
    let (reader, above) = (Refreshing(), Handwriting())
    (reader.day, above.day) = (3, 4)
    let (again, aboveAgain, alone) = (Refreshing(), Handwriting(), Refreshing())
    try relaunch(
      ["Reader": reader, "Above": above],
      as: ["Reader": again, "Above": aboveAgain, "Alone": alone])
    #expect(again.seen == [3])
    #expect(aboveAgain.seen == [4])
    #expect(reader.seen.isEmpty && alone.seen.isEmpty)
  }

  @Test(
    "R150, R221: what objects change when restoring has ended is saved with the next change",
    arguments: [false, true])
  func changesAfterDecoding(isLate: Bool) throws {
    let (reading, other) = (Reading(), Reading())
    let visits = Visits(to: reading)
    try machine.save(["Reading": reading, "Visits": visits, "Other": other])
    let (readingAgain, otherAgain) = (Reading(), Reading())
    let visitsAgain = Visits(to: readingAgain)
    let coordinator = machine.coordinator(["Reading": readingAgain, "Other": otherAgain])
    var changes = 0
    coordinator.onInvalidate = { changes += 1 }
    if !isLate { coordinator.register(visitsAgain, as: "Visits") }
    _ = coordinator.restore()
    if isLate { coordinator.register(visitsAgain, as: "Visits") }
    #expect((visitsAgain.count, readingAgain.day) == (1, 1))
    #expect(changes == 0)
    otherAgain.day = 5
    _ = try coordinator.saveChanges()
    let (saved, savedReading) = (Visits(to: Reading()), Reading())
    machine.restore(["Visits": saved, "Reading": savedReading])
    #expect((saved.count, savedReading.day) == (2, 1))
  }

  @Test("R35, R37: declared references are references, never copies")
  func referencesComeBack() throws {
    let (one, two) = (Chapter("One"), Chapter("Two"))
    let book = Book(one)
    (book.current, book.anything, book.chapters) = (two, two, [two, one])
    (book.mixed, book.named) = ([one, two], ["first": one])
    let (oneAgain, twoAgain) = (Chapter(), Chapter())
    let again = Book(Chapter())
    let report = try relaunch(
      ["Book": book, "One": one, "Two": two],
      as: ["Book": again, "One": oneAgain, "Two": twoAgain])
    #expect(report.diagnostics == [])
    #expect(again.fixed === oneAgain)
    #expect(again.current === twoAgain)
    #expect(again.anything === twoAgain)
    #expect(
      again.chapters.map(ObjectIdentifier.init) == [twoAgain, oneAgain].map(ObjectIdentifier.init))
    #expect(again.mixed.count == 2)
    #expect(again.mixed.first === oneAgain && again.mixed.last === twoAgain)
    #expect(again.named["first"] === oneAgain)
    #expect(oneAgain.title == "One")
  }

  @Test("R164, R165: a broken reference is nil, and a non-optional one keeps its object")
  func brokenReferences() throws {
    let (book, lost) = (Book(Chapter("lost")), Chapter())
    book.current = lost
    let again = Book(Chapter("kept"))
    again.current = Chapter("default")
    let report = try relaunch(["Book": book], as: ["Book": again], isComplete: false)
    #expect(report["Book"] == .restored)
    #expect(again.fixed.title == "kept")
    #expect(again.current == nil)
  }

  @Test("R90: inherited private properties and those of generic classes come back")
  func inheritedPropertiesComeBack() throws {
    let (bookmark, box) = (ColoredBookmark(), LabelledBox(["a"]))
    bookmark.turn(to: 9)
    bookmark.color = "blue"
    (box.element, box.label) = (["b", "c"], "letters")
    let (bookmarkAgain, boxAgain) = (ColoredBookmark(), LabelledBox([""]))
    try relaunch(
      ["Bookmark": bookmark, "Box": box], as: ["Bookmark": bookmarkAgain, "Box": boxAgain])
    #expect((bookmarkAgain.shownPage, bookmarkAgain.color) == (9, "blue"))
    #expect((boxAgain.element, boxAgain.label) == (["b", "c"], "letters"))
  }

  @Test(
    "R51, R90: of two properties with one name, the first gets the value and the other its default")
  func sharedNames() throws {
    let (bookmark, again) = (NumberedBookmark(), NumberedBookmark())
    bookmark.turn(to: 9)
    bookmark.page = 6
    try relaunch(["Bookmark": bookmark], as: ["Bookmark": again], isComplete: false)
    #expect((again.shownPage, again.page) == (9, 5))
  }

  @Test("R150: a change of a declared property marks its object; an equal value does not")
  func changesAreNoticed() throws {
    let coordinator = machine.coordinator()
    let (reading, other) = (Reading(), Reading())
    var invalidations = 0
    coordinator.onInvalidate = { invalidations += 1 }
    reading.day = 1
    #expect(invalidations == 0)  // not registered yet
    coordinator.register(reading, as: "Reading")
    coordinator.register(other, as: "Other")
    try coordinator.save()
    reading.day = 2
    #expect(invalidations == 1)
    reading.day = 2
    reading.limit = 10
    #expect(invalidations == 1)
    reading.starred.insert("a")
    reading.place.line += 1
    reading.draft.text = ""  // cannot be compared
    #expect(invalidations == 4)
    let report = try coordinator.saveChanges()
    #expect(report["Reading"] == .encoded)
    #expect(report["Other"] == .carried)
  }

  @Test("R150: a change in place copies no array, and an equal result is not written")
  func changeInPlace() throws {
    let list = Shelf()
    let coordinator = machine.coordinator(["Shelf": list])
    list.books.reserveCapacity(10_000)
    let address = {
      list.books.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address()
    for number in 1...3 {
      list.books.append("Book \(number)")
      #expect(address() == before)
    }
    try coordinator.save()
    list.books.swapAt(0, 1)
    #expect(try coordinator.saveChanges()["Shelf"] == .encoded)
    list.books.swapAt(0, 0)
    #expect(try coordinator.preserve(reason: .changed, scope: .changes).commitAndWait() == nil)
  }

  @Test("R150: declared references are compared by identity")
  func changedReferencesAreNoticed() throws {
    let (one, equal) = (Chapter("One"), Chapter("One"))
    let book = Book(one)
    let coordinator = machine.coordinator(["Book": book])
    var invalidations = 0
    coordinator.onInvalidate = { invalidations += 1 }
    (book.fixed, book.current, book.chapters) = (one, nil, [])
    #expect(invalidations == 0)
    book.fixed = equal
    book.current = one
    book.anything = one
    book.chapters = [one]
    book.mixed = [one]
    book.named = ["a": one]
    #expect(invalidations == 6)
    book.chapters = [one]
    book.named = ["a": one]
    #expect(invalidations == 6)
    book.named = ["a": equal]
    #expect(invalidations == 7)
  }

  @Test("R150: an object of a tree notifies the coordinator that saved or restored it")
  func treeObjectsAreConnected() throws {
    let root = DeclaringScreen("Root")
    let coordinator = machine.coordinator(tree: FakeTree(root))
    var invalidations = 0
    coordinator.onInvalidate = { invalidations += 1 }
    try coordinator.save()
    root.zoom = 2
    #expect(invalidations == 1)
    #expect(try coordinator.saveChanges()["Root"] == .encoded)
    let again = DeclaringScreen("Root")
    let relaunched = machine.coordinator(tree: FakeTree(again))
    relaunched.onInvalidate = { invalidations += 1 }
    _ = relaunched.restore()
    #expect(again.zoom == 2)
    #expect(again.observed == [])  // restoring is no change; observers are for changes
    #expect(invalidations == 1)
    again.zoom = 3
    #expect(again.observed == [3])
    #expect(invalidations == 2)
  }

  @Test("R88: a declared property keeps neither object nor coordinator alive")
  func nothingIsKeptAlive() throws {
    weak var reading: Reading?
    weak var coordinator: RestorationCoordinator?
    let kept = Reading()
    do {
      let object = Reading()
      let owner = machine.coordinator(["Reading": object, "Kept": kept])
      (reading, coordinator) = (object, owner)
      try owner.save()
    }
    #expect(reading == nil)
    #expect(coordinator == nil)
    kept.day = 1
    #expect(kept.day == 1)
  }

  @Test("R90: hooks work beside declared properties, which are coded first")
  func hooksWorkBeside() throws {
    let notebook = Notebook()
    (notebook.title, notebook.pages) = ("Travels", 80)
    let again = Notebook()
    let report = try machine.save(["Notebook": notebook])
    #expect(report.diagnostics.contains { $0.contains("key title: written twice") })
    machine.restore(["Notebook": again])
    #expect((again.title, again.pages, again.titleInHook) == ("Travels", 80, "Travels"))
  }

  @Test(
    "R51: a missing value or another type leaves the default, and a mismatch is reported"
  )
  func changedTypesKeepTheirDefaults() throws {
    let old = Versions.Old()
    (old.count, old.before) = (5, 4)
    let new = Versions.New()
    let report = try relaunch(["Object": old], as: ["Object": new])
    #expect(report["Object"] == .restored)
    #expect((new.size, new.count, new.after, new.added) == (12, 5, 4, "new"))
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics[0].contains("key size: expected Int, found String"))
  }

  @Test("R30: equal sets are written as equal bytes, whatever their element order")
  func equalSetsAreNotWritten() throws {
    let reading = Reading()
    let coordinator = machine.coordinator(["Reading": reading])
    reading.starred = Set((1...100).map(String.init))
    try coordinator.save()
    var other = Set<String>(minimumCapacity: 10_000)
    other.formUnion(reading.starred)
    #expect(!other.elementsEqual(reading.starred))
    reading.starred = other
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
  }

  @Test("R30: collections without an order are written as equal bytes, too")
  func equalCollectionsAreNotWritten() throws {
    enum Mark: Codable, Hashable, CaseIterable { case a, b, c, d, e, f, g, h }
    final class Marks: StateRestoring {
      @Restorable var marks: Set<Mark> = []
      @Restorable var pages: [Mark: Int] = [:]
      @Restorable var notes: [UUID: [Mark: Int]] = [:]
    }
    let marks = Marks()
    let coordinator = machine.coordinator(["Marks": marks])
    marks.marks = Set(Mark.allCases)
    marks.pages = Dictionary(uniqueKeysWithValues: Mark.allCases.map { ($0, $0.hashValue & 1) })
    for _ in 1...8 { marks.notes[UUID()] = marks.pages }
    try coordinator.save()
    // Their order depends on how much they can hold.
    for capacity in [100, 1_000, 10_000] {
      var (set, pages) = (
        Set<Mark>(minimumCapacity: capacity), [Mark: Int](minimumCapacity: capacity)
      )
      var notes = [UUID: [Mark: Int]](minimumCapacity: capacity)
      set.formUnion(marks.marks)
      pages.merge(marks.pages) { $1 }
      notes.merge(marks.notes) { $1 }
      #expect(!set.elementsEqual(marks.marks) || !notes.keys.elementsEqual(marks.notes.keys))
      (marks.marks, marks.pages, marks.notes) = (set, pages, notes)
      #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
    }
    let again = Marks()
    machine.restore(["Marks": again])
    #expect(again.marks == marks.marks && again.pages == marks.pages && again.notes == marks.notes)
  }

  @Test("R90: a value under a key of two properties is that of the first one")
  func sharedKey() throws {
    final class Shared: StateRestoring {
      @Restorable var title = ""
      @Restorable(key: "title") var subtitle = ""
    }
    let shared = Shared()
    (shared.title, shared.subtitle) = ("first", "second")
    try machine.save(["Shared": shared])
    let again = Shared()
    machine.restore(["Shared": again])
    #expect((again.title, again.subtitle) == ("first", ""))
  }

  @Test("R90: property names are read once per class, and properties store no table")
  func namesAreReadOnce() throws {
    let coordinator = machine.coordinator()
    for number in 1...3 {
      let reading = Reading()
      machine.kept.objects.append(reading)
      coordinator.register(reading, as: "Reading \(number)")
      reading.day = number
    }
    try coordinator.save()
    #expect(coordinator.state.classes.count == 1)
    // A value, its kind, the path to the coordinator and a key, all stored in the object itself.
    #expect(MemoryLayout<Restorable<Int>>.size == 8 + 16 + 8 + 16)
  }
}

/// Updates what depends on its declared state.
private final class Refreshing: StateRestoring {
  @Restorable var day = 0
  private(set) var seen: [Int] = []

  func applicationFinishedRestoringState() { seen.append(day) }
}

/// Writes by hand, too, below a class that only declares its state.
private class Declaring: StateRestoring {
  @Restorable var day = 0
}

private final class Handwriting: Declaring, StatePreserving {
  private(set) var seen: [Int] = []

  func encodeRestorableState(with coder: RestorationEncoder) {}
  func decodeRestorableState(with coder: RestorationDecoder) {}
  func applicationFinishedRestoringState() { seen.append(day) }
}

private final class Shelf: StateRestoring {
  @Restorable var books: [String] = []
}

/// Counts its restores, also in a reading.
private final class Visits: StateRestoring {
  @Restorable var count = 0
  private let reading: Reading

  init(to reading: Reading) { self.reading = reading }

  func applicationFinishedRestoringState() {
    count += 1
    reading.day += 1
  }
}
