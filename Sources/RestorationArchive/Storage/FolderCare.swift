// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Looks after a folder before it is first used, and again after each failure (R202).
///
/// One for all copies of a store or key file.
package final class FolderCare: Sendable {
  /// Whose a folder is.
  package enum Kind: Sendable {
    /// A store's: it is closed, and what is no file is moved out of the way of saves.
    case store
    /// The application's, with a key in it: it is closed. A link that stands for the key is not moved:
    /// a new key would open nothing.
    case application
    /// Anyone's, who has put a key there.
    case foreign
  }

  private let state = Mutex((isDone: false, remarks: [String](), said: Set<String>()))

  /// Secures the folder, unless that was done.
  ///
  /// - Parameter secure: Does it, and says what it has put right.
  /// - Returns: Whether anything was put right now.
  /// - Throws: ``ArchiveError``, as `secure` does; it is asked again then.
  func secureOnce(_ secure: () throws(ArchiveError) -> [String]) throws(ArchiveError) -> Bool {
    if state.withLock({ $0.isDone }) { return false }
    let remarks = try secure()
    return state.withLock { state in
      state.isDone = true
      // Where modes cannot be changed, it is found again and again.
      let news = remarks.filter { state.said.insert($0).inserted }
      state.remarks += news
      return !news.isEmpty
    }
  }

  /// Something failed: what was found before may no longer be so.
  func forget() { state.withLock { $0.isDone = false } }

  /// What was put right since this was asked last.
  func takeRemarks() -> [String] {
    state.withLock { state in
      defer { state.remarks = [] }
      return state.remarks
    }
  }
}
