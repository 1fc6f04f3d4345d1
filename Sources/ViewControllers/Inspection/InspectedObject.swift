// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import RestorationArchive
package import StateRestoration

/// The preserved state of one object and the problems with it.
///
/// It is part of a ``RestorationInspection`` and as old as that. It does not follow the object and
/// does not keep it alive.
public struct InspectedObject: Sendable {
  /// Identifies an object of one process across inspections.
  package enum ID: Hashable, Sendable {
    /// An object of the running application.
    case live(ObjectIdentifier)
    /// An object known only from its record.
    case archived(RestorationAddress)
  }

  /// The relation of an object to the one above it.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// The record that the delegate's hooks share.
    case applicationRecord
    /// A window.
    case window
    /// The root controller of a window.
    case root
    /// A controller in a container.
    case child
    /// The search controller of the controller above it.
    case search
    /// A controller presented by the one above it.
    case presented
    /// A controller that shares the screen without being contained.
    ///
    /// Its view lies in the view of the controller above it, which does not contain it.
    case uncontained
    /// A view.
    case view
    /// Any other registered object.
    case registered
    /// A record without an object.
    case record
  }

  /// Whether the next save contains the object.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It is saved.
    case preserved
    /// It is saved, but not completely or with a problem.
    case incomplete
    /// It has no identifier, or its kind is never saved.
    ///
    /// No object below it is left out for that reason.
    case excluded
    /// It is not saved although someone might expect it.
    case notPreserved
    /// No one has requested its record since launch.
    ///
    /// The record is carried over into the next saves.
    case unclaimed
    /// It was in the restored state but was not restored.
    case dropped
  }

  /// The identity of the object.
  package let id: ID
  /// The object's relation to the one above it.
  package let role: Role
  /// Its class, or the archived class.
  public let className: String
  /// Its restoration identifier; `nil` if it has none.
  public let identifier: String?
  /// Its address; `nil` if a link on the way is missing.
  public let address: RestorationAddress?
  /// Whether the next save contains it.
  public internal(set) var state: State
  /// The reason why the object is not saved, and how to fix that; `nil` if it is saved.
  package internal(set) var explanation: String?
  /// The launch's result for the record at ``address``.
  ///
  /// `nil` if there was no record.
  package let restored: RestorationReport.Result?
  /// The size of its values in bytes, before sealing.
  ///
  /// 0 if it is not saved.
  package let byteCount: Int
  /// The objects below it.
  ///
  /// First its views, then contained controllers, then presented ones.
  package internal(set) var children: [InspectedObject]
  /// Further issues of the launch.
  var remarksAtLaunch: [String] = []

  /// Whether the object needs attention.
  ///
  /// `true` if it is not saved completely, or was not restored completely.
  package var isProblem: Bool {
    switch restored {
    case .defaulted, .dropped: return true
    default: break
    }
    switch state {
    case .incomplete, .notPreserved, .dropped: return true
    case .preserved, .excluded, .unclaimed: return false
    }
  }

  /// The class name without its module.
  package var shortClassName: String {
    className.split(separator: ".", maxSplits: 1).last.map(String.init) ?? className
  }

  /// The object and all objects below it, in order.
  var all: [InspectedObject] { [self] + children.flatMap(\.all) }
}

/// One value that an object saves.
///
/// Its content is shown only on request.
package struct InspectedValue: Sendable {
  /// The coding key of the value.
  package let key: String
  /// The type and size, without the content: `String, 12 bytes`.
  ///
  /// For a reference, the path of its target.
  package let type: String
  /// Its size in the record in bytes, before sealing.
  package let byteCount: Int

  private let value: ArchivedValue
  private let snapshot: RestorationSnapshot

  /// The most characters shown of a value.
  ///
  /// A text may have megabytes.
  private static let longestText = 2000

  init(_ entry: ArchivedValue.Entry, in snapshot: RestorationSnapshot) {
    key = printable(entry.key)
    value = entry.value
    self.snapshot = snapshot
    byteCount = entry.value.byteCount
    type =
      switch value {
      case .reference: "→ \(Self.text(of: value, in: snapshot))"
      default: value.outline
      }
  }

  /// Returns the value on one line, truncated if very long.
  package func revealed() -> String {
    let text = Self.text(of: value, in: snapshot)
    return text.count > Self.longestText ? text.prefix(Self.longestText) + " …" : text
  }

  private static func text(of value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let bool): return String(bool)
    case .integer(let integer): return String(integer)
    case .unsigned(let unsigned): return String(unsigned)
    case .float(let float): return float.description
    case .double(let double): return double.description
    case .date(let date): return timestampText(date)
    case .string(let string): return "\"\(printable(string))\""
    case .data(let data): return counted(data.count, "byte", "bytes")
    case .reference(let number):
      return snapshot.address(of: number).map { printable($0.description) } ?? "(unknown object)"
    case .array(let elements):
      return "[\(elements.map { text(of: $0, in: snapshot) }.joined(separator: ", "))]"
    case .dictionary(let entries):
      let pairs = entries.map { "\(printable($0.key)): \(text(of: $0.value, in: snapshot))" }
      return "{\(pairs.joined(separator: ", "))}"
    }
  }
}
