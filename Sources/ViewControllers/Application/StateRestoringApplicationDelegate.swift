// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A delegate of an application whose state is saved and restored.
///
/// An adopter must answer both questions: neither has a default, so one alone does not compile.
/// Both are asked again at every pass. The four state methods share one record, the application
/// record.
@MainActor public protocol StateRestoringApplicationDelegate: ApplicationDelegate {
  /// Decides whether to save state; asked first in every pass.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record. Values written here can be read in
  ///     ``application(_:shouldRestoreApplicationState:)``.
  /// - Returns: `false` to save nothing.
  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool

  /// Decides whether to restore state; asked before any object is made.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record, with the version, time and idiom of the save.
  /// - Returns: `false` to launch as if there were no archive.
  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool

  /// Adds to the application record, before any object is encoded.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder)

  /// Reads the application record, after every object has decoded.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder)

  /// Makes or finds a controller that no restoration class made.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifierComponents: The identifiers from the root to the controller.
  ///   - coder: The controller's own coder.
  /// - Returns: The controller; with `nil`, an existing controller with that path is used.
  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController?

  /// Makes a saved window that launch code has not made.
  ///
  /// Asked once for each such window, even when several have the same identifier.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifier: The window's restoration identifier. For a window without one, its order among
  ///     those windows, such as `:[1]:`, which counts as no identifier.
  ///   - coder: The window's own coder.
  /// - Returns: The window; `nil` leaves it closed.
  func application(
    _ application: Application, windowWithRestorationIdentifier identifier: String,
    coder: RestorationDecoder
  ) -> Window?
}

extension StateRestoringApplicationDelegate {
  /// Adds nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  public func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder
  ) {}

  /// Reads nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  public func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder
  ) {}

  /// Makes no controller.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifierComponents: The identifiers from the root to the controller.
  ///   - coder: The controller's own coder.
  /// - Returns: `nil`.
  public func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? { nil }

  /// Makes no window.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifier: The window's restoration identifier.
  ///   - coder: The window's own coder.
  /// - Returns: `nil`.
  public func application(
    _ application: Application, windowWithRestorationIdentifier identifier: String,
    coder: RestorationDecoder
  ) -> Window? { nil }
}
