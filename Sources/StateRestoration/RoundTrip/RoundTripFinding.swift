// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Something that would not be after a relaunch as it is now.
public struct RoundTripFinding: Hashable, Sendable {
  /// Where the object lies; `nil` for what has no path, and for what the sentence itself names.
  public let address: RestorationAddress?
  /// In which step it goes wrong.
  public let kind: Kind
  /// What is wrong and why; holds paths, keys and class names, but no value.
  public let sentence: String

  /// The steps of a round trip, in their order.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It is there now, and would not be saved, or not all of it.
    case notSaved
    /// It is saved, but the next launch drops it or leaves it as it was made (R62, R63).
    case notRestored
    /// It is restored, but has gone again, or takes no part any more, when launch has ended.
    case lost
    /// It is restored, and says something else than before.
    case changed
    /// The next launch would add it.
    case added
  }

  /// Creates a finding.
  package init(_ kind: Kind, at address: RestorationAddress? = nil, _ sentence: String) {
    (self.kind, self.address, self.sentence) = (kind, address, sentence)
  }
}

extension RoundTripFinding: CustomStringConvertible {
  /// The path, if there is one, and the sentence.
  public var description: String { (address.map { "\($0): " } ?? "") + sentence }
}
