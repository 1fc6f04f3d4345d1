// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How long saving waits; the same for every kind of program.
package enum RestorationTiming {
  /// How soon after a change it is saved; a second at most, with the time to write (R150).
  package static let autosaveDelay = Duration.milliseconds(500)

  /// The longest that a program may have its changes wait (R150).
  package static let longestAutosaveDelay = Duration.seconds(1)

  /// How soon a save that failed is tried again, changed or not.
  package static let retryDelay = Duration.seconds(5)

  /// How long the end of the process waits for the last save (R190).
  package static let terminationDeadline = Duration.seconds(5)

  /// How long before the end of the process windows that were closed count as closed by it (R212).
  package static let closing = Duration.seconds(2)

  /// How long after the end of launch, or the first frame, the restored state counts as good (R131).
  package static let probation = Duration.seconds(10)
}
