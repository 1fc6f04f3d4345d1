// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A difference as JSON.
struct DifferenceDocument: Encodable {
  let old: State
  let new: State
  let isSame: Bool
  let added: [ExportedAddress]
  let dropped: [ExportedAddress]
  let changed: [Object]

  /// A compared state.
  struct State: Encodable {
    let name: String
    let save: UInt64
    let origin: ExportedOrigin?

    init(_ state: ComparedState) {
      (name, save) = (state.name, state.reading.state.sequenceNumber)
      origin = state.reading.origin.map { ExportedOrigin($0) }
    }
  }

  /// An object that both states have.
  struct Object: Encodable {
    let address: ExportedAddress
    let attributes: [Attribute]
    let values: [Value]
  }

  /// A property of an object other than its values.
  struct Attribute: Encodable {
    let name: String
    let old: String?
    let new: String?
  }

  /// A changed value; without `old` if added, without `new` if removed.
  struct Value: Encodable {
    let key: String
    let old: Content?
    let new: Content?
  }

  /// A value, or the part of it that may be revealed.
  enum Content: Encodable {
    case value(ExportedValue)
    case outline(ValueOutline)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .value(let value): try value.encode(to: encoder)
      case .outline(let outline): try outline.encode(to: encoder)
      }
    }
  }

  init(
    _ difference: SnapshotDifference, from old: ComparedState, to new: ComparedState,
    revealsValues: Bool
  ) throws {
    func content(_ value: ArchivedValue, of state: ComparedState) throws -> Content {
      let snapshot = state.reading.snapshot
      guard revealsValues else {
        return .outline(
          ValueOutline(value) { snapshot.address(of: $0)?.description ?? "(unknown object)" })
      }
      return .value(
        try ExportedValue(value) { number in
          guard let address = snapshot.address(of: number) else {
            throw ToolFailure(.damaged, "An archive refers to an unknown object.")
          }
          return ExportedAddress(address)
        })
    }
    self.old = State(old)
    self.new = State(new)
    isSame = difference.isEmpty
    added = difference.added.map { ExportedAddress($0) }
    dropped = difference.dropped.map { ExportedAddress($0) }
    changed = try difference.changed.map { object in
      Object(
        address: ExportedAddress(object.address),
        attributes: object.attributes.map {
          Attribute(name: $0.attribute.rawValue, old: $0.old, new: $0.new)
        },
        values: try object.values.map { change in
          Value(
            key: change.key, old: try change.old.map { try content($0, of: old) },
            new: try change.new.map { try content($0, of: new) })
        })
    }
  }
}
