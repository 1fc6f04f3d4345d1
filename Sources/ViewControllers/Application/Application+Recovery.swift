// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// Ends that are no relaunch, and what a crash is put down to.
extension Application {
  /// Whether archives stay as they are on error, crash and force quit (R132).
  ///
  /// For whoever looks for the reason of a crash: the state that causes it is restored whole at
  /// every launch. The environment variable `RESTORATION_DEVELOPER_MODE=1` and the launch argument
  /// `-StateRestorationDeveloperMode YES` set it, too. Set it before ``launch(reason:inBackground:)``.
  public var isDeveloperModeEnabled: Bool {
    get { restoration.isDeveloperModeEnabled }
    set { restoration.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with the time it took (R132).
  ///
  /// The environment variable `RESTORATION_DEBUG_LOGGING=1` and the launch argument
  /// `-StateRestorationDebugLogging YES` set it, too. Lines name paths and classes, but no value.
  public var isDebugLoggingEnabled: Bool {
    get { restoration.isDebugLoggingEnabled }
    set { restoration.isDebugLoggingEnabled = newValue }
  }

  /// Ends the application and deletes everything that was saved: the next launch begins anew (R130).
  ///
  /// This is the user's way out of a state that does not work; hosts document their gesture for it.
  /// Nothing is saved any more. Being killed deletes nothing. In developer mode the state stays.
  public func forceQuit() {
    guard phase != .terminated else { return }
    end {
      do throws(ArchiveError) {
        try restoration.discardState()
      } catch {
        restoration.logger.error("The saved state could not be deleted: \(error)")
      }
    }
  }
}

extension ViewController {
  /// Lets this controller's code, or that of its views, run; a crash in it is put down to it.
  func working<Result>(_ body: () -> Result) -> Result {
    guard let restoration = window?.application?.restoration else { return body() }
    return restoration.working(on: self, body)
  }
}
