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
    let count = verdict.extend()
    launchPlay?.say("extend", "\(count) under way")
  }

  /// Ends what ``extendStateRestoration()`` began.
  ///
  /// One call too many changes nothing and is named in the log and in the next report.
  public func completeStateRestoration() {
    guard let left = verdict.complete() else { return complain(.unbalancedComplete) }
    launchPlay?.say("complete", "\(left) under way")
    verdict.fall()
  }

  /// Probation is over: the restored state becomes the last good generation (R196), now or when the
  /// last extension is complete.
  ///
  /// Probation ends by itself in a program without windows, ten seconds after ``restore(reason:)`` or
  /// ``launchDidEnd()``, whichever comes later. Without effect in a process that restored nothing.
  public func didProveGood() { verdict.endProbation() }

  /// Says in the log, and in the report of a restore that has ended, what became of an object later.
  package func note(
    _ diagnostic: Diagnostic, about object: any StateRestoring, in report: inout RestorationReport
  ) {
    let issue = RestorationIssue(diagnostic, about: try? address(of: object))
    report.issues.append(issue)
    log([issue], nil)
  }

  /// Says in the log which controllers were restored and are in no window (R215).
  package func logUnplaced(_ report: RestorationReport) {
    guard !report.unplaced.isEmpty else { return }
    logger.notice("\(report.unplaced.count) restored controllers are in no window")
    let addresses = Set(report.unplaced)
    for issue in report.issues where issue.address.map(addresses.contains) ?? false {
      logger.debug("\(issue)")
    }
  }

  /// Says that a controller was not presented, since another one is.
  package func complainOfPresenting(_ controller: String, while presented: String) {
    complain(.presentsAlready(presented: presented, refused: controller))
  }

  /// Says in the log, and in the next report of a preserve pass, what a caller did wrong.
  func complain(_ diagnostic: Diagnostic) {
    state.issues.append(RestorationIssue(diagnostic, about: nil))
    logger.warning("\(diagnostic)")
  }
}
