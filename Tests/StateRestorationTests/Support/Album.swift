// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

/// A photo as three versions of an application save it.
///
/// They use the keys `name`, `names` and `title`.
final class Photo: StatePreserving, ObjectRestoration {
  /// The version of the running application.
  @TaskLocal static var appVersion = 1
  /// The version written; `nil` means the application's version.
  @TaskLocal static var ownVersion: Int?

  static var schemaVersion: Int { ownVersion ?? appVersion }
  static var formerNames: [String] { ["StateRestorationTests.OldPhoto"] }

  var text: String
  private(set) var isDecoded = false
  private(set) var version = 0

  init(_ text: String = "default") { self.text = text }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? {
    coder.containsValue(forKey: Photo.key) ? Photo() : nil
  }

  static var key: String { ["name", "names", "title"][appVersion - 1] }

  func encodeRestorableState(with coder: RestorationEncoder) {
    if Photo.appVersion == 2 {
      coder.encode(text.components(separatedBy: " "), forKey: Photo.key)
    } else {
      coder.encode(text, forKey: Photo.key)
    }
    coder.encode(7, forKey: "page")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    isDecoded = true
    version = coder.schemaVersion
    text =
      Photo.appVersion == 2
      ? coder.decode([String].self, forKey: Photo.key)?.joined(separator: " ") ?? "absent"
      : coder.decodeString(forKey: Photo.key) ?? "absent"
  }
}

/// The photo's class under its name of the first version.
final class OldPhoto: StatePreserving {
  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode("Half Dome", forKey: "name")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {}
}

/// One process of one version of the application.
///
/// It has the migration steps that this version knows.
struct AlbumApp {
  struct Failure: Error {}

  let version: Int
  let coordinator: RestorationCoordinator
  let photo = Photo()
  let counter = Counter()

  /// Creates a process of one version of the application.
  ///
  /// - Parameters:
  ///   - version: The version: 1, 2 or 3.
  ///   - archiver: An archiver of the shared folder.
  ///   - steps: The versions with a migration step; by default all that this version needs.
  ///   - failing: The step that throws.
  init(_ version: Int, _ archiver: Archiver, steps: [Int]? = nil, failing: Int? = nil) {
    self.version = version
    coordinator = RestorationCoordinator(
      ApplicationDescription(
        identifier: "org.example.Album", version: "\(version).0", schemaVersion: version),
      archiver: archiver)
    let steps = steps ?? Array(1..<version)
    Photo.$appVersion.withValue(version) {
      if steps.contains(1) {
        coordinator.migrate(Photo.self, from: 1, named: "Split the name") { record in
          if failing == 1 { throw Failure() }
          let name = record.decode(String.self, forKey: "name") ?? ""
          try record.encode(name.components(separatedBy: " "), forKey: "names")
          record.remove("name")
        }
      }
      if steps.contains(2) {
        coordinator.migrate(Photo.self, from: 2, named: "Join the names to a title") { record in
          if failing == 2 { throw Failure() }
          record.rename("names", to: "title")
          let names = record.decode([String].self, forKey: "title") ?? []
          try record.encode(names.joined(separator: " "), forKey: "title")
        }
      }
      coordinator.register(counter, as: "Counter")
      coordinator.register(photo, as: "Photo")
    }
  }

  func restore() -> RestorationReport {
    Photo.$appVersion.withValue(version) { coordinator.restore() }
  }

  @discardableResult
  func save(everything: Bool = true) throws -> PreservationReport {
    try Photo.$appVersion.withValue(version) {
      try everything ? coordinator.save() : coordinator.saveChanges()
    }
  }
}
