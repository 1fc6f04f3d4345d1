// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// All checks of one opened archive.
struct ArchiveChecks {
  private(set) var results: [CheckResult] = []

  private let reading: ArchiveReading
  private let snapshot: RestorationSnapshot

  init(_ reading: ArchiveReading, fileSize: Int) {
    (self.reading, snapshot) = (reading, reading.snapshot)
    results = [
      authenticity(), wholeness(), form(), limits(fileSize: fileSize), paths(), references(),
      prerequisites(), restorationClasses(), notes(),
    ]
  }

  /// Checks authenticity: opening proves that every byte is as sealed.
  private func authenticity() -> CheckResult {
    var result = CheckResult("authentic")
    result.summary = "save \(reading.state.sequenceNumber)"
    return result
  }

  private func wholeness() -> CheckResult {
    var result = CheckResult("whole")
    result.summary = counted(reading.state.appendedSaves, "appended save", "appended saves")
    switch reading.state.end {
    case .whole: break
    case .damaged:
      result.find(
        .damage,
        "An appended save was changed after it was written: the state before it is used")
    case .torn:
      result.find(
        .warning, "The file ends in bytes that do not open: the state before them is used")
    }
    return result
  }

  private func form() -> CheckResult {
    var result = CheckResult("well-formed")
    var count = 0
    for record in reading.records {
      if let values = try? snapshot.values(of: record) {
        count += values.count
      } else {
        result.find(.damage, "The values of \(record.address) cannot be read")
      }
    }
    for number in reading.unreadable {
      let place = snapshot.address(of: number).map { "\($0)" } ?? "an object without a path"
      result.find(.damage, "The record of \(place) cannot be read")
    }
    result.summary =
      counted(reading.records.count, "object", "objects") + ", " + counted(count, "value", "values")
    return result
  }

  private func limits(fileSize: Int) -> CheckResult {
    var result = CheckResult("limits")
    let measures: [(String, Int, Int)] = [
      ("bytes of the file", fileSize, ArchiveLimits.fileSize),
      ("objects", snapshot.objectCount, ArchiveLimits.objects),
      ("bytes of values", reading.records.reduce(0) { $0 + $1.size }, ArchiveLimits.records),
      (
        "steps of a path", reading.records.map(\.address.path.components.count).max() ?? 0,
        ArchiveLimits.pathDepth
      ),
      ("appended saves", reading.state.appendedSaves, ArchiveLimits.appendedSaves),
    ]
    for (name, count, limit) in measures where count > limit / 2 {
      result.find(
        .warning, "\(count) \(name) are \(100 * count / limit) % of the limit of \(limit)")
    }
    if result.findings.isEmpty { result.summary = "less than half of each" }
    return result
  }

  private func paths() -> CheckResult {
    var result = CheckResult("paths")
    var seen: Set<RestorationAddress> = []
    for record in reading.records where !seen.insert(record.address).inserted {
      result.find(.damage, "Two records have the path \(record.address)")
    }
    for note in snapshot.notes where note.outcome == .duplicate {
      result.find(.warning, note.line)
    }
    if result.findings.isEmpty { result.summary = "no duplicates" }
    return result
  }

  private func references() -> CheckResult {
    var result = CheckResult("references")
    var count = 0
    let missing = Dictionary(
      snapshot.notes.filter { [.unclaimed, .dropped].contains($0.outcome) }
        .map { ($0.address, $0.outcome) }, uniquingKeysWith: { first, _ in first })
    for record in reading.records {
      for entry in (try? snapshot.values(of: record)) ?? [] {
        entry.value.forEachReference { number in
          count += 1
          guard let address = snapshot.address(of: number) else {
            let place = "\(record.address), \(entry.key)"
            return result.find(.damage, "\(place) leads to an unknown object")
          }
          if !snapshot.holds(number) {
            result.find(
              .warning, "\(record.address), \(entry.key) leads to \(address), which was not saved")
          } else if let outcome = missing[address] {
            let why = outcome == .dropped ? "was dropped" : "nothing asked for"
            result.find(
              .warning,
              "\(record.address), \(entry.key) leads to \(address), which \(why) at the last "
                + "launch: it becomes nil if that happens again")
          }
        }
      }
    }
    result.summary = "\(count)"
    return result
  }

