// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// The state of saving and restoring, in words.
@MainActor struct InspectionSummary {
  private(set) var lines: [RestorationInspection.Line] = []

  init(_ application: Application, obstacle: String?, byteCount: Int) {
    if let obstacle {
      add("State", obstacle, isProblem: true)
    } else {
      add("State", "\(sizeText(byteCount)) now, before sealing")
    }
    addSave(application)
    if let report = application.lastRestorationReport { add(report) }
    if !application.isProtectedDataAvailable {
      add("Key", "locked: changes are saved when it is unlocked", isProblem: true)
    }
    if application.isDeveloperModeEnabled {
      add("Developer mode", "archives stay as they are on error, crash and force quit")
    }
  }

  /// Adds problems that concern no single object.
  mutating func add(remarks: [String]) {
    for remark in remarks { add("Note", remark, isProblem: true) }
  }

  /// Adds the number of objects with problems.
  mutating func add(problems count: Int) {
    add("Problems", count == 0 ? "none" : "\(count)", isProblem: count > 0)
  }

  private mutating func add(_ label: String, _ text: String, isProblem: Bool = false) {
    lines.append(.init(label: label, text: text, isProblem: isProblem))
  }

  private mutating func addSave(_ application: Application) {
    guard let save = application.lastSave, let report = application.lastPreservationReport else {
      return add("Last save", "none in this process")
    }
    let when = "\(timestampText(save.time)), \(text(report.reason))"
    switch save.result {
    case .success(let number):
      add("Last save", "number \(number), \(when), \(sizeText(report.byteCount))")
    case .failure(let error):
      add("Last save", "failed: \(error); \(when)", isProblem: true)
    }
  }

  private mutating func add(_ report: RestorationReport) {
    add("Launch", text(report.reason))
    if report.isRefused {
      add("Restore", "the application refused the saved state")
    } else if let sequenceNumber = report.sequenceNumber {
      add("Restore", restoreText(report, sequenceNumber))
    }
    if let recoveryLevel = report.recoveryLevel {
      add("Recovery", text(recoveryLevel), isProblem: true)
    }
    for incident in report.incidents {
      let place = incident.isSetAside ? "set aside" : "left where it is"
      add("Damage", "\(incident.generation), \(place): \(incident.error)", isProblem: true)
    }
    if let instance = report.instance, instance > 1 {
      add("Process", "number \(instance) of this application, with a state of its own")
    }
  }

  private func restoreText(_ report: RestorationReport, _ sequenceNumber: UInt64) -> String {
    var counts = (restored: 0, defaulted: 0, dropped: 0, unclaimed: 0)
    for outcome in report.outcomes {
      switch outcome.result {
      case .restored, .referenced: counts.restored += 1
      case .defaulted: counts.defaulted += 1
      case .dropped: counts.dropped += 1
      case .unclaimed: counts.unclaimed += 1
      }
    }
    let parts = [
      (counts.restored, "restored"), (counts.defaulted, "with defaults"),
      (counts.dropped, "dropped"), (counts.unclaimed, "not asked for"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "save \(sequenceNumber): " + parts.joined(separator: ", ")
  }

  private func text(_ reason: PreservationReason) -> String {
    switch reason {
    case .changed: "because something changed"
    case .background: "on leaving the foreground"
    case .terminating: "at the end"
    case .explicit: "because the application asked"
    }
  }

  private func text(_ reason: LaunchReason) -> String {
    switch reason {
    case .pristine: "there was no state"
    case .launch: "there was state of an earlier process"
    case .recover: "something went wrong before"
    case .restore: "the session goes on"
    case .locked: "the key was locked"
    }
  }

  private func text(_ recoveryLevel: RecoveryLevel) -> String {
    switch recoveryLevel {
    case .olderGeneration: "an older archive was restored"
    case .withoutSuspect: "objects involved in a crash were left out"
    case .lastGood: "the last state that ran well was restored"
    case .clean: "nothing was restored; all archives were set aside"
    }
  }
}

/// Returns a size in readable form.
func sizeText(_ byteCount: Int) -> String {
  switch byteCount {
  case 1: return "1 byte"
  case ..<1000: return "\(byteCount) bytes"
  case ..<1_000_000: return tenths(byteCount, of: 1000) + " kB"
  default: return tenths(byteCount, of: 1_000_000) + " MB"
  }
}

private func tenths(_ count: Int, of unit: Int) -> String {
  let tenths = (count * 10 + unit / 2) / unit
  return "\(tenths / 10).\(tenths % 10)"
}
