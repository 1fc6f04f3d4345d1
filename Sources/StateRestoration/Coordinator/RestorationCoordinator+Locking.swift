// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// Handles a launch that could not read its key or archives.
///
/// The key was locked, or the key or the archives could not be read.
extension RestorationCoordinator {
  /// Whether this process could not restore state that may be intact.
  ///
  /// Its key was locked, or the key or the archives could not be read. Until that is settled, no
  /// pass asks the delegate, encodes or writes anything, and the state on disk stays unchanged. Two
  /// calls settle it: ``restore(reason:)``, called again after the key was unlocked or the data
  /// became readable, with whatever result; or ``giveUpLockedState()``.
  ///
  /// Each pass tries again to read the unreadable data. As long as that fails, and after it
  /// succeeds until ``restore(reason:)`` is called, a commit throws the code `unreadable`. If there
  /// proves to be nothing to restore, the pass saves.
  public var isLockedOut: Bool { launch.isLockedOut }

  /// Gives up the unrestored state, so that this process saves its own.
  ///
  /// The next save, once the key is unlocked, supersedes the state on disk. That state then stays
  /// the previous generation for as long as any previous generation does. Does nothing unless
  /// ``isLockedOut``.
  public func giveUpLockedState() {
    guard launch.isLockedOut else { return }
    (launch.isLockedOut, launch.openedLoad) = (false, nil)
    archiver.giveUpUnreadState()
    logger.notice("The application gave up the locked state; changes are saved again")
    saving.didChange()
  }

  /// Whether the key or the archives could still not be read.
  package var isUnread: Bool { launch.isLockedOut && archiver.unreadError != nil }

  /// Whether a participant has changed since the last pass that encoded.
  package var hasChanges: Bool { !state.changed.isEmpty }

  /// Tries again to read what was unreadable at launch.
  ///
  /// - Returns: Whether it can be read now. If so, ``restore(reason:)`` restores exactly what was
  ///   read, or there is nothing to restore.
  package func readAgain() -> Bool {
    guard isUnread else { return true }
    let load = openArchives()
    guard !load.isLocked else { return false }
    launch.openedLoad = load
    if load.snapshot == nil { launch.isLockedOut = false }
    return true
  }

  /// Returns an empty pass while this process is locked out, else `nil`.
  ///
  /// The empty pass asks no delegate, encodes nothing and writes nothing.
  func lockedPass(_ reason: PreservationReason) -> PreservedState? {
    guard launch.isLockedOut else { return nil }
    let action: PreservedState.Action
    if let error = archiver.unreadError, !readAgain() {
      action = .keepOut(archiver.unreadError ?? error)
    } else if !launch.isLockedOut {
      return nil
    } else if launch.openedLoad != nil {
      action = .keepOut(Self.unrestored)
    } else {
      action = .nothing  // a locked key
    }
    var report = PreservationReport(reason: reason)
    report.isLocked = true
    return PreservedState(
      report: report, kept: nil, action: action, revision: state.revision, order: saving.order,
      current: nil)
  }

  private static let unrestored = ArchiveError(
    .unreadable,
    "The saved state could not be read at launch, but can be read now; nothing is saved until "
      + "restore() is called again, or giveUpLockedState()")
}
