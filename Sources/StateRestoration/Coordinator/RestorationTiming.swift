// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The delays and deadlines of saving, for every kind of program.
package enum RestorationTiming {
  /// The delay from a change to its save.
  ///
  /// With the time to write, a change is saved within one second.
  package static let autosaveDelay = Duration.milliseconds(500)

  /// The longest delay that a program may set.
  package static let longestAutosaveDelay = Duration.seconds(1)

  /// The delay before a failed save is tried again, changed or not.
  package static let retryDelay = Duration.seconds(5)

  /// The longest wait for the last save when the process ends.
  package static let terminationDeadline = Duration.seconds(5)

  /// The time before the end of the process that counts as closing.
  ///
  /// Windows that close within it count as closed by the end of the process.
  package static let closing = Duration.seconds(2)

  /// The time from launch until the restored state counts as good.
  ///
  /// It starts at the end of launch, or at the first frame.
  package static let probation = Duration.seconds(10)

  /// The time after a restore in which restored records are asked for.
  ///
  /// Those that nothing asked for by then are logged.
  package static let claiming = Duration.seconds(10)
}
