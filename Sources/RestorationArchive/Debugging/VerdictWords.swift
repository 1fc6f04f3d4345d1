// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
