// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationNote {
  /// The note as a line: where the object lies, what became of it, and what is wrong.
  ///
  /// What is noted of the application is about an object that has no path.
  var line: String {
    "\(address.kind == .application ? "" : "\(address) – ")\(outcome.words): \(sentence)"
  }
}

extension RestorationNote.Outcome {
  /// For people.
  var words: String { self == .notPreserved ? "not preserved" : rawValue }
}
