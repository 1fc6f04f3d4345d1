// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive says of an object that was not saved, or did not come back, as someone might
/// expect (R22, R151).
///
/// Notes lie in the archive with the state they are about, so that a tool can tell later what
/// happened in the process that wrote it. An archive holds 256 of them at most, those of preserving
/// first; what came of restoring is about the last restore of that process.
public struct RestorationNote: Hashable, Sendable {
  /// Where the object lies; the application's address for one that has no path.
  public var address: RestorationAddress
  /// What became of it.
  public var outcome: Outcome
  /// What is wrong and what to do about it; holds paths and class names, but no value.
  public var sentence: String

  /// What became of an object.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// While preserving: it is not saved.
    case notPreserved
    /// While preserving: it is saved, but part of it is not.
    case incomplete
    /// Another object has its path, and is the one that is saved or found (R22).
    case duplicate
    /// At the last launch: it was found, but kept the state it was made with (R63).
    case defaulted
    /// At the last launch: it was not made or found (R62).
    case dropped
  }

  /// Creates a note.
  public init(address: RestorationAddress, outcome: Outcome, sentence: String) {
    (self.address, self.outcome, self.sentence) = (address, outcome, sentence)
  }
}
