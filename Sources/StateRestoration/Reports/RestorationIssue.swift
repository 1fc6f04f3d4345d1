// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// One sentence of a report, and what it is about.
package struct RestorationIssue: CustomStringConvertible {
  /// Where the object lies; `nil` when it has no path, or when the sentence is about no object.
  package let address: RestorationAddress?
  /// What is wrong and what to do about it, without the path.
  package let sentence: String
  /// What becomes of the object; `nil` when nothing of it is lost, or when its outcome says it.
  package let outcome: RestorationNote.Outcome?

  /// Says what the engine found.
  init(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    self.init(diagnostic.description, about: address, outcome: diagnostic.noteOutcome)
  }

  /// Says what a hook found.
  init(
    _ sentence: String, about address: RestorationAddress?,
    outcome: RestorationNote.Outcome? = nil
  ) {
    (self.address, self.sentence, self.outcome) = (address, sentence, outcome)
  }

  /// The line as report and log have it.
  package var description: String { address.map { "\($0): \(sentence)" } ?? sentence }

  /// What the archive says of it.
  var note: RestorationNote? {
    outcome.map { .init(address: address ?? .application, outcome: $0, sentence: sentence) }
  }
}

extension Diagnostic {
  /// What becomes of the object while preserving, and of one whose place is taken.
  ///
  /// What is dropped or defaulted while restoring is in the report's outcomes.
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
    case .classReturnedNil, .unresolvableClass, .twoForThePriceOfOne, .noStep, .missingView,
      .missingWindow, .missingDependency, .goneSince, .askedWhileBeingMade, .tooLate, .inNoWindow,
      .suspect,
      .decodedElsewhere, .otherClass, .superNotCalled, .controllerNotDecoded, .otherTypeOfObject,
      .noApplicationRecord, .unreadableRecord, .typedIntoOtherText, .missingStep, .failedStep,
      .newerRecord, .unbalancedComplete, .ignoreSnapshotTooLate, .presentsAlready:
      nil
    }
  }
}
