// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A class or registered closure that makes or finds an object.
///
/// It runs in step one of the search, and is found by its archived name.
public struct RestorationClass {
  /// The name in the archive.
  public let name: String
  /// Names that earlier versions of the application archived it under.
  public let formerNames: [String]
  /// Makes or finds the object at a path; `nil` drops it.
  public let make: ([String], RestorationDecoder) -> (any StateRestoring)?

  /// Creates a restoration class.
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
