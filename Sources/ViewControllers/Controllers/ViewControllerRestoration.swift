// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A class that makes or finds controllers while state is restored.
///
/// A controller class often adopts it and sets ``ViewController/restorationClass`` to itself. The
/// class is archived by name. A top-level class is found again by that name; any other class must
/// be registered with ``Application/register(_:)``.
@MainActor public protocol ViewControllerRestoration: AnyObject {
  /// The names of this class in earlier versions of the application.
  ///
  /// Earlier versions archived the class under these names.
  static var formerNames: [String] { get }

  /// Makes or finds the controller at a path.
  ///
  /// - Parameters:
  ///   - identifierComponents: The identifiers from the root to the controller; the last is its
  ///     own.
  ///   - coder: The controller's own coder, for reading the saved state.
  /// - Returns: The controller, new or existing; `nil` drops it and everything below it.
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController?
}

extension ViewControllerRestoration {
  /// No former names.
  public static var formerNames: [String] { [] }
}
