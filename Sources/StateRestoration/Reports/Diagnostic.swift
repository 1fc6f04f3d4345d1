// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// An issue with preserving or restoring an object, and its remedy.
///
/// Each names the link that broke. The sentences, and those of ``BrokenLink``, are side by side
/// below; the article Diagnostics.md explains them. No sentence contains a saved value.
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
  /// The user changed a different value than the application has now.
  case changedFromOtherValue

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

extension Diagnostic: CustomStringConvertible {
  /// The problem and its remedy, without the object's path.
  package var description: String {
    switch self {
    case .rootLeftOut(let name, let link), .registeredLeftOut(let name, let link):
      "\(name) is left out: \(link)"
    case .notPreserved(let link):
      "not preserved, since \(link)"
    case .childNotEncoded(let container, let child):
      "\(child) is not preserved, since its container \(container) does not encode it; encode its "
        + "children in the container's encodeRestorableState(with:)"
    case .viewsNotEncoded(let controller, let view):
      "the view \(view) is not preserved, since \(controller) did not let its views take part; call "
        + "super in the controller's encodeRestorableState(with:)"
    case .unreachedRegistered:
      "registered, but no preserved object refers to it, so it is left out; encode a reference to "
        + "it in one that is preserved, or in the application record"
    case .lateParent(let name):
      "its restorationParent was set to \(name) after it was registered, and is ignored; "
        + "register it again"
    case .notContained(let child, let container):
      "the view of \(child) is on screen, but no controller contains it: add it as a child of "
        + container
    case .leftOutOfStack(let name):
      "\(name) has no restoration identifier and is left out of the stack; the controllers above "
        + "it move down"
    case .doesNotConform(let key, let name):
      "key \(key): the reference to \(name) is written as nil, because it does not adopt "
        + "StateRestoring"
    case .referenceIsNil(let key, let name, let link):
      "key \(key): the reference to \(name) is written as nil, because \(link)"
    case .prerequisiteLeftOut(let link):
      "what it depends on is left out: \(link)"
    case .reservedKey(let key):
      "key \(key) is reserved; the value was ignored, use another key"
    case .restorationClassNotFoundByName(let name):
      "the restoration class \(name) will not be found by its name, since it is nested, private, "
        + "generic or no class; register it at launch"
    case .duplicate(let first, let second, let isRestoring):
      "\(first) and \(second) have the same path; give them different identifiers, only the "
        + "first is \(isRestoring ? "found" : "saved")"
    case .classReturnedNil(let name, let migration):
      "its restoration class \(name) returned nil"
        + (migration.map { ", without values: \($0)" } ?? "")
    case .unresolvableClass(let name):
      "its restoration class \(name) cannot be found by that name; register it, or declare the "
        + "name in formerNames"
    case .twoForThePriceOfOne(let name):
      "two for the price of one: its restoration class \(name) returned a new object, but one "
        + "exists at this path already; return that one, or set no restoration class"
    case .noStep(let steps):
      "no step could make it: " + steps.map(\.description).joined(separator: ", ")
    case .missingView: "no view with this path exists; views are found, not made"
    case .missingWindow: "no such window exists, and the delegate made none"
    case .missingDependency: "its prerequisite is missing, or the prerequisites form a circle"
    case .goneSince: "it is no longer there"
    case .askedWhileBeingMade: "asked for while it is being made; the inner request gets nil"
    case .tooLate(let name):
      "a \(name) with this path exists now, but did not when it was looked for; set its identifier "
        + "and add it earlier, in will-finish-launching or in viewDidLoad"
    case .inNoWindow(let name):
      "\(name) was restored, but is in no window now that launch has ended; add it to one, or "
        + "return the existing controller from its restoration class or the delegate"
    case .suspect:
      "left out, since it or an object in it was being processed when the program crashed during "
        + "or soon after a restore; set \(Archiver.developerModeVariable)=1 to restore it, and "
        + "crash, again"
    case .heldBack:
      "left out, since the program was killed several times while it restored this object or one in "
        + "it; its record is kept as it is, and is offered again when the program has started and "
        + "ended normally"
    case .nothingAsked(let nearest):
      "nothing has asked for it"
        + (nearest.map { "; the nearest object above it that exists is \($0)" } ?? "")
        + "; if its path has changed, declare the former one in formerRestorationIdentifiers"
    case .decodedElsewhere(let address):
      "the same object was returned for \(address), and has already decoded that record"
    case .otherClass(let found, let saved):
      "its class is \(found), but \(saved) was saved; declare the old name in formerNames if it is "
        + "the same class"
    case .superNotCalled: "its controller's decodeRestorableState(with:) did not call super"
    case .controllerNotDecoded: "its controller was not decoded"
    case .otherTypeOfObject(let key, let expected, let found):
      "key \(key): expected \(expected), found an object of \(found); it is ignored"
    case .noApplicationRecord: "the archive has no application record"
    case .unreadableRecord(let error): "a record could not be read: \(error)"
    case .typedIntoOtherText:
      "the application's text is not the one that was typed into, so the typed text does not "
        + "replace it; it is kept until the application takes or discards it, see unrestoredText"
    case .changedFromOtherValue:
      "the application's value is not the one that the user changed, so the user's does not replace "
        + "it; it is kept until the application takes or discards it, see hasUnrestoredValue"
    case .missingStep(let className, let saved, let known, let from):
      "it was saved with schema \(saved) of \(className), which has \(known) now, and there is no "
        + "step from \(from) to \(from + 1); register one with migrate(_:from:named:_:)"
    case .failedStep(let className, let saved, let known, let from, let name, let error):
      "it was saved with schema \(saved) of \(className), which has \(known) now, and the step "
        + "\"\(name)\" from \(from) to \(from + 1) threw an error of type \(error)"
    case .newerRecord(let className, let saved, let known):
      "it was saved with schema \(saved) of \(className), and this version reads \(known) only; "
        + "raise ApplicationDescription.schemaVersion together with a class's, so that older "
        + "versions leave newer archives alone"
    case .omitted(let name, let key, let byteCount, let limit, let isArchive, let keepsFormer):
      (key.map { "key \($0) of \(name)" } ?? "the record of \(name)")
        + " has \(byteCount) bytes and is not saved, since "
        + (isArchive ? "an archive" : "an object") + " may have \(limit)"
        + (keepsFormer ? ", and the value saved before stays" : "")
        + "; save what identifies the data instead, or raise the coordinator's budget; "
        + "restoration-archive sizes shows what else is large"
    case .noRoom(let limit):
      "nothing has asked for it since launch, and an archive may have \(limit) bytes"
    case .tooOld(let age):
      "nothing has asked for it in \(age.components.seconds / 86_400) days"
    case .unbalancedComplete:
      "completeStateRestoration() was called more often than extendStateRestoration(); the call "
        + "changes nothing"
    case .ignoreSnapshotTooLate:
      "ignoreSnapshotOnNextApplicationLaunch() was called outside of a preserve pass; call it in a "
        + "hook that encodes, the call changes nothing"
    case .presentsAlready(let presented, let refused):
      "\(refused) is not presented, since \(presented) is; present it from that, or dismiss that "
        + "first"
    }
  }
}

