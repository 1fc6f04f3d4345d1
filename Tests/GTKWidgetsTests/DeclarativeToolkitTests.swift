// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import GTKSupport
  import RestorationArchive
  import StateRestoration
  import XCTest

  @testable import GTKWidgets

  /// Restores widgets with identifiers as soon as they are in a window.
  @MainActor func startRestoring() throws -> WidgetRestoration {
    try WidgetRestoration(
      ApplicationDescription(identifier: "org.example.Recipes", version: "1.0"))
  }

  /// Gives the widget behind a view its identifier.
  @MainActor func keep(_ pointer: OpaquePointer?, as identifier: String) {
    guard let pointer else { return }
    UnsafeMutablePointer<GtkWidget>(pointer).restorationIdentifier = identifier
  }

  /// Values by key, saved with the state of the program.
  @MainActor final class StoredValues: @MainActor StatePreserving {
    private var values: [String: Data] = [:]
    private let coordinator: RestorationCoordinator

    /// Registers with a coordinator; values can be read after it restores.
    init(registeringWith coordinator: RestorationCoordinator) {
      self.coordinator = coordinator
      coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "StoredValues")
    }

    /// Saves a value; it is on disk within a second.
    func persistValue<Value: Codable>(_ value: Value, forKey key: String) throws {
      values[key] = try JSONEncoder().encode([value])
      coordinator.invalidate(self)
    }

    /// Returns the value; `nil` if missing or of another type.
    func retrieveValue<Value: Codable>(ofType type: Value.Type, forKey key: String) -> Value? {
      values[key].flatMap { try? JSONDecoder().decode([Value].self, from: $0).first }
    }

    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(values, forKey: "values")
    }

    func decodeRestorableState(with coder: RestorationDecoder) {
      values = coder.decode([String: Data].self, forKey: "values") ?? [:]
    }
  }

  /// The articles' examples for declarative toolkits, on plain widgets.
  final class DeclarativeToolkitTests: XCTestCase {
    /// R207: widgets that a library creates are restored inside a window.
    ///
    /// The library also updates them.
    func testWidgetsThatALibraryMakes() throws {
      try withProgram { program in
        @MainActor func makeView(_ identifier: String) -> WidgetPointer {
          let entry: WidgetPointer = gtk_entry_new()
          for _ in 0..<3 { keep(OpaquePointer(entry), as: identifier) }
          return entry
        }
        for life in 0..<2 {
          let entry = makeView("Title")
          let window = program.makeHiddenWindow(makeBox(entry), named: "Main")
          program.present(window)
          if life == 0 {
            gtk_editable_set_text(entry.opaque, "Soup")
            try program.relaunch()
          } else {
            program.pump { text(of: entry) == "Soup" }
          }
        }
      }
    }

    /// R87: the program's own objects, here stored values, are part of the archive.
    func testStoredValues() throws {
      try withProgram { program in
        let values = StoredValues(registeringWith: program.restoration.coordinator)
        program.show(gtk_label_new("1"))
        try values.persistValue(["a", "b"], forKey: "names")
        try values.persistValue(3, forKey: "count")
        try program.relaunch()
        let restored = StoredValues(registeringWith: program.restoration.coordinator)
        program.show(gtk_label_new("1"))
        XCTAssertEqual(restored.retrieveValue(ofType: [String].self, forKey: "names"), ["a", "b"])
        XCTAssertEqual(restored.retrieveValue(ofType: Int.self, forKey: "count"), 3)
        XCTAssertNil(restored.retrieveValue(ofType: String.self, forKey: "count"))
        XCTAssertNil(restored.retrieveValue(ofType: Int.self, forKey: "other"))
      }
    }
  }
#endif
