// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where a restore pass notes the record that is at work, several times for each.
///
/// A number, which the next launch looks up in the same save: a fingerprint takes longer than
/// restoring the object. Written into the mapped file, since a system call does, too.
package final class RecordAtWork {
  private let file: any MarkerFile
  private let page: UnsafeMutableRawPointer?
  private let isMapped: Bool
  private let mask: UInt32
  /// The word that was written last; 0 for nothing at work.
  @exclusivity(unchecked) private var noted: UInt32 = 0

  init(_ file: any MarkerFile, mask: UInt32) {
    self.file = file
    self.mask = mask
    let memory = (file as? MemoryMarkerFile)?.page
    isMapped = memory == nil
    page = memory ?? file.descriptor.flatMap(Self.map)
  }

  deinit { if isMapped, let page { munmap(page, LaunchRecord.size) } }

  /// Asks for the page beforehand, so that the system answers where a full disk has no room for it.
  ///
  /// To write into the page would be fatal then, as on a file system that puts each change in a new place.
  private static let populateForWriting: Int32 = 23  // MADV_POPULATE_WRITE, since Linux 5.14

  /// A file that is shorter is not mapped: a store behind its end would be fatal, too.
  private static func map(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size >= LaunchRecord.size else { return nil }
    let page = mmap(
      nil, LaunchRecord.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let page, page != MAP_FAILED else { return nil }
    if madvise(page, LaunchRecord.size, populateForWriting) != 0, errno != EINVAL {
      munmap(page, LaunchRecord.size)
      return nil
    }
    return page
  }

  /// What is at work now; `nil` for what no archived object does.
  package func note(_ number: ObjectNumber?) {
    let word = LaunchRecord.word(of: number, mask: mask)
    guard word != noted else { return }
    noted = word
    if let page {
      page.storeBytes(
        of: word.littleEndian, toByteOffset: LaunchRecord.atWorkOffset, as: UInt32.self)
    } else {
      write(word)
    }
  }

  @inline(never)  // so that what it takes is not set up for each record
  private func write(_ word: UInt32) {
    file.write(LaunchRecord.bytes(ofWord: word), at: LaunchRecord.atWorkOffset)
  }
}
