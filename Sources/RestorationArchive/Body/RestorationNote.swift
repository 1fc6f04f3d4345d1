// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An archive's note about an object not saved or restored as expected.
///
/// An archive keeps notes with the state they describe, so that a tool can later tell what happened
/// in the process that wrote it. An archive holds at most 256 notes. Notes about preserving come
/// first; notes about restoring describe the last restore of that process.
public struct RestorationNote: Hashable, Sendable {
  /// The object's address; the application's address for an object without a path.
  public var address: RestorationAddress
  /// The outcome for the object.
  public var outcome: Outcome
  /// A sentence about the problem and what to do about it.
  ///
  /// It contains paths and class names, but no values.
  public var sentence: String

  /// The outcome of preserving or restoring an object.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Preserving: the object is not saved.
    case notPreserved
    /// Preserving: the object is saved, but a part of it is not.
    case incomplete
    /// Another object has the same path and is saved or found instead.
    case duplicate
    /// Last launch: the object was found, but kept its initial state.
    case defaulted
    /// Last launch: the object was not created or found.
    case dropped
    /// Last launch: nothing asked for the object.
    case unclaimed
  }

  /// Creates a note.
  public init(address: RestorationAddress, outcome: Outcome, sentence: String) {
    (self.address, self.outcome, self.sentence) = (address, outcome, sentence)
  }
}
