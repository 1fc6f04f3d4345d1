// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// How far this process's launch has come, and what it has found.
struct LaunchState {
  /// Why this process was launched (R153).
  var reason = LaunchReason.pristine
  /// Says how launch goes on, while debug logging is on.
  var trace: RestorationTrace?
  /// Whether fatal signals are noted by handlers of this package; `nil` notes none.
  var installsSignalHandlers: Bool?
  /// What was opened when launch began, or read since, and is to be restored.
  var openedLoad: ArchiveLoad?
  /// Whether this process was kept from restoring what may be intact, so that it writes nothing
  /// (R188, R198).
  var isLockedOut = false
  /// Whether this process restored what the archiver loaded.
  var hasRestored = false
  /// Says what is at work, until probation has ended.
  var trail: RestorationTrail?
  /// Whether launch is over.
  var hasEnded = false

  /// Hands over what was opened, which is to be restored once.
  mutating func takeLoad() -> ArchiveLoad? { openedLoad.take() }
}
