// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// Force quit, developer mode and debug logging.
extension Application {
  /// Whether archives survive errors, crashes and force quits.
  ///
  /// For finding the cause of a crash: every launch restores the whole state that causes it. The
  /// environment variable `RESTORATION_DEVELOPER_MODE=1` and the launch argument
  /// `-StateRestorationDeveloperMode YES` also set it. Set it before
  /// ``launch(reason:inBackground:)``.
  public var isDeveloperModeEnabled: Bool {
    get { restoration.isDeveloperModeEnabled }
    set { restoration.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with its duration.
  ///
  /// The environment variable `RESTORATION_DEBUG_LOGGING=1` and the launch argument
  /// `-StateRestorationDebugLogging YES` also set it. Log lines contain paths and classes, but no
  /// values.
  public var isDebugLoggingEnabled: Bool {
    get { restoration.isDebugLoggingEnabled }
    set { restoration.isDebugLoggingEnabled = newValue }
  }

  /// Deletes all saved state and ends the application.
  ///
  /// The next launch starts from the beginning. A force quit is the user's way out of a state that
  /// does not work; hosts document their gesture for it. Nothing is saved afterwards. In developer
  /// mode the state stays. A kill deletes nothing.
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
  /// Runs this controller's code and attributes a crash to it.
  ///
  /// This includes the code of its views.
  func working<Result>(_ body: () -> Result) -> Result {
    guard let restoration = window?.application?.restoration else { return body() }
    return restoration.working(on: self, body)
  }
}
