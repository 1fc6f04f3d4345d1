// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension RestorationReport.Result: CustomStringConvertible {
  /// What became of the object, and why.
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
  /// Whether all that was saved last has come back.
  ///
  /// It does not know what was never saved, so it is `true` when nothing was saved; ``diagnostics`` of a save name what is left out. An
  /// application asks it at launch to tell its user that something is missing. `false` when an
  /// object was dropped, kept its defaults or is in no window, when a newer archive was passed over or
  /// a part of it left out, and while the key is locked or something cannot be read. What nobody has
  /// asked for yet may still come back.
  public var isComplete: Bool {
    !isLocked && incidents.isEmpty && recoveryLevel == nil && unplaced.isEmpty
      && made.all.allSatisfy { result in
        switch result {
        case .restored, .referenced, .unclaimed: true
        case .defaulted, .dropped: false
        }
      }
  }

  /// How many objects came back, and how many did not, in one line without paths.
  public var summary: String {
    var (restored, defaulted, dropped, unclaimed) = (0, 0, 0, 0)
    for result in made.all {
      switch result {
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
