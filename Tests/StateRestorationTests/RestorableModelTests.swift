// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Objects created again for the model that they showed.
@Suite struct RestorableModelTests {
  private struct Book: Identifiable {
    var id: Int
    var title: String
  }

  private final class Page: StateRestoring {
    @RestorableModel private(set) var book: Book
    @Restorable var number = 1

    init(_ book: Book) { self.book = book }

    func open(_ book: Book) { self.book = book }
  }

  private final class Shelf {
    var books: [Book]
    private(set) var opened: [Page] = []

    init(_ books: Book...) { self.books = books }

    func book(withID id: Int) -> Book? { books.first { $0.id == id } }

    func makePages(for coordinator: RestorationCoordinator, refusing title: String? = nil) {
      coordinator.register(Page.self, showing: "book", find: book(withID:)) { book, coder in
        guard coder.containsValue(forKey: "number"), book.title != title else { return nil }
        let page = Page(book)
        self.opened.append(page)
        return page
      }
    }
  }

  private let machine = Machine()
  private let shelf = Shelf(Book(id: 1, title: "One"), Book(id: 2, title: "Two"))

  /// Saves a page on the second book, under the book's former name.
  private func savePage() throws {
    let page = Page(Book(id: 2, title: "Zwei"))
    page.number = 7
    let coordinator = machine.coordinator(["Page": page])
    shelf.makePages(for: coordinator)
    try coordinator.save()
  }

  @Test("R38, R67: the model is found by its saved identifier, with its current values")
  func modelIsFound() throws {
    try savePage()
    let coordinator = machine.coordinator()
    shelf.makePages(for: coordinator)
    #expect(coordinator.restore()["Page"] == .restored)
    let page = try #require(shelf.opened.last)
    #expect((page.book.id, page.book.title, page.number) == (2, "Two", 7))
  }

  @Test("R67: an object is dropped if its model is gone or its maker refuses it")
  func missingModelDropsItsObject() throws {
    try savePage()
    let refusing = machine.coordinator()
    shelf.makePages(for: refusing, refusing: "Two")
    #expect(refusing.restore()["Page"]?.droppedReason != nil)
    shelf.books.removeLast()
    let coordinator = machine.coordinator()
    shelf.makePages(for: coordinator)
    #expect(coordinator.restore()["Page"]?.droppedReason != nil)
    #expect(shelf.opened.isEmpty)
  }

  @Test("R51, R67: an identifier of another type finds no model")
  func identifierOfAnotherType() throws {
    final class Old: StateRestoring {
      @Restorable var book = "two"
    }
    let old = Old()
    let first = machine.coordinator(["Old": old])
    first.register(Old.self) { _, _ in Old() }
    try first.save()
    let second = machine.coordinator()
    second.register(Old.self, showing: "book", find: shelf.book(withID:)) { _, _ in Old() }
    #expect(second.restore()["Old"]?.droppedReason != nil)
  }

  @Test("R150: another model marks the object changed; the same one with other values does not")
  func changesAreNoticed() throws {
    let page = Page(shelf.books[0])
    let coordinator = machine.coordinator(["Page": page])
    try coordinator.save()
    var invalidations = 0
    coordinator.onInvalidate = { invalidations += 1 }
    page.open(Book(id: 1, title: "Uno"))
    #expect(invalidations == 0)
    page.open(shelf.books[1])
    #expect(invalidations == 1)
    #expect(page.book.title == "Two")
  }
}
