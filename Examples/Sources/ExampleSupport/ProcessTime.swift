// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The running time of this process.
public enum ProcessTime {
  /// The milliseconds since the kernel started the process; 0 if unknown.
  public static var millisecondsSinceStart: Int {
    let fields =
      (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8))?
      .split(separator: ")").last?.split(separator: " ") ?? []
    // Field 22 of the line is the start in clock ticks; the name and the fields before it are cut
    // off.
    guard fields.count > 19, let ticks = Double(fields[19]) else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    return Int((seconds - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))) * 1000)
  }
}
