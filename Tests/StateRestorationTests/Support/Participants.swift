// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// A filter as in the talk of 2013, made on demand.
final class Filter: StatePreserving, ObjectRestoration {
  var intensity = 0.0
  private(set) var decodedCount = 0

  var objectRestorationClass: (any ObjectRestoration.Type)? { Filter.self }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? {
    Filter()
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(intensity, forKey: "intensity")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    decodedCount += 1
    intensity = coder.decodeDouble(forKey: "intensity")
  }
}

/// Saves a number, and exists before it is needed.
final class Counter: StatePreserving {
  var value = 0
  weak var restorationParent: (any StateRestoring)?
  private(set) var encodedCount = 0
  private(set) var decodedCount = 0
  private(set) var finishedCount = 0

  init(_ value: Int = 0, parent: (any StateRestoring)? = nil) {
    self.value = value
    restorationParent = parent
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    encodedCount += 1
    coder.encode(value, forKey: "value")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    decodedCount += 1
    value = coder.decodeInteger(forKey: "value")
  }

  func applicationFinishedRestoringState() { finishedCount += 1 }
}

/// Has no state of its own, but others refer to it.
final class DataSource: StateRestoring {
  nonisolated(unsafe) static let shared = DataSource()
}

/// Refers to others in four ways.
///
/// The references are single, in an array, in a dictionary, and in a `Codable` value.
final class Holder: StatePreserving {
  struct Note: Codable {
    var text: String
    var reference: RestorationReference<Filter>
  }

  var one: (any StateRestoring)?
  var many: [Filter] = []
  var named: [String: Filter] = [:]
  var note: Note?

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(one, forKey: "one")
    coder.encode(many, forKey: "many")
    coder.encode(named, forKey: "named")
    coder.encode(note, forKey: "note")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    one = coder.decodeAnyObject(forKey: "one")
    many = coder.decodeObjects(forKey: "many")
    named = coder.decodeObjectsByName(forKey: "named")
    note = coder.decode(forKey: "note")
  }
}
