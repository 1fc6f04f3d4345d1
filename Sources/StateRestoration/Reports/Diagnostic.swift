// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a report and the log say about an object that is not preserved or restored as someone might
/// expect: the link that broke, and what to do about it.
///
/// All sentences of the engine are here, so that they can be read side by side;
/// `Documentation/Diagnostics.md` explains them. None holds a value that was saved.
enum Diagnostic: CustomStringConvertible {
  // Migration (R154)
  case missingStep(className: String, saved: Int, known: Int, from: Int)
  case failedStep(
    className: String, saved: Int, known: Int, from: Int, name: String, error: String)
  case newerRecord(className: String, saved: Int, known: Int)
  // Budget (R155, R194)
  case omitted(className: String, key: String?, byteCount: Int, limit: Int, ofArchive: Bool)
  case noRoom(limit: Int)
  case tooOld(Duration)
  /// R111
  case unbalancedComplete

  var description: String {
    switch self {
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
    case .omitted(let className, let key, let byteCount, let limit, let isArchive):
      (key.map { "key \($0) of \(className)" } ?? "the record of \(className)")
        + " has \(byteCount) bytes and is not saved, since "
        + (isArchive ? "an archive" : "an object") + " may have \(limit); save what leads back to "
        + "the data instead, or raise the coordinator's budget"
    case .unbalancedComplete:
      "completeStateRestoration() was called more often than extendStateRestoration(); the call "
        + "changes nothing"
    case .noRoom(let limit):
      "nobody has asked for it since launch, and an archive may have \(limit) bytes"
    case .tooOld(let age):
      "nobody has asked for it in \(age.components.seconds / 86_400) days"
    }
  }
}
