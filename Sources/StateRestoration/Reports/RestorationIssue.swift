// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// One sentence of a report, and the object it is about.
package struct RestorationIssue: CustomStringConvertible {
  /// The object's address.
  ///
  /// `nil` when it has no path, or when the sentence is about no object.
  package let address: RestorationAddress?
  /// The problem and its remedy, without the path.
  package let sentence: String
  /// The effect on the object.
  ///
  /// `nil` when nothing of it is lost, or when its outcome tells.
  package let outcome: RestorationNote.Outcome?

  /// Creates an issue that the engine found.
  init(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    self.init(diagnostic.description, about: address, outcome: diagnostic.noteOutcome)
  }

  /// Creates an issue that a hook found.
  init(
    _ sentence: String, about address: RestorationAddress?,
    outcome: RestorationNote.Outcome? = nil
  ) {
    (self.address, self.sentence, self.outcome) = (address, sentence, outcome)
  }

  /// The line as it appears in reports and logs.
  package var description: String { address.map { "\($0): \(sentence)" } ?? sentence }

  /// The note on the issue in the archive; `nil` without an outcome.
  var note: RestorationNote? {
    outcome.map { .init(address: address ?? .application, outcome: $0, sentence: sentence) }
  }
}

extension Diagnostic {
  /// The effect on the object while preserving, or on a duplicate.
  ///
  /// Objects that are dropped or defaulted while restoring are in the report's outcomes.
  fileprivate var noteOutcome: RestorationNote.Outcome? {
    switch self {
    case .rootLeftOut, .registeredLeftOut, .notPreserved, .childNotEncoded, .viewsNotEncoded,
      .unreachedRegistered, .notContained, .leftOutOfStack, .noRoom, .tooOld,
      .omitted(_, nil, _, _, _, _):
      .notPreserved
    case .lateParent, .doesNotConform, .referenceIsNil, .prerequisiteLeftOut, .reservedKey,
      .restorationClassNotFoundByName, .omitted:
      .incomplete
    case .duplicate: .duplicate
    case .nothingAsked: .unclaimed
    case .classReturnedNil, .unresolvableClass, .twoForThePriceOfOne, .noStep, .missingView,
      .missingWindow, .missingDependency, .goneSince, .askedWhileBeingMade, .tooLate, .inNoWindow,
      .suspect, .heldBack,
      .decodedElsewhere, .otherClass, .superNotCalled, .controllerNotDecoded, .otherTypeOfObject,
      .noApplicationRecord, .unreadableRecord, .typedIntoOtherText, .missingStep, .failedStep,
      .newerRecord, .unbalancedComplete, .ignoreSnapshotTooLate, .presentsAlready:
      nil
    }
  }
}
