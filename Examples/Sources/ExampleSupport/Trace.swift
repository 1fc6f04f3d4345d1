// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import GTKHost

/// Prints one line per event, for scripts that drive the program.
///
/// - `first-frame T WHAT`: the first frame is on screen, T milliseconds after the process started;
///   WHAT is `launch-image`, `default-image` or `interface`.
/// - `restored N` or `restored nothing`: the result at launch.
/// - `saved N REASON`: a save is durable.
/// - `complete T`: the first frame with all visible pictures, and without an image over them, is on
///   screen, T milliseconds after the process started.
@MainActor public enum Trace {
  /// Starts printing.
  ///
  /// - Parameters:
  ///   - application: The application, not launched yet.
  ///   - host: The application's host.
  public static func start(_ application: Application, _ host: GTKHost) {
    application.onRestore = { report in
      print("restored", report.sequenceNumber.map(String.init) ?? "nothing")
      for incident in report.incidents { print("passed over", incident.generation, incident.error) }
    }
    application.onPreserve = { result, report in
      switch result {
      case .success(let save): print("saved", save, report.reason)
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
