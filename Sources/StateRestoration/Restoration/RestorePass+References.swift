// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What coders ask for and say while their hooks run.
extension RestorePass: ReferenceDecoding, DiagnosticSink, PartsEnabling {
  func object(for number: ObjectNumber) -> AnyObject? {
    if hidesObjects { return nil }
    if let found = objects.object(number) ?? resolver.object(number) { return found }
    // It may be made when another object that was obtained gets its view, which it would right before
    // it decodes: this reference is not to depend on who decodes first (R58).
    guard isDecoding, resolver.isOpen(number) || resolver.isUnclaimed(number), let tree else {
      return nil
    }
    while tree.loadNextObtained() {
      if let found = resolver.object(number) { return found }
    }
    return nil
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    note(message, about: snapshot.address(of: number))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    note(diagnostic, about: snapshot.address(of: number))
  }

  func enableParts(of number: ObjectNumber) { enabledParts.insert(number) }
}
