// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FatalSignalNote
import Synchronization

/// The marker of this process: says how far its launch has come, for the process after it (R193).
///
/// Made by the archiver when it opens an archive; there is none in a process without state to
/// restore, or without a key. Every method is one write of few bytes, without a sync: a crash of
/// the process keeps them, and a loss of power is unexplained anyway.
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

  /// Has fatal signals noted from now on, and the end of the process by `exit`.
  ///
  /// - Parameter installsHandler: Whether handlers are installed; otherwise whoever handles these
  ///   signals calls `restoration_note_fatal_signal`.
  /// - Returns: `false` when the system refused.
  package func noteFatalSignals(installsHandler: Bool) -> Bool {
    guard let descriptor = file.descriptor else { return true }
    restoration_note_set_target(descriptor, UInt32(LaunchRecord.endOffset))
    return !installsHandler || restoration_note_install()
  }

  /// The code under which ``note(_:)`` takes an object.
  package func fingerprint(of address: RestorationAddress) -> PathFingerprint {
    fingerprints.fingerprint(of: address)
  }

  /// What is at work now; `nil` for what no archived object does.
  package func note(_ fingerprint: PathFingerprint?) {
    let isNew = record.withLock { record in
      defer { record.current = fingerprint }
      return record.current != fingerprint
    }
    guard isNew else { return }
    file.write(LaunchRecord.bytes(of: fingerprint), at: LaunchRecord.currentOffset)
  }

  /// Objects are looked up and decode from now on.
  ///
  /// - Returns: Takes which of them is at work.
  @discardableResult
  package func beginRestoring() -> RecordAtWork {
    enter(.restoring)
    return RecordAtWork(file, mask: fingerprints.mask)
  }

  /// The application refused its state: launch goes on without.
  package func refuseRestoring() { enter(.launching) }

  /// Restoring has ended; probation begins (R131).
  ///
  /// Processes that were killed in the restore pass were so for reasons of their own.
  package func beginProbation() {
    record.withLock { record in
      let wasInterrupted = record.interruptions > 0
      (record.phase, record.interruptions) = (.probation, 0)
      // Mostly the checksum stays: to make one takes as long as to restore some objects.
      if wasInterrupted {
        file.write(record.bytes, at: 0)
      } else {
        file.write(record.progress, at: LaunchRecord.phaseOffset)
      }
    }
  }

  /// Probation ended well, or nothing was restored and launch is over: no end counts from now on.
  package func endProbation() {
    record.withLock { record in
      guard record.phase != .running else { return }
      record.endRow()
      (record.phase, record.current) = (.running, nil)
      file.write(record.bytes, at: 0)
    }
  }

  /// The process ends in order; whatever happens after this is no crash.
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
