// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RestorationArchive
import Synchronization

/// Reads a store's current archive repeatedly while another thread saves.
final class SimultaneousReading: Sendable {
  private let store: any ArchiveStore
  private let isOver = Mutex(false)
  private let found = Mutex<String?>(nil)

  init(of store: any ArchiveStore) { self.store = store }

  /// Runs the saves, and describes any unexpected bytes a reader saw.
  ///
  /// Each saved archive repeats a single byte.
  func problem(during saves: () throws -> Void) throws -> String? {
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [self] in
      begun.signal()
      repeat { look() } while !isOver.withLock { $0 }
      ended.signal()
    }
    begun.wait()
    let outcome = Result { try saves() }
    isOver.withLock { $0 = true }
    ended.wait()
    try outcome.get()
    return found.withLock { $0 }
  }

  private func look() {
    let problem: String?
    do throws(ArchiveError) {
      let bytes = try store.load(.current, slot: nil)
      switch bytes {
      case nil: problem = "There is no archive while another process saves."
      case .some(let bytes):
        let isWhole = bytes.count == 60_000 && bytes.allSatisfy { $0 == bytes[0] }
        problem = isWhole ? nil : "A torn archive is read while another process saves."
      }
    } catch {
      problem = "Reading fails while another process saves: \(error)"
    }
    if let problem { found.withLock { $0 = $0 ?? problem } }
  }
}
