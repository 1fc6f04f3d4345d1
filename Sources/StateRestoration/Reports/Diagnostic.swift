// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// An issue with preserving or restoring an object, and its remedy.
///
/// Each names the link that broke. The sentences, and those of ``BrokenLink``, are side by side in
/// `Diagnostic+Text.swift`; `Documentation/Diagnostics.md` explains them. No sentence contains a
/// saved value.
package enum Diagnostic {
  // Preserving: the chain from a root to an object is broken.

  /// A root has no path.
  case rootLeftOut(className: String, BrokenLink)
  /// A registered object has no path.
  case registeredLeftOut(className: String, BrokenLink)
  /// The path above a named object is broken.
  ///
  /// An object above it has no identifier, or another link is broken.
  case notPreserved(BrokenLink)
  /// A preserved container does not encode its named child.
  case childNotEncoded(container: String, child: String)
  /// A preserved controller excludes its views by not calling `super`.
  case viewsNotEncoded(controller: String, view: String)
  /// No root leads to a registered object.
  case unreachedRegistered
  /// The restoration parent was set after the object was registered.
  case lateParent(className: String)
  /// A controller's view is on screen, but no container has the controller.
  case notContained(child: String, container: String)
  /// A controller without identifier lies in the middle of a stack.
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
  /// The restored controller is in no window when launch has ended.
  case inNoWindow(className: String)
  /// It was active when an earlier process crashed.
  case suspect
  /// It is held back, since processes were killed while restoring it.
  case heldBack
  /// Nothing has asked for the record since launch.
  case nothingAsked(below: RestorationAddress?)

  /// A step of the search that found nothing.
  package enum Step {
    case noRestorationClass
    case unresolvableClass(name: String)
    case delegateReturnedNil
    case noneExists
    case noStoryboard
    /// Its storyboard cannot be opened, or no longer has such a scene.
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
  /// The user typed into a different text than the application has now.
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
