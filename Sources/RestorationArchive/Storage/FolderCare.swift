// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
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
    /// Repairs that are in the log.
    var logged: Set<String> = []
    var foreign: Set<String> = []
  }

  private let state = Mutex(State())

  /// Secures the folder, unless that was done.
  ///
  /// - Parameters:
  ///   - logger: Receives a warning about each repair, once.
  ///   - secure: Secures the folder, and returns the repairs.
  /// - Returns: Whether there was a new repair.
  /// - Throws: ``ArchiveError``, as `secure` does. The next call then tries again.
  func secureOnce(_ logger: Logger, _ secure: () throws(ArchiveError) -> [String])
    throws(ArchiveError) -> Bool
  {
    if state.withLock({ $0.isDone }) { return false }
    let repairs = try secure()
    let news = state.withLock { state in
      state.isDone = true
      // Where modes cannot be changed, the same flaw is found again and again.
      return repairs.filter { state.logged.insert($0).inserted }
    }
    for repair in news { logger.warning("\(repair)") }
    return !news.isEmpty
  }

  /// Notes an entry with a file's name that is none.
  func noteForeign(_ name: String) { state.withLock { _ = $0.foreign.insert(name) } }

  /// Whether an entry was none of the store's files; `true` only once.
  func takeForeign(_ name: String) -> Bool { state.withLock { $0.foreign.remove(name) != nil } }

  /// Makes the next call check again, after a failure.
  func forget() { state.withLock { $0.isDone = false } }
}
