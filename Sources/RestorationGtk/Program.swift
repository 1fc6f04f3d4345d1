// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
import CGTK
import GTKWidgets
import Logging
import StateRestoration

/// The program that has called `restoration_gtk_start`.
@MainActor final class Program {
  private static var started: Program?

  let restoration: WidgetRestoration
  private let ownValues = ProgramValues()

  /// The program; throws before it has started.
  static var current: Program {
    get throws {
      guard let started else { throw Misuse("call restoration_gtk_start first") }
      return started
    }
  }

  /// Begins to keep the state of a program.
  ///
  /// - Parameter description: Describes the program.
  /// - Throws: `Misuse` in a program that has started; `ArchiveError`.
  static func start(_ description: ApplicationDescription) throws {
    guard started == nil else { throw Misuse("the program has started already") }
    _ = log
    started = Program(try WidgetRestoration(description))
  }

  /// Lets this library log through GLib, once.
  private static let log: Void = LoggingSystem.bootstrap { _ in GLibLog() }

  private init(_ restoration: WidgetRestoration) {
    self.restoration = restoration
    restoration.coordinator.registerObject(
      forStateRestoration: ownValues, restorationIdentifier: ProgramValues.identifier)
  }

  /// The program's own values; the first use restores them.
  lazy var values: ProgramValues = {
    restoration.restoreBeforeWindows()
    return ownValues
  }()
}
#endif
