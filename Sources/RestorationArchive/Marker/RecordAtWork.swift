// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// Where a restore pass notes the record that is at work, several times for each.
///
/// A number, which the next launch looks up in the same save: a fingerprint takes longer than
/// restoring the object. Written into the mapped file, since a system call does, too.
package final class RecordAtWork {
  private let file: any MarkerFile
  private let page: SharedPage?
  private let mask: UInt32
  /// The word that was written last; 0 for nothing at work.
  private var noted: UInt32 = 0

  init(_ file: any MarkerFile, mask: UInt32) {
    self.file = file
    self.mask = mask
    page =
      (file as? MemoryMarkerFile)?.page
      ?? file.descriptor.flatMap { SharedPage(mapping: $0, size: LaunchRecord.size) }
  }

  /// What is at work now; `nil` for what no archived object does.
  package func note(_ number: ObjectNumber?) {
    let word = LaunchRecord.word(of: number, mask: mask)
    guard word != noted else { return }
    noted = word
    if let page {
      page.store(word, at: LaunchRecord.atWorkOffset)
    } else {
      write(word)
    }
  }

  @inline(never)  // so that what it takes is not set up for each record
  private func write(_ word: UInt32) {
    file.write(LaunchRecord.bytes(ofWord: word), at: LaunchRecord.atWorkOffset)
  }
}
