// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import GTKHost
import RestorationArchive
import StateRestoration
public import ViewControllers

/// Prints what a script that drives the program waits for, one line each.
///
/// `first-frame T WHAT` when the first frame is on screen, T milliseconds after the process started:
/// `launch-image`, `default-image` or `interface`; `restored N` or `restored nothing` at launch, `saved N REASON` after each durable save, and `complete T`
/// when the first frame with all visible pictures is on screen, without an image over them, T
/// milliseconds after the process started.
@MainActor public enum Trace {
  /// Prints from now on.
  ///
  /// - Parameters:
  ///   - application: The application, not launched yet.
  ///   - host: The host that it runs on.
  public static func start(_ application: Application, _ host: GTKHost) {
    application.onRestore = { report in
      print("restored", report.generation.map(String.init) ?? "nothing")
      for incident in report.incidents { print("passed over", incident.generation, incident.error) }
    }
    application.onPreserve = { result, report in
      switch result {
      case .success(let generation): print("saved", generation, report.reason)
      case .failure(let error): print("not saved:", error)
      }
    }
    host.onFirstFrame = { print("first-frame", ProcessTime.millisecondsSinceStart, $0.rawValue) }
    host.whenSettled { print("complete", ProcessTime.millisecondsSinceStart) }
  }

  private static func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ") + "\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}
