// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A delegate of an application that is always open on one thing: a folder, a document, an account.
///
/// ```swift
/// final class ViewerDelegate: ScopedApplicationDelegate {
///   var restorationScope: String { library.folder.path }
/// }
/// ```
///
/// The scope answers both questions of ``StateRestoringApplicationDelegate``: state is always saved,
/// with the scope in the application record (R182), and restored where the scope is the same. An
/// answer that the delegate gives itself goes before.
@MainActor public protocol ScopedApplicationDelegate: StateRestoringApplicationDelegate {
  /// What the application is open on; a place in another scope means nothing in this one.
  ///
  /// Asked at every pass (R2), the first time after
  /// ``ApplicationDelegate/application(_:willFinishLaunchingWithOptions:)``. Sealed with the state,
  /// and private like every value (R189).
  var restorationScope: String { get }
}

extension ScopedApplicationDelegate {
  /// Writes the scope, and saves.
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
