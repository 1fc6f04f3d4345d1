// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A difference between the state now and after a relaunch.
public struct RoundTripFinding: Hashable, Sendable {
  /// The address of the object.
  ///
  /// `nil` for an object without a path, or if the sentence names the object.
  public let address: RestorationAddress?
  /// The step that goes wrong.
  public let kind: Kind
  /// The problem and its reason.
  ///
  /// Holds paths, coding keys and class names, but no values.
  public let sentence: String

  /// The steps of a round trip, in order.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It exists now, and would not be saved, or only in part.
    case notSaved
    /// It is saved, but the next launch drops it or keeps defaults.
    case notRestored
    /// It is restored, but is gone or takes no part after launch.
    case lost
    /// It is restored, with other values than before, or without a closure.
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
