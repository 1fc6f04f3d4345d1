// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Records calls in order.
final class CallLog {
  private(set) var calls: [String] = []
  func add(_ call: String) { calls.append(call) }
}

/// An object with text, links to others, and hooks for tests.
class Node: StatePreserving {
  class var schemaVersion: Int { 1 }

  var text: String
  var links: [any StateRestoring] = []
  weak var restorationParent: (any StateRestoring)?
  var formerRestorationIdentifiers: [String] = []
  var log: CallLog?
  var onEncode: ((RestorationEncoder) -> Void)?
  var onDecode: ((RestorationDecoder) -> Void)?
  var onFinish: (() -> Void)?
  private(set) var encodedCount = 0
  private(set) var decodedCount = 0
  private(set) var finishedCount = 0

  init(_ text: String = "", parent: (any StateRestoring)? = nil, log: CallLog? = nil) {
    self.text = text
    self.log = log
    restorationParent = parent
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    encodedCount += 1
    log?.add("encode \(text)")
    coder.encode(text, forKey: "text")
    coder.encode(links, forKey: "links")
    onEncode?(coder)
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    decodedCount += 1
    text = coder.decodeString(forKey: "text") ?? ""
    links = coder.decodeAnyObjects(forKey: "links")
    log?.add("decode \(text)")
    onDecode?(coder)
  }

  func applicationFinishedRestoringState() {
    finishedCount += 1
    log?.add("finished \(text)")
    onFinish?()
  }
}

final class SpecialNode: Node {}
final class OtherNode: Node {}

/// A class archived as `StateRestorationTests.Node` in an earlier version.
final class RenamedNode: StatePreserving, ObjectRestoration {
  static var formerNames: [String] { ["StateRestorationTests.Node", "Old.Factory"] }
  var text = ""
  var objectRestorationClass: (any ObjectRestoration.Type)? { RenamedNode.self }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? { RenamedNode() }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(text, forKey: "text")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    text = coder.decodeString(forKey: "text") ?? ""
  }
}

extension RestorationCoordinator {
  /// Registers an object under a name, as most tests need it.
  func register(_ object: any StateRestoring, as identifier: String) {
    registerObject(forStateRestoration: object, restorationIdentifier: identifier)
  }

  /// Preserves everything and writes it.
  @discardableResult
  func save() throws -> PreservationReport {
    let pass = preserve(reason: .explicit)
    try pass.commitAndWait()
    return pass.report
  }

  /// Preserves the changes and writes them.
  @discardableResult
  func saveChanges() throws -> PreservationReport {
    let pass = preserve(reason: .changed, scope: .changes)
    try pass.commitAndWait()
    return pass.report
  }
}

extension PreservationReport {
  /// Returns the outcome for a path.
  subscript(path: String) -> Result? {
    outcomes.first { $0.address.path.description == path }?.result
  }
}

/// A delegate that records the calls of its hooks.
final class Delegate: RestorationCoordinatorDelegate {
  var isSaving = true
  var isRestoring = true
  var log: CallLog?
  var onShouldPreserve: ((RestorationEncoder) -> Void)?
  var onWillPreserve: ((RestorationEncoder) -> Void)?
  var onShouldRestore: ((RestorationDecoder) -> Void)?
  var onDidRestore: ((RestorationDecoder) -> Void)?

  func shouldPreserve(with coder: RestorationEncoder) -> Bool {
    log?.add("should preserve")
    onShouldPreserve?(coder)
    return isSaving
  }

  func willPreserve(with coder: RestorationEncoder) {
    log?.add("will preserve")
    onWillPreserve?(coder)
  }

  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    log?.add("should restore")
    onShouldRestore?(coder)
    return isRestoring
  }

  func didRestore(with coder: RestorationDecoder) {
    log?.add("did restore")
    onDidRestore?(coder)
  }
}
