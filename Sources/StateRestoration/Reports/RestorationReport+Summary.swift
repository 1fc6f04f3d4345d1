// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension RestorationReport.Result: CustomStringConvertible {
  /// The result and its reason.
  public var description: String {
    switch self {
    case .restored: "restored"
    case .referenced: "referenced"
    case .defaulted(let reason): "defaulted: \(reason)"
    case .dropped(let reason): "dropped: \(reason)"
    case .unclaimed: "unclaimed"
    }
  }
}

extension RestorationReport {
  /// Whether all the state that was saved last has come back.
  ///
  /// Applications check it at launch to tell the user that something is missing.
  ///
  /// It is `false` when an object was dropped, kept its defaults or is in no window, when a newer
  /// archive was skipped or a part of it left out, and while the key is locked or something cannot
  /// be read. Unclaimed objects do not count, because they may still come back.
  ///
  /// It does not know what was never saved, so it is `true` when nothing was saved. The
  /// ``PreservationReport/diagnostics`` of a save name what was left out.
  public var isComplete: Bool {
    !isLocked && incidents.isEmpty && recoveryLevel == nil && unplaced.isEmpty
      && results.entries.allSatisfy { entry in
        switch entry.result {
        case .restored, .referenced, .unclaimed: true
        case .defaulted, .dropped: false
        }
      }
  }

  /// The numbers of restored and missing objects, in one line.
  ///
  /// It contains no paths.
  public var summary: String {
    var (restored, defaulted, dropped, unclaimed) = (0, 0, 0, 0)
    for entry in results.entries {
      switch entry.result {
      case .restored, .referenced: restored += 1
      case .defaulted: defaulted += 1
      case .dropped: dropped += 1
      case .unclaimed: unclaimed += 1
      }
    }
    let counts = [
      (restored, "restored"), (defaulted, "defaulted"), (dropped, "dropped"),
      (unclaimed, "unclaimed"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing was restored" : parts.joined(separator: ", ")
  }
}
