// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What follows launch: probation (R131, R196), and another look at what could not be read (R198).
extension Saving {
  /// Saving was started by the program; after restoring, that says that launch is over.
  func didStart() {
    if hasTriedToRestore, coordinator?.hasLaunchEnded == false { coordinator?.launchDidEnd() }
    keepReadingAgain()
  }

  /// Restoring has ended, whatever came of it; for a program that began no launch, launch has, too.
  func didRestore() {
    hasTriedToRestore = true
    if schedule != nil, !hasHost, !hasBegunLaunch, let coordinator, !coordinator.hasLaunchEnded {
      coordinator.launchDidEnd()
    }
  }

  /// State was restored, or launch has ended: the restored state counts as good after its time.
  ///
  /// Without a toolkit the archiver's queue tells the time, since a program may wait for input without
  /// coming back to its actor.
  func startProbation() {
    let number = verdict.beginProbation()
    if hasHost, let schedule {
      schedule(RestorationTiming.probation, .endProbation(number))
    } else {
      coordinator?.archiver.schedule(after: RestorationTiming.probation) { [verdict] in
        verdict.endProbation(number)
      }
    }
  }

  /// Reads what could not be read at launch again and again, until it can be (R198).
  package func keepReadingAgain() {
    guard let schedule, !isStopped, coordinator?.isUnread == true else { return }
    schedule(RestorationTiming.retryDelay, .readAgain)
  }

  func readAgain() {
    guard !isStopped, let coordinator, coordinator.isLockedOut else { return }
    if let readAgain = rules.readAgain {
      readAgain()
    } else if coordinator.isIdle, coordinator.readAgain(), coordinator.isLockedOut,
      !coordinator.hasChanges
    {
      let report = coordinator.restore()
      rules.didRestore?(report)
      onRestore?(report)
    }
    keepReadingAgain()
  }
}
