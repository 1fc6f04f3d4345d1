// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// A process that could not restore because its key was locked (R188), or because key or archives could
/// not be read (R198).
extension RestorationCoordinator {
  /// Whether this process was kept from restoring what may be intact.
  ///
  /// Its key was locked, or key or archives could not be read. Until that is settled, no pass asks,
  /// encodes or writes anything, and the state on disk stays as it is. It is settled by
  /// ``restore(reason:)``, called again after the key was unlocked or what could not be read can be,
  /// whatever comes of it; or by ``giveUpLockedState()``.
  ///
  /// Each pass reads again what could not be read. As long as it cannot be, and from then on until
  /// ``restore(reason:)`` is called, committing one throws the code `unreadable`; where there proves to
  /// be nothing to restore, it saves.
  public var isLockedOut: Bool { launch.isLockedOut }

  /// Gives up the state that could not be restored: this process saves its own instead (R188).
  ///
  /// What it saves, once the key is unlocked, supersedes the state on disk, which stays the previous
  /// generation for as long as any (R126). Does nothing unless ``isLockedOut``.
  public func giveUpLockedState() {
    guard launch.isLockedOut else { return }
    (launch.isLockedOut, launch.openedLoad) = (false, nil)
    archiver.giveUpUnreadState()
    logger.notice("The application gave up its locked state; it saves anew")
    saving.didChange()
  }

  /// Whether key or archives could not be read, and still cannot as far as is known.
  package var isUnread: Bool { launch.isLockedOut && archiver.unreadError != nil }

  /// Whether anything that takes part has changed since the last pass that encoded.
  package var hasChanges: Bool { !state.changed.isEmpty }

  /// Reads what could not be read at launch, if it can be by now.
  ///
  /// - Returns: Whether it can; then ``restore(reason:)`` restores exactly that, or there is nothing.
  package func readAgain() -> Bool {
    guard isUnread else { return true }
    let load = archiver.load()
    guard !load.isLocked else { return false }
    launch.openedLoad = load
    if load.snapshot == nil { launch.isLockedOut = false }
    return true
  }

  /// A pass that neither asks nor encodes nor writes; `nil` when nothing keeps this process out.
  func lockedPass(_ reason: PreservationReason) -> PreservationPass? {
    guard launch.isLockedOut else { return nil }
    let action: PreservationPass.Action
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
    return PreservationPass(
      report: report, kept: nil, action: action, number: state.pass, ledger: ledger,
      archiver: archiver, current: nil)
  }

  private static let unrestored = ArchiveError(
    .unreadable,
    "What was saved before could not be read at launch and can be now; nothing is saved until "
      + "restore() is called again, or giveUpLockedState()")
}
