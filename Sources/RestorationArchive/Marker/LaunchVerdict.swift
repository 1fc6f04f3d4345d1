// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Decides how to launch, from the ends of earlier processes.
///
/// It is a pure value that implements the recovery levels.
struct LaunchVerdict {
  /// Number of tolerated consecutive crashes during launch, outside restoring.
  ///
  /// After more of them, nothing is restored.
  static let toleratedLaunchCrashes: UInt8 = 1
  /// Number of tolerated consecutive unexplained ends in restore passes.
  ///
  /// After more of them, an object is held back.
  static let toleratedInterruptions: UInt8 = 2

  /// The record for the process that launches now, in its initial phase.
  var record: LaunchRecord
  /// Whether nothing is restored.
  var isClean = false
  /// Whether the process before crashed, in any phase.
  var hasCrashed: Bool

  /// The facts about the archives that the verdict needs.
  struct Evidence {
    /// The sequence number of the newest readable save.
    var newestSave: UInt64
    /// The last good save's sequence number; `nil` if none is readable.
    var lastGoodSave: () -> UInt64?
    /// Whether anything remains without this object and its descendants.
    ///
    /// Also `false` when no object has the fingerprint.
    var canLeaveOut: (PathFingerprint) -> Bool
    /// Whether an object of the newest save has this fingerprint.
    var isNamed: (PathFingerprint) -> Bool
  }

  /// Decides how to launch.
  ///
  /// - Parameters:
  ///   - last: The record of the process before.
  ///   - evidence: The facts about the archives.
  init(after last: LaunchRecord, _ evidence: Evidence) {
    record = last
    (record.phase, record.end) = (.launching, .unexplained)
    (record.current, record.atWork) = (nil, 0)
    // A decision about another state does not apply to this one.
    if record.newestSave != evidence.newestSave {
      (record.usesLastGood, record.suspects) = (false, [])
      record.newestSave = evidence.newestSave
    }
    hasCrashed = false
    // The start before was orderly, so what was held back is offered again.
    if last.end == .inOrder || last.phase == .running { record.heldBack = [] }
    switch last.end {
    case .inOrder:
      record.endRow()
    case .crash:
      hasCrashed = true
      switch last.phase {
      case .launching:
        record.launchCrashes += 1
        isClean = record.launchCrashes > Self.toleratedLaunchCrashes
      case .restoring, .probation: climb(last, evidence)
      case .running: record.endRow()
      }
    case .unexplained where last.phase == .restoring:
      record.interruptions += 1
      if record.interruptions > Self.toleratedInterruptions { holdBack(last, evidence) }
    case .unexplained: break
    }
    if isClean { record = LaunchRecord() }
    // Without suspects nothing refers to the old fingerprints, so a new salt can be used.
    if record.suspects.isEmpty, record.heldBack.isEmpty { record.salt = LaunchRecord().salt }
  }

  /// Holds back the object restored at the last unexplained end.
  ///
  /// Who killed a process is unknown, so nothing else changes: the newest state is restored, and no
  /// recovery level is reached. Without a named object all of it is restored.
  private mutating func holdBack(_ last: LaunchRecord, _ evidence: Evidence) {
    record.interruptions = 0
    guard record.hasRoomForSuspects, let object = last.current,
      !record.leftOut.contains(object), evidence.isNamed(object)
    else { return }
    record.heldBack.append(object)
  }

  /// Moves one recovery level up.
  ///
  /// First the suspect is left out; then the last good state is restored or, if there is none, the
  /// same state once more; then nothing is restored.
  private mutating func climb(_ last: LaunchRecord, _ evidence: Evidence) {
    record.interruptions = 0
    if record.recoveryLevel == 0, record.hasRoomForSuspects, let suspect = last.current,
      !record.suspects.contains(suspect), evidence.canLeaveOut(suspect)
    {
      record.suspects.append(suspect)
      record.recoveryLevel = 1
      return
    }
    guard record.recoveryLevel < 2, !record.usesLastGood else { return isClean = true }
    if let lastGood = evidence.lastGoodSave() {
      // That state has just failed without the suspect. It would not do better with the suspect.
      guard record.recoveryLevel == 0 || lastGood != evidence.newestSave else {
        return isClean = true
      }
      (record.usesLastGood, record.suspects) = (true, [])
    }
    record.recoveryLevel = 2
  }
}

extension LaunchRecord {
  /// Resets the counters of consecutive failures.
  mutating func endRow() { (recoveryLevel, launchCrashes, interruptions) = (0, 0, 0) }
}

/// A launch's response to earlier failures, gentlest first.
///
/// Without one, the newest state is restored completely.
///
/// A crash counts if it happens while state is restored, during probation, or while an extension of
/// the state runs. Processes that end without explanation convict no archive. After three in a row
/// in the restore pass, the object being restored is left out for a while.
public enum RecoveryLevel: Hashable, Sendable, CaseIterable {
  /// An older state is restored, because the newest archive was unreadable.
  case olderGeneration
  /// The newest state is restored without the object active in the crash.
  ///
  /// Its descendants are left out, too. After kills their records are kept and restored later.
  case withoutSuspect
  /// The newest state that ran well after an earlier launch is restored.
  case lastGood
  /// Nothing is restored; all archives are set aside.
  case clean
}

/// The text of a launch verdict in debug logging.
extension LaunchVerdict {
  var words: String {
    if isClean { return "nothing is restored" }
    if record.usesLastGood { return "the last good state is restored" }
    let count = record.leftOut.count
    return count == 0 ? "all is restored" : "\(count) suspect\(count == 1 ? "" : "s") left out"
  }
}

extension LaunchRecord {
  var words: String { "the previous process \(end.words) while it was \(phase.words)" }
}

extension LaunchRecord.End {
  var words: String {
    switch self {
    case .inOrder: "ended normally"
    case .crash: "crashed"
    case .unexplained: "ended for an unknown reason"
    }
  }
}

extension LaunchRecord.Phase {
  var words: String {
    switch self {
    case .launching: "launching"
    case .restoring: "restoring"
    case .probation: "on probation"
    case .running: "running"
    }
  }
}
