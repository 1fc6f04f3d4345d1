// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// What report and log say about an object that is not preserved or restored as someone might
/// expect: the link that broke, and what to do about it (R151).
///
/// Its sentences, and those of ``BrokenLink``, are in `Diagnostic+Text.swift`, side by side;
/// `Documentation/Diagnostics.md` explains them. None holds a value that was saved.
package enum Diagnostic {
  // Preserving: the chain from a root to an object does not hold.

  /// A root has no path.
  case rootLeftOut(className: String, BrokenLink)
  /// A registered object has no path.
  case registeredLeftOut(className: String, BrokenLink)
  /// Something above a named object has no identifier, or another link is broken.
  case notPreserved(BrokenLink)
  /// A container is preserved, but does not encode the named child below it.
  case childNotEncoded(container: String, child: String)
  /// A controller is preserved, but does not call `super`, which lets its views take part.
  case viewsNotEncoded(controller: String, view: String)
  /// No root leads to a registered object (R42).
  case unreachedRegistered
  /// The restoration parent was set after the object was registered.
  case lateParent(className: String)
  /// A controller's view is on screen, but nobody contains the controller (R178).
  case notContained(child: String, container: String)
  /// A controller without identifier lies in the middle of a stack (R185).
  case leftOutOfStack(className: String)

  // Preserving: a reference that cannot be written (R164), and other mistakes of hooks.

  case doesNotConform(key: String, className: String)
  case referenceIsNil(key: String, className: String, BrokenLink)
  case prerequisiteLeftOut(BrokenLink)
  case reservedKey(String)
  case restorationClassNotFoundByName(String)

  // Two objects with one path (R22).

  case duplicate(first: String, second: String, isRestoring: Bool)

  // Restoring: the four steps (R67–R72, R179).

  case classReturnedNil(name: String, migration: String?)
  case unresolvableClass(name: String)
  case twoForThePriceOfOne(name: String)
  case noStep([Step])
  case missingView
  case missingWindow
  case missingDependency
  case goneSince
  case askedWhileBeingMade
  case tooLate(className: String)
  /// It was restored, and no window has it when launch has ended (R215).
  case inNoWindow(className: String)
  /// It was at work when an earlier process crashed (R195).
  case suspect

  /// A step of the search that found nothing.
  package enum Step {
    case noRestorationClass
    case unresolvableClass(name: String)
    case delegateReturnedNil
    case noneExists
    case noStoryboard
    /// The storyboard that it came from cannot be opened, or has no such scene any more.
    case storyboardMadeNone
  }

  // Restoring: found, but not decoded.

  case decodedElsewhere(RestorationAddress)
  case otherClass(found: String, saved: String)
  case superNotCalled
  case controllerNotDecoded
  case otherTypeOfObject(key: String, expected: String, found: String)
  case noApplicationRecord
  case unreadableRecord(ArchiveError)
  /// What was typed was typed into another text than the application has now (R207).
  case typedIntoOtherText

  // Migration (R154).

  case missingStep(className: String, saved: Int, known: Int, from: Int)
  case failedStep(
    className: String, saved: Int, known: Int, from: Int, name: String, error: String)
  case newerRecord(className: String, saved: Int, known: Int)

  // Budget and age (R155, R194).

  case omitted(
    className: String, key: String?, byteCount: Int, limit: Int, ofArchive: Bool,
    keepsFormer: Bool)
  case noRoom(limit: Int)
  case tooOld(Duration)

  // Calls (R111, R115, R213).

  case unbalancedComplete
  case ignoreSnapshotTooLate
  case presentsAlready(presented: String, refused: String)
}
