// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// When the restored state counts as good (R113, R131, R196).
extension RestorationCoordinator {
  /// Delays the verdict that restoring succeeded until ``completeStateRestoration()`` (R111).
  ///
  /// For long work that goes on with what was restored, such as opening the file that was open: as
  /// long as it is not complete, the restored state does not become the last good generation, and a
  /// crash counts as one in restoring (R112).
  /// Nothing else waits: launch goes on at once (R113). Calls nest by count. Without effect once
  /// the verdict has fallen.
  public func extendStateRestoration() {
    state.extensions += 1
    launchPlay?.say("extend", "\(state.extensions) under way")
  }

  /// Ends what ``extendStateRestoration()`` began.
  ///
  /// One call too many changes nothing and is named in the log and in the next report.
  public func completeStateRestoration() {
    guard state.extensions > 0 else { return complain(.unbalancedComplete) }
    state.extensions -= 1
    launchPlay?.say("complete", "\(state.extensions) under way")
    fallVerdict()
  }

  /// Probation is over: the restored state becomes the last good generation (R196), now or when the
  /// last extension is complete.
  ///
  /// Without effect in a process that restored nothing.
  public func didProveGood() {
    state.hasEndedProbation = true
    fallVerdict()
  }

  private func fallVerdict() {
    guard state.hasRestored, state.hasEndedProbation, state.extensions == 0 else { return }
    launchPlay?.say("verdict", "the restored state becomes the last good one")
    archiver.promoteRestored()
    archiver.launchMarker?.endProbation()
    state.trail = nil
  }

  /// Says that a controller was not presented, since another one is.
  package func complainOfPresenting(_ controller: String, while presented: String) {
    complain(.presentsAlready(presented: presented, refused: controller))
  }

  /// Says in the log, and in the next report of a preserve pass, what a caller did wrong.
  func complain(_ diagnostic: Diagnostic) {
    state.complaints.append(Complaint(diagnostic, about: nil))
    logger.warning("\(diagnostic)")
  }
}
