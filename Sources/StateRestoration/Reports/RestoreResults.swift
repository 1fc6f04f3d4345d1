// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The results of a restore, one byte per object.
///
/// The texts of the few objects that did not come back are stored separately.
struct RestoreResults: Sendable {
  private enum Code: UInt8 {
    case none, restored, referenced, unclaimed
    /// Its text says why.
    case defaulted, dropped
  }

  private var codes: [Code]
  private var texts: [ObjectNumber: String] = [:]

  /// - Parameter count: The number of objects.
  init(count: Int) { codes = Array(repeating: .none, count: count) }

  /// Forgets the results of some objects.
  ///
  /// These must be all objects with a known result.
  mutating func forget(_ numbers: [ObjectNumber]) {
    for number in numbers { codes[number.index] = .none }
    texts = [:]
  }

  /// Whether a result is known.
  func has(_ number: ObjectNumber) -> Bool { codes[number.index] != .none }

  func isRestored(_ number: ObjectNumber) -> Bool { codes[number.index] == .restored }

  func isReferenced(_ number: ObjectNumber) -> Bool { codes[number.index] == .referenced }

  func isDefaulted(_ number: ObjectNumber) -> Bool { codes[number.index] == .defaulted }

  subscript(number: ObjectNumber) -> RestorationReport.Result? {
    switch codes[number.index] {
    case .none: nil
    case .restored: .restored
    case .referenced: .referenced
    case .unclaimed: .unclaimed
    case .defaulted: .defaulted(texts[number, default: ""])
    case .dropped: .dropped(texts[number, default: ""])
    }
  }

  @inline(__always)
  mutating func setRestored(_ number: ObjectNumber) { codes[number.index] = .restored }

  @inline(__always)
  mutating func setUnclaimed(_ number: ObjectNumber) { codes[number.index] = .unclaimed }

  mutating func set(_ result: RestorationReport.Result, for number: ObjectNumber) {
    switch result {
    case .restored: codes[number.index] = .restored
    case .referenced: codes[number.index] = .referenced
    case .unclaimed: codes[number.index] = .unclaimed
    case .defaulted(let text): (codes[number.index], texts[number]) = (.defaulted, text)
    case .dropped(let text): (codes[number.index], texts[number]) = (.dropped, text)
    }
  }
}
