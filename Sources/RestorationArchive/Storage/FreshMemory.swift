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
    // Where the call is not known, before Linux 5.14, pages come one by one.
    let populateForWriting: Int32 = 23
    madvise(first, (start + count - UnsafeRawPointer(first)) / page * page, populateForWriting)
  }
}
