// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// Records which object a restore pass is restoring.
///
/// This happens several times per object, so it must be fast. It stores an object number, which the
/// next launch looks up in the same save: computing a fingerprint takes longer than restoring the
/// object. It writes into the mapped file, because a system call would also take longer.
package final class RecordAtWork {
  private let file: any MarkerFile
  private let page: SharedPage?
  private let mask: UInt32
  /// The word that was written last; 0 means no active record.
  private var noted: UInt32 = 0

  init(_ file: any MarkerFile, mask: UInt32) {
    self.file = file
    self.mask = mask
    page =
      (file as? MemoryMarkerFile)?.page
      ?? file.descriptor.flatMap { SharedPage(mapping: $0, size: LaunchRecord.size) }
  }

  /// Records the active object; `nil` means that there is none.
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

  @inline(never)  // so that its stack frame is not set up for each record
  private func write(_ word: UInt32) {
    file.write(LaunchRecord.bytes(ofWord: word), at: LaunchRecord.atWorkOffset)
  }
}
