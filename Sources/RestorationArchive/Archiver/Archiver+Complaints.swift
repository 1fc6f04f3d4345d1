// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// What keeps state from being saved is said once, however often it is tried again.
extension Archiver {
  /// What a complaint is about: neither file names nor sentences, which may differ each time.
  struct Complaint: Hashable {
    let code: ArchiveError.Code
    let systemError: Int32
    let place: String
  }

  /// Logs an error, unless it was logged since the last save that went well.
  ///
  /// - Parameters:
  ///   - sentence: The line.
  ///   - error: What it is about.
  ///   - level: How loud to say it.
  ///   - place: Which of the archiver's steps this is.
  func complain(
    _ sentence: @autoclosure () -> String, about error: ArchiveError,
    level: Logger.Level = .error, place: String = #function
  ) {
    let complaint = Complaint(code: error.code, systemError: error.systemError, place: place)
    guard state.withLock({ $0.complaints.insert(complaint).inserted }) else { return }
    logger.log(level: level, "\(sentence())")
  }

  /// A save went well: what goes wrong from now on is news again.
  func endComplaints() {
    let wasFailing = state.withLock { state in
      defer { (state.complaints, state.isFailing) = ([], false) }
      return state.isFailing
    }
    if wasFailing { logger.notice("The state is saved again") }
  }

  /// Logs what store and key have put right by themselves.
  func logRemarks() {
    for remark in keys.takeRemarks() + store.takeRemarks() { logger.warning("\(remark)") }
  }
}
