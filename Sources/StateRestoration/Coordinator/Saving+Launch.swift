// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Steps after launch: probation, and retries of unreadable state.
extension Saving {
  /// Notes that the program started saving; after restoring, this ends launch.
  func didStart() {
    if hasTriedToRestore, coordinator?.hasLaunchEnded == false { coordinator?.launchDidEnd() }
    if hasTriedToRestore { waitForClaims() }
    keepReadingAgain()
  }

  /// Notes that restoring has ended, with whatever result.
  ///
  /// In a program that did not begin a launch explicitly, this also ends launch.
  func didRestore() {
    hasTriedToRestore = true
    if schedule != nil, !hasHost, !hasBegunLaunch, let coordinator, !coordinator.hasLaunchEnded {
      coordinator.launchDidEnd()
    }
    waitForClaims()
  }

  /// Reports, a while later, the records that are still unclaimed.
  private func waitForClaims() {
    lastCount += 1
    guard let schedule, coordinator?.hasUnclaimed == true else { return }
    schedule(RestorationTiming.claiming, .reportUnclaimed(lastCount))
  }

  func reportUnclaimed(_ number: Int) {
    guard number == lastCount, !isStopped, let coordinator else { return }
    guard coordinator.isIdle else { return waitForClaims() }  // a hook runs the main loop
    coordinator.reportUnclaimed()
  }

  /// Starts the probation after which the restored state counts as good.
  ///
  /// Called when state was restored, or launch has ended. Without a toolkit the archiver's queue
  /// measures the time, because a program may wait for input without returning to its actor.
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

  /// Retries the read that failed at launch until it succeeds.
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
