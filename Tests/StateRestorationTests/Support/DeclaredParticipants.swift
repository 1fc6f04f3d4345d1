// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorableFixtures
import RestorationArchive
import StateRestoration

/// Declares one property of each kind of value, and has no hook.
final class Reading: StateRestoring {
  enum Mode: String, Codable { case list, detail }
  struct Place: Codable, Equatable { var chapter = 0, line = 0 }
  /// A value that cannot be compared.
  struct Draft: Codable { var text = "" }

  @Restorable var day = 0
  @Restorable var speed = 1.0
  @Restorable var isOpen = false
  @Restorable var search = ""
  @Restorable var mode = Mode.list
  @Restorable var place = Place()
  @Restorable var draft = Draft()
  @Restorable var eventID: String? = nil
  @Restorable var limit: Int? = 10
  @Restorable var starred: Set<String> = []
  @Restorable(key: "q") var query = ""
  @Restorable private var secret = 0

  var shownSecret: Int { secret }
  func hide(_ value: Int) { secret = value }
}

/// A copyable class that must not be copied.
final class Chapter: StateRestoring, Codable, Equatable {
  @Restorable var title: String

  init(_ title: String = "") { _title = Restorable(wrappedValue: title) }

  // The compiler requires these members of a copyable class.
  init(from decoder: any Decoder) throws { _title = Restorable(wrappedValue: "copied") }
  func encode(to encoder: any Encoder) throws {}
  static func == (lhs: Chapter, rhs: Chapter) -> Bool { lhs.title == rhs.title }
}

/// Refers to other objects in every way.
final class Book: StateRestoring {
  @Restorable var fixed: Chapter
  @Restorable var current: Chapter? = nil
  @Restorable var anything: (any StateRestoring)? = nil
  @Restorable var chapters: [Chapter] = []
  @Restorable var mixed: [any StateRestoring] = []
  @Restorable var named: [String: Chapter] = [:]

  init(_ fixed: Chapter) { _fixed = Restorable(wrappedValue: fixed) }
}

/// Inherits a private property from another module.
final class ColoredBookmark: Bookmark {
  @Restorable var color = "red"
}

/// Has a property named like a private one of its superclass.
final class NumberedBookmark: Bookmark {
  @Restorable var page = 5
}

/// A generic base class.
class Box<Element: Codable & Equatable>: StateRestoring {
  @Restorable var element: Element
  init(_ element: Element) { _element = Restorable(wrappedValue: element) }
}

final class LabelledBox<Element: Codable & Equatable>: Box<Element> {
  @Restorable var label = ""
}

/// Has hooks beside its declared property, and uses one key twice.
final class Notebook: StatePreserving {
  @Restorable var title = ""
  var pages = 0
  private(set) var titleInHook: String?

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(pages, forKey: "pages")
    coder.encode("from the hook", forKey: "title")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    titleInHook = title
    pages = coder.decodeInteger(forKey: "pages")
  }
}

/// Two versions of one class.
enum Versions {
  final class Old: StateRestoring {
    @Restorable var size = "large"
    @Restorable var count = 7
    @Restorable var before = 3
  }

  final class New: StateRestoring, ObjectRestoration {
    static var formerNames: [String] { ["StateRestorationTests.Versions.Old"] }
    static func object(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> (any StateRestoring)? { nil }

    @Restorable var size = 12
    @Restorable var count = 0
    @Restorable(key: "before") var after = 0
    @Restorable var added = "new"
    @Restorable var chapter: Chapter? = nil
  }
}

/// A screen in a tree that is not registered.
final class DeclaringScreen: Screen {
  @Restorable var zoom = 1 { didSet { observed.append(zoom) } }
  private(set) var observed: [Int] = []
}
