// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a launch does about how the processes before it ended: the ladder of R195, as a value.
struct LaunchVerdict {
  /// Crashes in a row outside restoring after which nothing is restored (R129).
  static let toleratedLaunchCrashes: UInt8 = 1
  /// Unexplained ends in a row in restore passes that count as one crash (R193).
  static let interruptionsOfACrash: UInt8 = 3

  /// The next process's record, not begun.
  var record: LaunchRecord
  /// Whether nothing is restored.
  var isClean = false
  /// Whether the process before crashed, whatever it was doing (R153).
  var hasCrashed: Bool

  /// What the verdict has to know about the archives.
  struct Evidence {
    /// The number of the newest save that can be read.
    var newestSave: UInt64
    /// The number of the last good save; `nil` when there is none that can be read.
    var lastGoodSave: () -> UInt64?
    /// Whether the archive has an object with this fingerprint, and more than what lies below it.
    var canLeaveOut: (PathFingerprint) -> Bool
  }

  /// Decides how to launch.
  ///
  /// - Parameters:
  ///   - last: What the process before has left.
  ///   - evidence: What the archives say.
  init(after last: LaunchRecord, _ evidence: Evidence) {
    record = last
    (record.phase, record.end) = (.launching, .unexplained)
    (record.current, record.atWork) = (nil, 0)
    // What was decided about another state says nothing about this one.
    if record.newestSave != evidence.newestSave {
      (record.usesLastGood, record.suspects) = (false, [])
      record.newestSave = evidence.newestSave
    }
    hasCrashed = false
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
      if record.interruptions >= Self.interruptionsOfACrash { climb(last, evidence) }
    case .unexplained: break
    }
    if isClean { record = LaunchRecord() }
    // A marker that nothing refers to any more need not be comparable with the one before.
    if record.suspects.isEmpty { record.salt = LaunchRecord().salt }
  }

  /// One level up: what was at work, then the last good state or, where there is none, the same once
  /// more; then nothing.
  private mutating func climb(_ last: LaunchRecord, _ evidence: Evidence) {
    record.interruptions = 0
    if record.recoveryLevel == 0, record.suspects.count < LaunchRecord.maximumSuspects,
      let suspect = last.current, !record.suspects.contains(suspect),
      evidence.canLeaveOut(suspect)
    {
      record.suspects.append(suspect)
      record.recoveryLevel = 1
      return
    }
    guard record.recoveryLevel < 2, !record.usesLastGood else { return isClean = true }
    if let lastGood = evidence.lastGoodSave() {
      // The state that has just failed without the suspect does not get better by having it again.
      guard record.recoveryLevel == 0 || lastGood != evidence.newestSave else {
        return isClean = true
      }
      (record.usesLastGood, record.suspects) = (true, [])
    }
    record.recoveryLevel = 2
  }
}

extension LaunchRecord {
  /// What comes next is no longer "in a row" with what went wrong before.
  mutating func endRow() { (recoveryLevel, launchCrashes, interruptions) = (0, 0, 0) }
}
