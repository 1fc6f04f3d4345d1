// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Logging

/// For whoever looks for the reason of something (R132).
extension Archiver {
  /// The environment variable that turns developer mode on; any value but `0`, `NO`, `false` and the
  /// empty one.
  public static let developerModeVariable = DebugSwitch.developerMode.variable

  /// The environment variable that turns debug logging on; any value but `0`, `NO`, `false` and the
  /// empty one.
  public static let debugLoggingVariable = DebugSwitch.debugLogging.variable

  /// The command line for a program's own parser, without the name of the program.
  ///
  /// Whatever parses strictly does not know `-StateRestorationDebugLogging YES` and
  /// `-StateRestorationDeveloperMode YES`, which are left out here; they count nevertheless (R132).
  public static var argumentsWithoutSwitches: [String] {
    DebugSwitch.removed(from: Array(CommandLine.arguments.dropFirst()))
  }

  /// Whether archives stay as they are on error, crash and force quit (R132).
  ///
  /// For whoever looks for the reason: a state that crashes the program is restored whole at every
  /// launch, a damaged one stays where it is, a force quit deletes nothing. The log says at the level
  /// of notices what would have been done otherwise. Set by the environment variable
  /// `RESTORATION_DEVELOPER_MODE` or the launch argument `-StateRestorationDeveloperMode YES`, or
  /// here before launch.
  public var isDeveloperModeEnabled: Bool {
    get { log.isDeveloperModeEnabled }
    set { log.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with the time it took (R132).
  ///
  /// Lines are at the level of notices and name paths and classes, but no value; without debug
  /// logging nothing above debug level names a path (R189). Set by the environment variable
  /// `RESTORATION_DEBUG_LOGGING` or the launch argument `-StateRestorationDebugLogging YES`, or here,
  /// at any time; it counts from the next pass on.
  public var isDebugLoggingEnabled: Bool {
    get { log.isDebugLoggingEnabled }
    set { log.isDebugLoggingEnabled = newValue }
  }

  /// The clock of what debug logging says.
  package var uptime: RestorationTrace.Uptime {
    get { log.uptime }
    set { log.uptime = newValue }
  }

  /// Begins to say what is done.
  ///
  /// - Parameters:
  ///   - activity: What is about to be done.
  ///   - logger: Where to say it; the archiver's own by default.
  /// - Returns: `nil` unless debug logging is on.
  package func newTrace(_ activity: RestorationTrace.Activity, logger: Logger? = nil)
    -> RestorationTrace?
  {
    log.newTrace(activity, logger: logger)
  }
}
