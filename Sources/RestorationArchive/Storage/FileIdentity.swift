// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Which file lies at a path, and when it was changed last; other bytes have another identity.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let modified: Time
  private let changed: Time

  private struct Time: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  package init(_ status: stat) {
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (modified, changed) = (Time(status.st_mtim), Time(status.st_ctim))
  }

  /// Whether the file has been as it is for a while.
  ///
  /// The clock of a file system ticks some hundred times a second at best: two changes in one tick
  /// leave the same times, so an identity that is as new as that proves nothing.
  package var isSettled: Bool {
    var now = timespec()
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && changed.seconds < now.tv_sec - 2
  }
}
