// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Serves coders while their hooks run.
extension RestorePass: ReferenceDecoding, DiagnosticSink, PartsEnabling {
  func object(for number: ObjectNumber) -> AnyObject? {
    if hidesObjects { return nil }
    if let found = find(number) { return found }
    if let decoder, resolver.isCarried(number) {
      unusable[decoder] = unusable[decoder] ?? .values
    }
    return nil
  }

  private func find(_ number: ObjectNumber) -> AnyObject? {
    if let found = objects.object(number) ?? resolver.object(number) { return found }
    // The object may be made when another obtained object loads its view, which would happen right
    // before that one decodes. This reference must not depend on the order of decoding (R58).
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
