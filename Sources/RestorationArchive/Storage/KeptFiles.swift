// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a store keeps open: those it has appended to, and the one that it replaced last.
final class KeptFiles: Sendable {
  private let files = Mutex<[String: any AppendableFile]>([:])
  private let outgoing = Mutex<HeldFile?>(nil)

  func file(at path: String) -> (any AppendableFile)? { files.withLock { $0[path] } }

  func keep(_ file: any AppendableFile, at path: String) { files.withLock { $0[path] = file } }

  /// Closes a file, unless somebody is at work with it.
  func close(_ path: String) { files.withLock { $0[path] = nil } }

  /// Remembers a file whose room is to be given back, once that of the one before it was.
  func keepOutgoing(_ file: HeldFile?) {
    outgoing.withLock { outgoing in
      outgoing?.letGo()
      outgoing = file
    }
  }
}
