// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a store keeps open for appending, by slot.
final class KeptFiles: Sendable {
  private let files = Mutex<[String?: any AppendableFile]>([:])

  func file(ofSlot slot: String?) -> (any AppendableFile)? { files.withLock { $0[slot] } }

  func keep(_ file: any AppendableFile, ofSlot slot: String?) {
    files.withLock { $0[slot] = file }
  }

  /// Releases a slot's file, which closes it unless it is in use.
  func close(ofSlot slot: String?) { files.withLock { $0[slot] = nil } }
}
