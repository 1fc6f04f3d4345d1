// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// What makes or finds an object in step one of the search (R67): a class or a registered closure,
/// under the name it is archived by.
public struct RestorationClass {
  /// The name in the archive.
  public let name: String
  /// Names under which earlier versions of the application archived it (R72).
  public let formerNames: [String]
  /// Makes or finds the object at a path; `nil` drops it.
  public let make: ([String], RestorationDecoder) -> (any StateRestoring)?

  /// Creates one.
  ///
  /// - Parameters:
  ///   - name: The name in the archive.
  ///   - formerNames: Earlier names.
  ///   - make: Makes or finds the object from its path and coder.
  public init(
    name: String, formerNames: [String] = [],
    make: @escaping ([String], RestorationDecoder) -> (any StateRestoring)?
  ) {
    (self.name, self.formerNames, self.make) = (name, formerNames, make)
  }

  init(_ type: any ObjectRestoration.Type) {
    self.init(
      name: ClassNames.name(of: type), formerNames: type.formerNames,
      make: { type.object(withRestorationIdentifierPath: $0, coder: $1) })
  }
}
