// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FatalSignalNote
import PosixSupport
import Synchronization

/// Records this process's launch progress for the process after it.
///
/// The archiver creates it when it opens an archive. A process without state to restore, or without
/// a key, has none. Every method writes few bytes once, without a sync: the bytes survive a crash
/// of the process, and a power failure counts as unexplained anyway.
package final class LaunchMarker: Sendable {
  private let file: any MarkerFile
  private let fingerprints: PathFingerprint.Maker
  private let record: Mutex<LaunchRecord>

  init(_ file: any MarkerFile, record: LaunchRecord, key: ArchiveKey) {
    self.file = file
    self.record = Mutex(record)
    fingerprints = PathFingerprint.Maker(key: key, salt: record.salt)
    file.write(record.bytes, at: 0)
  }

  deinit { file.descriptor.map(restoration_note_clear_target) }

  /// Starts to record fatal signals and process ends by `exit`.
  ///
  /// - Parameter installsHandler: Whether to install handlers. Otherwise the code that handles
  ///   these signals must call `restoration_note_fatal_signal`.
  /// - Returns: `false` when the system refused.
  package func noteFatalSignals(installsHandler: Bool) -> Bool {
    guard let descriptor = file.descriptor else { return true }
    restoration_note_set_target(descriptor, UInt32(LaunchRecord.endOffset))
    return !installsHandler || restoration_note_install()
  }

  /// Returns the code that ``note(_:)`` takes for an object.
  package func fingerprint(of address: RestorationAddress) -> PathFingerprint {
    fingerprints.fingerprint(of: address)
  }

  /// Records the object that runs code now.
  ///
  /// `nil` means that no archived object does.
  package func note(_ fingerprint: PathFingerprint?) {
    let isNew = record.withLock { record in
      defer { record.current = fingerprint }
      return record.current != fingerprint
    }
    guard isNew else { return }
    file.write(LaunchRecord.bytes(of: fingerprint), at: LaunchRecord.currentOffset)
  }

  /// Records that objects are now looked up and decoded.
  ///
  /// - Returns: A recorder for the object that is being restored.
  @discardableResult
  package func beginRestoring() -> RecordAtWork {
    enter(.restoring)
    return RecordAtWork(file, mask: fingerprints.mask)
  }

  /// Records that the application refused its state; launch continues without it.
  package func refuseRestoring() { enter(.launching) }

  /// Records the end of restoring and the start of probation.
  ///
  /// The restore pass succeeded, so earlier kills in it had other causes.
  package func beginProbation() {
    record.withLock { record in
      let wasInterrupted = record.interruptions > 0
      (record.phase, record.interruptions) = (.probation, 0)
      // Usually the checksum does not change. Computing it takes as long as restoring some objects.
      if wasInterrupted {
        file.write(record.bytes, at: 0)
      } else {
        file.write(record.progress, at: LaunchRecord.phaseOffset)
      }
    }
  }

  /// Records the end of probation; no process end counts from now on.
  ///
  /// Probation ended well, or nothing was restored and launch is over.
  package func endProbation() {
    record.withLock { record in
      guard record.phase != .running else { return }
      record.endRow()
      (record.phase, record.current) = (.running, nil)
      file.write(record.bytes, at: 0)
    }
  }

  /// Records a regular process end; nothing after this counts as a crash.
  package func endInOrder() {
    file.descriptor.map(restoration_note_clear_target)
    note(.inOrder)
  }

  private func note(_ end: LaunchRecord.End) {
    file.write([end.byte], at: LaunchRecord.endOffset)
    record.withLock { $0.end = end }
  }

  private func enter(_ phase: LaunchRecord.Phase) {
    record.withLock { $0.phase = phase }
    file.write([phase.rawValue], at: LaunchRecord.phaseOffset)
  }
}

/// A note in the marker that a launch reads an archive.
///
/// Reading comes before there is a record to judge by. An archive that crashes its reader would do
/// so at every launch. The note has two bytes of a ``LaunchRecord``, which the record does not use.
struct ReadingNote {
  private static let offset = 58

  private let file: any MarkerFile
  private let generation: UInt8
  /// The note that was found.
  private let last: [UInt8]

  init(_ file: any MarkerFile, of generation: ArchiveGeneration) {
    self.file = file
    self.generation =
      switch generation {
      case .current: 1
      case .previous: 2
      case .lastGood: 3
      }
    if LaunchRecord(file.contents) != nil {
      last = Array(file.contents[Self.offset..<Self.offset + 2])
    } else {
      file.write(LaunchRecord().bytes, at: 0)
      last = [0, 0]
    }
  }

  /// Whether the process before crashed while it read this generation.
  var hasCrashed: Bool {
    if case .crash = LaunchRecord.End(last[1]) { last[0] == generation } else { false }
  }

  /// Notes that reading begins, and a fatal signal from now on.
  func begin() {
    file.descriptor.map { restoration_note_set_target($0, UInt32(Self.offset + 1)) }
    file.write([generation, 0], at: Self.offset)
  }

  /// Notes that reading has ended.
  ///
  /// A note about another generation stays, because each launch may read a newer one first.
  func end() {
    file.descriptor.map(restoration_note_clear_target)
    file.write(last[0] == generation ? [0, 0] : last, at: Self.offset)
  }

  /// Installs the handler for fatal signals; without a target it notes nothing.
  static func installHandler() { _ = restoration_note_install() }
}

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
