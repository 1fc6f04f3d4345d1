// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

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
