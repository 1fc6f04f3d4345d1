// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Decides whether state is saved and restored; writes the application record.
///
/// All four methods share that record.
public protocol RestorationCoordinatorDelegate: AnyObject {
  /// Returns whether to save state; asked when a preserve pass begins.
  ///
  /// - Parameter coder: The application record.
  /// - Returns: `false` saves nothing and retires the state saved before.
  func shouldPreserve(with coder: RestorationEncoder) -> Bool

  /// Called before any object encodes, if ``shouldPreserve(with:)`` returned `true`.
  ///
  /// - Parameter coder: The application record.
  func willPreserve(with coder: RestorationEncoder)

  /// Returns whether to restore state; asked before any object exists.
  ///
  /// - Parameter coder: The application record; its references lead to no objects yet.
  /// - Returns: `false` restores nothing; the archive stays until the next save supersedes it.
  func shouldRestore(with coder: RestorationDecoder) -> Bool

  /// Called when all objects have decoded.
  ///
  /// - Parameter coder: The application record; its references lead to the restored objects.
  func didRestore(with coder: RestorationDecoder)
}
