// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationNote {
  /// The note as a line: the object, its outcome and the problem.
  ///
  /// A note about the application concerns an object without a path.
  var line: String {
    "\(address.kind == .application ? "" : "\(address) – ")\(outcome.words): \(sentence)"
  }
}

extension RestorationNote.Outcome {
  /// The kind of note in words for people.
  var words: String { self == .notPreserved ? "not preserved" : rawValue }
}
