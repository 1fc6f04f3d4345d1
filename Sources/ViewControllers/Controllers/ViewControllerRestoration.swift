// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A class that makes or finds a controller while state is restored (R67, R169).
///
/// A controller class often adopts it itself and sets ``ViewController/restorationClass`` to
/// itself. The class is archived by name; a top-level class is found again by that name, any other
/// after ``Application/register(_:)``.
@MainActor public protocol ViewControllerRestoration: AnyObject {
  /// Names under which earlier versions of the application archived this class (R72).
  static var formerNames: [String] { get }

  /// Makes or finds the controller at a path.
  ///
  /// - Parameters:
  ///   - identifierComponents: The identifiers from the root to the controller; the last is its
  ///     own (R13).
  ///   - coder: The controller's own coder, to look at what was saved (R58).
  /// - Returns: The controller, new or existing (R74); `nil` drops it and everything below it
  ///   (R62, R67).
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController?
}

extension ViewControllerRestoration {
  /// No former names.
  public static var formerNames: [String] { [] }
}
