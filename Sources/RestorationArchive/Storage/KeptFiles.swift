// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a store keeps open: the one of each slot that it has appended to.
final class KeptFiles: Sendable {
  private let files = Mutex<[String?: any AppendableFile]>([:])

  func file(ofSlot slot: String?) -> (any AppendableFile)? { files.withLock { $0[slot] } }

  func keep(_ file: any AppendableFile, ofSlot slot: String?) {
    files.withLock { $0[slot] = file }
  }

  /// Closes a slot's file, unless somebody is at work with it.
  func close(ofSlot slot: String?) { files.withLock { $0[slot] = nil } }
}
