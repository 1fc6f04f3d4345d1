// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Decides for a program whether state is saved and restored, and writes the application record.
///
/// All four methods share that one record (R4).
public protocol RestorationCoordinatorDelegate: AnyObject {
  /// Asked at the beginning of every preserve pass (R2, R3).
  ///
  /// - Parameter coder: The application record.
  /// - Returns: `false` saves nothing and retires what was saved before (R183).
  func shouldPreserve(with coder: RestorationEncoder) -> Bool

  /// Called after ``shouldPreserve(with:)`` said yes, before any object encodes (R29).
  ///
  /// - Parameter coder: The application record.
  func willPreserve(with coder: RestorationEncoder)

  /// Asked before any object exists (R5).
  ///
  /// - Parameter coder: The application record; references in it are not there yet.
  /// - Returns: `false` restores nothing; the archive stays until the next save supersedes it (R6).
  func shouldRestore(with coder: RestorationDecoder) -> Bool

  /// Called when all objects have decoded (R52).
  ///
  /// - Parameter coder: The application record; references lead to the restored objects (R166).
  func didRestore(with coder: RestorationDecoder)
}
