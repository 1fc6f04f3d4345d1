// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// Decides whether the restored state counts as good.
extension RestorationCoordinator {
  /// Delays the verdict on restoring until ``completeStateRestoration()``.
  ///
  /// Use it for long work on the restored state, such as reopening the file that was open. Until
  /// the work is complete, the restored state does not become the last good generation, and a crash
  /// counts as a crash in restoring. Nothing else waits: launch goes on at once. Calls nest by
  /// count. Has no effect after the verdict.
  public func extendStateRestoration() {
    let count = verdict.extend()
    launchPlay?.say("extend", "\(count) under way")
  }

  /// Ends an extension that ``extendStateRestoration()`` began.
  ///
  /// An unmatched call changes nothing; the log and the next report name it.
  public func completeStateRestoration() {
    guard let left = verdict.complete() else { return warn(.unbalancedComplete) }
    launchPlay?.say("complete", "\(left) under way")
    verdict.fall()
  }

  /// Ends probation: the restored state becomes the last good generation.
  ///
  /// That happens at once, or when the last extension is complete. In a program without windows,
  /// probation ends automatically ten seconds after ``restore(reason:)`` or ``launchDidEnd()``,
  /// whichever comes later. Has no effect in a process that restored nothing.
  public func didProveGood() { verdict.endProbation() }

  /// Adds a late issue about an object to a finished restore's report.
  ///
  /// Also logs the issue.
  package func note(
    _ diagnostic: Diagnostic, about object: any StateRestoring, in report: inout RestorationReport
  ) {
    let issue = RestorationIssue(diagnostic, about: try? address(of: object))
    report.issues.append(issue)
    log([issue], nil)
  }

  /// Logs which restored controllers are in no window.
  package func logUnplaced(_ report: RestorationReport) {
    guard !report.unplaced.isEmpty else { return }
    logger.notice("\(report.unplaced.count) restored controllers are in no window")
    let addresses = Set(report.unplaced)
    for issue in report.issues where issue.address.map(addresses.contains) ?? false {
      logger.debug("\(issue)")
    }
  }

  /// Reports that a controller was not presented, because another one is.
  package func warnOfPresenting(_ controller: String, while presented: String) {
    warn(.presentsAlready(presented: presented, refused: controller))
  }

  /// Logs a caller's mistake and adds it to the next preserve report.
  func warn(_ diagnostic: Diagnostic) {
    state.issues.append(RestorationIssue(diagnostic, about: nil))
    logger.warning("\(diagnostic)")
  }
}
