// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKWidgets
import RestorationArchive
import StateRestoration

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
#endif
