// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of an archived object.
///
/// It is part of the object's identity, so that equal paths of different kinds never clash.
public enum ObjectKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The application record, shared by the delegate's hooks.
  case application = 0
  /// A window's own state.
  case window = 1
  /// A view controller.
  case controller = 2
  /// A view.
  case view = 3
  /// Any other registered object.
  case object = 4
}

/// The address of an object in an archive: window, kind and path.
public struct RestorationAddress: Hashable, Sendable, CustomStringConvertible {
  /// The window's identifier or order; empty for objects without a window.
  public var scene: String
  /// The object's kind.
  public var kind: ObjectKind
  /// The object's path within the scene.
  public var path: RestorationPath

  /// Creates an address.
  public init(scene: String, kind: ObjectKind, path: RestorationPath) {
    (self.scene, self.kind, self.path) = (scene, kind, path)
  }

  /// Returns whether two addresses are equal, byte for byte.
  ///
  /// Archives look up addresses by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.path == right.path
      && ExactString(left.scene) == ExactString(right.scene)
  }

  /// Hashes the address's bytes.
  public func hash(into hasher: inout Hasher) {
    ExactString(scene).hash(into: &hasher)
    hasher.combine(kind)
    hasher.combine(path)
  }

  /// The address of the application record.
  public static let application = RestorationAddress(
    scene: "", kind: .application, path: RestorationPath())

  /// The path as text; the kind and scene if it is empty.
  public var description: String {
    path.components.isEmpty ? "(\(kind)\(scene.isEmpty ? "" : " \(scene)"))" : path.description
  }
}

/// The number of an object in an archive; references store it.
public struct ObjectNumber: Hashable, Sendable, Comparable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The number as an index into tables with one entry per object.
  @inlinable
  package var index: Int { Int(rawValue) }

  /// Orders objects by their first encounter.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