extension Diagnostic.Step: CustomStringConvertible {
  /// The step's number and why it failed.
  package var description: String {
    switch self {
    case .noRestorationClass: "① it has no restoration class"
    case .unresolvableClass(let name):
      "① its restoration class \(name) cannot be found by that name"
    case .delegateReturnedNil: "② the delegate returned nil"
    case .noneExists: "③ none exists at this path"
    case .noStoryboard: "④ it came from no storyboard"
    case .storyboardMadeNone: "④ its storyboard did not make it"
    }
  }
}

extension BrokenLink: CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String {
    switch code.name {
    case .noIdentifier:
      "\(className) has no restoration identifier; set its restorationIdentifier"
    case .invalidIdentifier:
      "the restoration identifier of \(className) \(flaw?.description ?? "is not valid"), and is "
        + "ignored; choose another"
    case .notContained:
      "\(className) is not contained in a controller of any window; add it with addChild(_:), push "
        + "it, present it or make it a window's root"
    case .viewWithoutController:
      "the view \(className) is below no controller's view; add it to one, or make it one's root "
        + "view"
    case .notRegistered:
      "\(className) is not registered; call "
        + "registerObject(forStateRestoration:restorationIdentifier:)"
    case .neverPreserved:
      "\(className) is never saved; refer to something else"
    case .ownerNotPreserved:
      "the controller \(className) of the view is not preserved; give it a restoration identifier"
    case .parentGone:
      "the restoration parent of \(className) has been released"
    case .parentCycle:
      "the restoration parents of \(className) lead back to it, or are more than 256"
    case .invalidParent:
      "the restoration parent of \(className) is neither a controller nor a registered object"
    case .tooDeep:
      "the path of \(className) has more than \(RestorationPath.maximumDepth) components"
    }
  }
}

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
      .noApplicationRecord, .unreadableRecord, .typedIntoOtherText, .changedFromOtherValue,
      .missingStep, .failedStep, .newerRecord, .unbalancedComplete, .ignoreSnapshotTooLate,
      .presentsAlready:
      nil
    }
  }
}
