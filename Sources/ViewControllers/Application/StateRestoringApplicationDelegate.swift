// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A delegate of an application whose state is saved and restored.
///
/// Adopting it means to answer both questions: neither has a default, so one alone does not
/// compile (R1, R7). Both are asked anew at every pass (R2). The four state methods share one
/// record, the application record (R4).
@MainActor public protocol StateRestoringApplicationDelegate: ApplicationDelegate {
  /// Whether state is saved now; asked first in every pass (R29).
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record; what is written here can be read in
  ///     ``application(_:shouldRestoreApplicationState:)`` (R3).
  /// - Returns: `false` saves nothing.
  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool

  /// Whether saved state is restored; asked before any object is made (R5).
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record, version, time and idiom of the save included (R45).
  /// - Returns: `false` launches as if there were no archive.
  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool

  /// Adds to the application record, before any object is encoded (R29).
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder)

  /// Reads the application record, after every object has decoded (R52).
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder)

  /// Makes or finds a controller that no restoration class made (R68).
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifierComponents: The identifiers from the root to the controller (R13).
  ///   - coder: The controller's own coder.
  /// - Returns: The controller; `nil` lets an existing one with that path be used (R69).
  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController?

  /// Makes a window that was open when state was saved and that launch code has not made (R163).
  ///
  /// Asked once for each such window, also when several have the same identifier.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - identifier: The window's restoration identifier; for a window without one its order among
  ///     those, such as `:[1]:`, which counts as none (R12).
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
