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

/// A delegate of an application that is open on one thing.
///
/// Such a thing is a folder, a document or an account.
///
/// ```swift
/// final class ViewerDelegate: ScopedApplicationDelegate {
///   var restorationScope: String { library.folder.path }
/// }
/// ```
///
/// The scope answers both questions of ``StateRestoringApplicationDelegate``. State is always
/// saved, with the scope in the application record. It is restored only where the scope is the
/// same. If the delegate answers a question itself, its own answer takes precedence.
@MainActor public protocol ScopedApplicationDelegate: StateRestoringApplicationDelegate {
  /// The thing that the application is open on.
  ///
  /// A place in one scope means nothing in another. The scope is read at every pass, the first time
  /// after ``ApplicationDelegate/application(_:willFinishLaunchingWithOptions:)``. It is sealed
  /// with the state, and private like every value.
  var restorationScope: String { get }
}

extension ScopedApplicationDelegate {
  /// Writes the scope and allows the save.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  /// - Returns: `true`.
  public func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool {
    coder.encode(restorationScope, forKey: BuiltInKey.scope)
    return true
  }

  /// Whether the state was saved in this scope.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - coder: The application record.
  /// - Returns: `false` for another scope, and for state without one.
  public func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool {
    coder.decodeString(forKey: BuiltInKey.scope) == restorationScope
  }
}
