// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// The reports of the last passes, kept for inspections.
extension Application {
  /// The reason why saving cannot be previewed now; `nil` if possible.
  var reasonNotToPreview: String? {
    if restoration.isLockedOut {
      return
        "The key was locked at launch, or an archive could not be read: nothing is saved until the "
        + "saved state is restored or given up"
    }
    switch phase {
    case .notLaunched, .launching: return "The application has not launched yet"
    case .terminated: return "The application has ended"
    case .running: return restoration.isIdle ? nil : "State is being saved or restored"
    }
  }

  /// Records the result of a save.
  func didPreserve(_ result: Result<UInt64, ArchiveError>, _ report: PreservationReport) {
    lastPreservationReport = report
    lastSave = .init(result: result, time: restoration.now())
    onPreserve?(result, report)
    if case .success = result, phase == .running { roundTripChecks?.didSave(self) }
    inspector?.applicationDidChange()
  }

  /// Records the result of a restore.
  func didEndRestoring(_ report: RestorationReport) {
    lastRestorationReport = report
    onRestore?(report)
    inspector?.applicationDidChange()
  }
}
