// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The progress and findings of this process's launch.
struct LaunchState {
  /// The reason for the launch of this process.
  var reason = LaunchReason.pristine
  /// Traces the launch while debug logging is on.
  var trace: RestorationTrace?
  /// Whether this package installs the handlers that note fatal signals.
  ///
  /// `nil` means that no signals are noted.
  var installsSignalHandlers: Bool?
  /// The opened state that is still to be restored.
  ///
  /// It was opened when launch began, or read since.
  var openedLoad: ArchiveLoad?
  /// Whether this process could not restore state that may be intact.
  ///
  /// It then writes nothing.
  var isLockedOut = false
  /// Whether this process restored what the archiver loaded.
  var hasRestored = false
  /// The result of restoring what the archiver loaded.
  var report: RestorationReport?
  /// The results of records that were claimed since.
  var lateResults: [RestorationAddress: RestorationReport.Result] = [:]
  /// Notes the active object until probation has ended.
  var trail: RestorationTrail?
  /// Whether launch is over.
  var hasEnded = false

  /// Takes the opened state, which is restored only once.
  mutating func takeLoad() -> ArchiveLoad? { openedLoad.take() }

  /// Returns the result of restoring, with that of the records claimed since.
  mutating func updatedReport() -> RestorationReport? {
    if !lateResults.isEmpty { report?.results.update { lateResults[$0] } }
    lateResults = [:]
    return report
  }
}
