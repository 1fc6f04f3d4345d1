// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Cached facts about a class of objects in a restore.
///
/// The pass asks once per class instead of once per object.
final class RestoredClass {
  let type: AnyClass
  /// The row of the archived class that the type came back for.
  let archivedIndex: Int
  let declared: DeclaredState
  let hasDeclaredState: Bool
  /// The schema version that its objects write.
  ///
  /// A class that only declares its state has version 1.
  let schemaVersion: Int
  private let preserving: (any StatePreserving.Type)?
  private let restoring: (any StateRestoring.Type)?
  /// Whether it is known to match the class that its records name.
  var isArchivedOne = false

  init(_ type: AnyClass, archivedIndex: Int, declared: DeclaredState) {
    (self.type, self.archivedIndex, self.declared) = (type, archivedIndex, declared)
    hasDeclaredState = !declared.isEmpty
    preserving = type as? any StatePreserving.Type
    restoring = type as? any StateRestoring.Type
    schemaVersion = preserving?.schemaVersion ?? 1
  }

  var name: String { archivedClassName(of: type) }

  /// Whether objects decode values of their own.
  var isPreserving: Bool { preserving != nil }

  /// Lets an object of exactly this class decode.
  func decode(_ object: AnyObject, with decoder: RestorationDecoder) {
    preserving?.decodeState(of: object, with: decoder)
  }

  /// Tells an object of exactly this class that all have decoded.
  func finish(_ object: AnyObject) {
    if let preserving { preserving.finish(object) } else { restoring?.finishDeclared(object) }
  }
}

extension StateRestoring {
  fileprivate static func finishDeclared(_ object: AnyObject) {
    own(object).applicationFinishedRestoringState()
  }
}

extension StatePreserving {
  fileprivate static func decodeState(of object: AnyObject, with decoder: RestorationDecoder) {
    own(object).decodeRestorableState(with: decoder)
  }

  fileprivate static func finish(_ object: AnyObject) {
    own(object).applicationFinishedRestoringState()
  }
}
