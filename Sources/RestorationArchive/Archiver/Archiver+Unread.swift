// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// A launch that could not read what is there does not write over it (R198).
extension Archiver {
  /// Why nothing is saved: key or archives could not be read at launch.
  ///
  /// `nil` once they were. They may be intact, so until then every save fails with this error; its code is
  /// ``ArchiveError/Code/unreadable``. It ends when ``load()`` has read them, or with
  /// ``giveUpUnreadState()``. A locked key is another matter; see ``isKeyAvailable``.
  public var unreadError: ArchiveError? {
    state.withLock { $0.unread }.map { cause in
      ArchiveError(
        .unreadable,
        "Nothing is saved, since what was saved before could not be read: \(cause.reason)",
        file: cause.file, systemError: cause.systemError)
    }
  }

  /// Gives up what could not be read at launch: the next save is written beside or over it.
  ///
  /// What lies there stays the previous generation, or is set aside. Does nothing unless there is an
  /// ``unreadError``.
  public func giveUpUnreadState() {
    state.withLock { state in
      guard state.unread != nil else { return }
      (state.unread, state.isGivenUp) = (nil, true)
    }
  }

  /// A launch has seen what is there.
  func didRead() {
    let wasUnread = state.withLock { state in
      defer { (state.unread, state.hasLooked) = (nil, true) }
      return state.unread != nil
    }
    if wasUnread { logger.notice("What was saved can be read now") }
  }

  /// A launch has not seen what is there.
  func didNotRead(_ error: ArchiveError) {
    // Whoever holds the key says when a lock ends.
    let isUnread = error.leavesStateUnread && error.code != .keyLocked
    state.withLock { $0.unread = isUnread && !$0.hasLooked ? error : nil }
    guard isUnread else { return }
    complain("State is neither restored nor saved until it can be read: \(error)", about: error)
  }
}
