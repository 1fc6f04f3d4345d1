// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

extension ChangeBuilder {
  /// Creates a builder for a first state.
  convenience init(tables: SnapshotTables = SnapshotTables()) {
    self.init(
      tables: tables, base: nil,
      origin: RecordOrigin(
        applicationVersion: "1", systemVersion: "12", idiom: .headless, timestamp: Date()))
  }

  /// Adds an application record.
  func recordApplication() { record(.application, of: Node.self) }

  /// Adds the record of a node, which may need an object of the same kind.
  func record(
    _ path: String, _ kind: ObjectKind = .object, of type: Node.Type = Node.self,
    restorationClass: String? = nil, needs prerequisite: String? = nil,
    _ encode: (RestorationEncoder) -> Void = { _ in }
  ) {
    record(
      RestorationAddress(path, kind), of: type, restorationClass: restorationClass,
      needs: prerequisite.map { RestorationAddress($0, kind) }, encode)
  }

  private func record(
    _ address: RestorationAddress, of type: Node.Type, restorationClass: String? = nil,
    needs prerequisite: RestorationAddress? = nil,
    _ encode: (RestorationEncoder) -> Void = { _ in }
  ) {
    let encoder = begin(
      tables.number(for: address), className: archivedClassName(of: type),
      restorationClass: restorationClass, schemaVersion: 1,
      prerequisite: prerequisite.map(tables.number(for:)), references: nil)
    encode(encoder)
    end(encoder)
  }
}

extension [UInt8] {
  /// Returns where a section of a state's body begins.
  func offset(ofSection section: String) -> Int? {
    func number(_ place: Int) -> Int {
      self[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(count - 16)
    return stride(from: directory, to: count - 16, by: 20).first {
      self[$0..<$0 + 4].elementsEqual(section.utf8)
    }.map { number($0 + 4) }
  }
}
