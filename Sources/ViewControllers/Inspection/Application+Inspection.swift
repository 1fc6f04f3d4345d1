// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// What is kept of the last passes, for whoever asks later.
extension Application {
  /// Why what would be saved cannot be asked now; `nil` when it can.
  var reasonNotToPreview: String? {
    if restoration.isLockedOut {
      return
        "The key was locked at launch, or something could not be read: nothing is saved until the "
        + "state that is kept back was restored late or given up"
    }
    switch phase {
    case .notLaunched, .launching: return "The application has not launched yet"
    case .terminated: return "The application has ended"
    case .running: return restoration.isIdle ? nil : "State is being saved or restored"
    }
  }

  /// A save has ended.
  func didPreserve(_ result: Result<UInt64, ArchiveError>, _ report: PreservationReport) {
    lastPreservationReport = report
    lastSave = .init(result: result, time: restoration.now())
    onPreserve?(result, report)
    if case .success = result, phase == .running { roundTripChecks?.didSave(self) }
    inspector?.applicationDidChange()
  }

  /// State was restored, or was not.
  func didEndRestoring(_ report: RestorationReport) {
    lastRestorationReport = report
    onRestore?(report)
    inspector?.applicationDidChange()
  }
}
