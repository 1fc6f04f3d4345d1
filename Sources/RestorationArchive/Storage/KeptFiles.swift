// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a store has appended to, kept open for the next save.
final class KeptFiles: Sendable {
  private let files = Mutex<[String: any AppendableFile]>([:])

  func file(at path: String) -> (any AppendableFile)? { files.withLock { $0[path] } }

  func keep(_ file: any AppendableFile, at path: String) { files.withLock { $0[path] = file } }

  /// Closes a file, unless somebody is at work with it.
  func close(_ path: String) { files.withLock { $0[path] = nil } }
}