  private func prerequisites() -> CheckResult {
    var result = CheckResult("prerequisites")
    var next: [ObjectNumber: ObjectNumber] = [:]
    for record in reading.records {
      guard let prerequisite = record.prerequisite else { continue }
      next[record.number] = prerequisite
      if !snapshot.holds(prerequisite) {
        let place = snapshot.address(of: prerequisite).map { "\($0)" } ?? "an unknown object"
        result.find(.warning, "\(record.address) requires \(place), which was not saved")
      }
    }
    for circle in circles(of: next, from: reading.records.map(\.number)) {
      let names = (circle + circle.prefix(1)).compactMap { snapshot.address(of: $0)?.description }
      result.find(
        .warning, "Each requires the next, so none is restored: " + names.joined(separator: ", "))
    }
    result.summary = "\(next.count)"
    return result
  }

  private func restorationClasses() -> CheckResult {
    var result = CheckResult("restoration classes")
    let names = Set(reading.records.compactMap(\.restorationClass))
    for name in names.sorted() where name.split(separator: ".").count != 2 {
      result.find(
        .note, "\(name) is not a class at a module's top level: register it")
    }
    for record in reading.records
    where record.address.kind == .controller && record.restorationClass == nil
      && !hasStoryboard(record)
    {
      result.find(
        .note,
        "\(record.address) has neither restoration class nor storyboard: its parent, the delegate or "
          + "the launch has to make it")
    }
    result.summary = "\(names.count)"
    return result
  }

  private func hasStoryboard(_ record: ObjectRecord) -> Bool {
    (try? snapshot.values(of: record))?.contains { $0.key == ReservedKey.storyboard } ?? false
  }

  private func notes() -> CheckResult {
    var result = CheckResult("notes")
    for note in snapshot.notes where note.outcome != .duplicate {
      result.find(.warning, note.line)
    }
    if result.findings.isEmpty { result.summary = "none" }
    return result
  }
}

/// Returns the circles that prerequisites form.
///
/// Each begins with the object that a walk comes to first.
///
/// - Parameters:
///   - next: The prerequisite of each object; so every walk ends, or comes to a circle.
///   - starts: The objects from which walks begin, in order.
/// - Returns: The circles in the order of the walks.
func circles(of next: [ObjectNumber: ObjectNumber], from starts: [ObjectNumber])
  -> [[ObjectNumber]]
{
  var circles: [[ObjectNumber]] = []
  var finished: Set<ObjectNumber> = []
  for start in starts {
    var walk: [ObjectNumber] = []
    var onWalk: Set<ObjectNumber> = []
    var step: ObjectNumber? = start
    while let number = step, !finished.contains(number), onWalk.insert(number).inserted {
      walk.append(number)
      step = next[number]
    }
    if let step, !finished.contains(step), let first = walk.firstIndex(of: step) {
      circles.append(Array(walk[first...]))
    }
    finished.formUnion(walk)
  }
  return circles
}

/// The result of one check of an archive.
struct CheckResult: Encodable {
  /// The severity, in ascending order.
  enum Level: String, Encodable, Comparable {
    case ok
    /// No problem, but useful to know.
    case note
    /// The archive is intact, but not everything will be restored.
    case warning
    /// Something cannot be read.
    case damage

    private var rank: Int {
      switch self {
      case .ok: 0
      case .note: 1
      case .warning: 2
      case .damage: 3
      }
    }

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  let check: String
  var level = Level.ok
  /// A summary of the checked items, such as a count.
  var summary = ""
  /// A sentence for each finding.
  private(set) var findings: [String] = []

  init(_ check: String) { self.check = check }

  /// Adds a finding.
  mutating func find(_ level: Level, _ sentence: String) {
    self.level = max(self.level, level)
    findings.append(sentence)
  }
}
#endif
