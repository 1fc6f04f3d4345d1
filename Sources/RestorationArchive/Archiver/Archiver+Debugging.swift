// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Logging

/// Switches that help to find the cause of a problem.
extension Archiver {
  /// The environment variable that turns developer mode on.
  ///
  /// Any value turns it on except `0`, `NO`, `false` and the empty one.
  public static let developerModeVariable = DebugSwitch.developerMode.variable

  /// The environment variable that turns debug logging on.
  ///
  /// Any value turns it on except `0`, `NO`, `false` and the empty one.
  public static let debugLoggingVariable = DebugSwitch.debugLogging.variable

  /// The arguments for a program's own parser, without the program name.
  ///
  /// A strict parser rejects `-StateRestorationDebugLogging YES` and
  /// `-StateRestorationDeveloperMode YES`, so they are left out here. They still take effect.
  public static var argumentsWithoutSwitches: [String] {
    DebugSwitch.removed(from: Array(CommandLine.arguments.dropFirst()))
  }

  /// Whether archives stay as they are on error, crash and force quit.
  ///
  /// For debugging: a state that crashes the program is restored completely at every launch, a
  /// damaged archive stays in place, and a force quit deletes nothing. The log says at notice level
  /// what would have happened otherwise. Set it with the environment variable
  /// `RESTORATION_DEVELOPER_MODE`, with the launch argument `-StateRestorationDeveloperMode YES`,
  /// or here before launch.
  public var isDeveloperModeEnabled: Bool {
    get { log.isDeveloperModeEnabled }
    set { log.isDeveloperModeEnabled = newValue }
  }

  /// Whether each save and restore step is logged with its duration.
  ///
  /// Lines have notice level. They contain paths and classes, but no values. Without debug logging,
  /// no line above debug level contains a path. Set it with the environment variable
  /// `RESTORATION_DEBUG_LOGGING`, with the launch argument `-StateRestorationDebugLogging YES`, or
  /// here at any time; it takes effect with the next pass.
  public var isDebugLoggingEnabled: Bool {
    get { log.isDebugLoggingEnabled }
    set { log.isDebugLoggingEnabled = newValue }
  }

  /// The clock used by debug logging.
  package var uptime: RestorationTrace.Uptime {
    get { log.uptime }
    set { log.uptime = newValue }
  }

  /// Starts a trace of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity that begins.
  ///   - logger: Receives the lines; the archiver's own logger by default.
  /// - Returns: `nil` unless debug logging is on.
  package func newTrace(_ activity: RestorationTrace.Activity, logger: Logger? = nil)
    -> RestorationTrace?
  {
    log.newTrace(activity, logger: logger)
  }
}
