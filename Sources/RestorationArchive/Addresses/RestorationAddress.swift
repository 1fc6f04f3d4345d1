// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archived object is; part of its identity, so that equal paths never clash (R162).
public enum ObjectKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The application record, which the delegate's hooks share (R4).
  case application = 0
  /// A window's own state (R15).
  case window = 1
  /// A view controller.
  case controller = 2
  /// A view.
  case view = 3
  /// Any other registered object.
  case object = 4
}

/// Where an object lies in an archive: its window, what it is, and its path (R162, R163).
public struct RestorationAddress: Hashable, Sendable, CustomStringConvertible {
  /// The window's identifier or order; empty for what belongs to no window.
  public var scene: String
  /// What the object is.
  public var kind: ObjectKind
  /// The object's path within the scene.
  public var path: RestorationPath

  /// Creates an address.
  public init(scene: String, kind: ObjectKind, path: RestorationPath) {
    (self.scene, self.kind, self.path) = (scene, kind, path)
  }

  /// Whether two addresses are the same, byte for byte: an archive finds them by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.path == right.path
      && ExactString(left.scene) == ExactString(right.scene)
  }

  /// Feeds the address's bytes to a hash.
  public func hash(into hasher: inout Hasher) {
    ExactString(scene).hash(into: &hasher)
    hasher.combine(kind)
    hasher.combine(path)
  }

  /// The address of the application record.
  public static let application = RestorationAddress(
    scene: "", kind: .application, path: RestorationPath())

  /// The path as text; for what has none, the kind.
  public var description: String {
    path.components.isEmpty ? "(\(kind)\(scene.isEmpty ? "" : " \(scene)"))" : path.description
  }
}

/// The number of an object in one archive; references are written as numbers (R35).
public struct ObjectNumber: Hashable, Sendable, Comparable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The number as an index of tables that have a place for each.
  @inlinable
  package var index: Int { Int(rawValue) }

  /// Orders objects by when they were first met.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
