// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Memory that was taken from the system and is about to be written for the first time.
enum FreshMemory {
  /// Has the system give all of it in one call.
  ///
  /// To be interrupted at each page that is met first takes half as long again.
  ///
  /// - Parameters:
  ///   - start: Where it begins; what does not fill a page is left to come by itself.
  ///   - count: How many bytes are about to be written.
  static func take(_ start: UnsafeRawPointer?, _ count: Int) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard let start, count > 16 * page else { return }
    let first = UnsafeMutableRawPointer(mutating: start).alignedUp(toMultipleOf: page)
    let end = UnsafeMutableRawPointer(mutating: start + count).alignedDown(toMultipleOf: page)
    // What the process has had before is there to its end; the call would look at each page of it.
    var isThere: UInt8 = 0
    guard mincore(end - page, page, &isThere) != 0 || isThere & 1 == 0 else { return }
    // Where the call is not known, before Linux 5.14, pages come one by one.
    let populateForWriting: Int32 = 23
    madvise(first, end - first, populateForWriting)
  }
}
