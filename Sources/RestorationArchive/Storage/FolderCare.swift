// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Checks a folder before its first use and after each failure.
///
/// All copies of a store or key file share one instance.
package final class FolderCare: Sendable {
  /// The kind of a folder.
  package enum Kind: Sendable {
    /// The folder of a store.
    ///
    /// It is closed to other users. Entries that are no files are moved out of the way of saves.
    case store
    /// The application's folder, which contains a key.
    ///
    /// It is closed to other users. A link in place of the key is not moved: a new key would open
    /// nothing.
    case application
    /// Any folder in which someone has put a key.
    case foreign
  }

  private struct State {
    var isDone = false
    var remarks: [String] = []
    var said: Set<String> = []
    var foreign: Set<String> = []
  }

  private let state = Mutex(State())

  /// Secures the folder, unless that was done.
  ///
  /// - Parameter secure: Secures the folder, and returns the repairs.
  /// - Returns: Whether there was a new repair.
  /// - Throws: ``ArchiveError``, as `secure` does. The next call then tries again.
  func secureOnce(_ secure: () throws(ArchiveError) -> [String]) throws(ArchiveError) -> Bool {
    if state.withLock({ $0.isDone }) { return false }
    let remarks = try secure()
    return state.withLock { state in
      state.isDone = true
      // Where modes cannot be changed, the same flaw is found again and again.
      let news = remarks.filter { state.said.insert($0).inserted }
      state.remarks += news
      return !news.isEmpty
    }
  }

  /// Notes an entry with a file's name that is none.
  func noteForeign(_ name: String) { state.withLock { _ = $0.foreign.insert(name) } }

  /// Whether an entry was none of the store's files; `true` only once.
  func takeForeign(_ name: String) -> Bool { state.withLock { $0.foreign.remove(name) != nil } }

  /// Makes the next call check again, after a failure.
  func forget() { state.withLock { $0.isDone = false } }

  /// Returns the repairs that were made since the last call.
  func takeRemarks() -> [String] {
    state.withLock { state in
      defer { state.remarks = [] }
      return state.remarks
    }
  }
}
