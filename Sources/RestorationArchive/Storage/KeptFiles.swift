// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a store keeps open: the one of each slot that it has appended to, and the one that it
/// replaced last.
final class KeptFiles: Sendable {
  private let files = Mutex<[String?: any AppendableFile]>([:])
  private let outgoing = Mutex<HeldFile?>(nil)

  func file(ofSlot slot: String?) -> (any AppendableFile)? { files.withLock { $0[slot] } }

  func keep(_ file: any AppendableFile, ofSlot slot: String?) {
    files.withLock { $0[slot] = file }
  }

  /// Closes a slot's file, unless somebody is at work with it.
  func close(ofSlot slot: String?) { files.withLock { $0[slot] = nil } }

  /// Remembers a file whose room is to be given back, once that of the one before it was.
  func keepOutgoing(_ file: HeldFile?) {
    outgoing.withLock { outgoing in
      outgoing?.letGo()
      outgoing = file
    }
  }
}
