// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
import CGTK
import GTKWidgets
import Logging
import RestorationArchive
import StateRestoration

/// The program that has called `restoration_gtk_start`.
@MainActor final class Program {
  /// The result of the start; `nil` before it.
  private static var started: Result<Program, ArchiveError>?

  let restoration: WidgetRestoration
  private let ownValues = ProgramValues()

  /// The program; throws before it has started, and the start's error if that has failed.
  static var current: Program {
    get throws {
      guard let started else { throw Misuse("call restoration_gtk_start first") }
      return try started.get()
    }
  }

  /// Begins to keep the state of a program.
  ///
  /// - Parameter description: Describes the program.
  /// - Throws: `Misuse` in a program that has started; `ArchiveError`.
  static func start(_ description: ApplicationDescription) throws {
    if case .success? = started { throw Misuse("the program has started already") }
    _ = log
    do throws(ArchiveError) {
      started = .success(Program(try WidgetRestoration(description)))
    } catch {
      started = .failure(error)
      throw error
    }
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
