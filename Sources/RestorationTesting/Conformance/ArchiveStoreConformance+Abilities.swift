// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RestorationArchive
import Synchronization

extension ArchiveStoreConformance {
  static var abilityChecks: [Check] {
    [
      Check("R120", demand: "Rewriting a generation changes that one alone") { subject, findings in
        guard subject.abilities.contains(.rewriting) else { return }
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.nominate(.current, slot: nil)
        try store.promoteNominee(slot: nil)
        try store.replace(with: [2], slot: nil)
        try store.nominate(.current, slot: nil)
        try store.rewrite(.current, with: [12], slot: nil)
        try findings.expect(store, [[12], [1], [1]], "After the current one was rewritten")
        try store.rewrite(.previous, with: [11], slot: nil)
        try findings.expect(store, [[12], [11], [1]], "After the previous one was rewritten")
        try store.rewrite(.lastGood, with: [10], slot: nil)
        try findings.expect(store, [[12], [11], [10]], "After the last good one was rewritten")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[12], [11], [2]], "After the candidate was promoted")
      },
      Check("R114", demand: "A launch image lies beside the generations until it is replaced") {
        subject, findings in
        guard subject.abilities.contains(.launchImages) else { return }
        let store = try subject.make()
        findings.expect(try store.loadLaunchImage(slot: nil), is: nil, "At first the launch image")
        try store.replaceLaunchImage(with: nil, slot: nil)
        try store.replaceLaunchImage(with: [7, 8], slot: nil)
        try store.replaceLaunchImage(with: [9], slot: "other")
        try store.replace(with: [1], slot: nil)
        try store.setAside(.current, slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: [7, 8], "After a save the launch image")
        findings.expect(
          try store.loadLaunchImage(slot: "other"), is: [9], "The launch image of another slot")
        try store.replaceLaunchImage(with: [6], slot: nil)
        findings.expect(try store.loadLaunchImage(slot: nil), is: [6], "The next launch image")
        try store.replaceLaunchImage(with: nil, slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: nil, "The launch image that was removed")
      },
      Check("R114, R183", demand: "Removing a slot takes its launch image with it") {
        subject, findings in
        guard subject.abilities.contains(.launchImages) else { return }
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.replaceLaunchImage(with: [7], slot: nil)
        try store.replaceLaunchImage(with: [9], slot: "other")
        try store.removeAll(slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: nil, "After the removal the launch image")
        findings.expect(
          try store.loadLaunchImage(slot: "other"), is: [9], "The launch image of another slot")
      },
      Check("R193", demand: "The next process that opens a marker finds what was written to it") {
        subject, findings in
        guard subject.abilities.contains(.markers) else { return }
        let store = try subject.make()
        _ = try store.claim(slot: nil)
        guard let first = try store.openMarker(slot: nil) else {
          return findings.add("There is no marker.")
        }
        findings.expect(first.contents, is: [], "A new marker")
        var bytes = [UInt8](repeating: 1, count: LaunchRecord.size)
        first.write(bytes, at: 0)
        first.write([5, 6], at: 3)
        bytes.replaceSubrange(3..<5, with: [5, 6])
        try store.replace(with: [1], slot: nil)
        findings.expect(try store.openMarker(slot: nil)?.contents, is: bytes, "The marker")
        try store.removeAll(slot: nil)
        findings.expect(
          try store.openMarker(slot: nil)?.contents, is: [], "The marker of a removed slot")
      },
      Check("R156", demand: "A process takes a free slot, and keeps it when it asks again") {
        subject, findings in
        let store = try subject.make()
        for slot in [nil, "other"] {
          for time in ["first", "second"] {
            findings.expect(
              try store.claim(slot: slot),
              "The \(time) claim of \(slot ?? "the application's own slot") fails.")
          }
        }
        store.release(slot: nil)
        store.release(slot: nil)
        findings.expect(try store.claim(slot: nil), "A slot that was given back is not free.")
      },
    ]
  }

  static var processChecks: [Check] {
    [
      Check("R152", demand: "Another process finds everything that was saved") {
        subject, findings in
        guard let anotherProcess = subject.anotherProcess else { return }
        let store = try subject.make()
        for byte in 1...3 as ClosedRange<UInt8> {
          try store.replace(with: [byte], slot: nil)
          try store.nominate(.current, slot: nil)
          if byte == 1 { try store.promoteNominee(slot: nil) }
        }
        if subject.abilities.contains(.launchImages) {
          try store.replaceLaunchImage(with: [7], slot: nil)
        }
        let next = try anotherProcess(store)
        try findings.expect(next, [[3], [2], [1]], "In another process")
        try next.promoteNominee(slot: nil)
        try findings.expect(next, [[3], [2], [3]], "After that process promoted the candidate")
        if subject.abilities.contains(.launchImages) {
          findings.expect(
            try next.loadLaunchImage(slot: nil), is: [7], "In another process the launch image")
        }
      },
      Check("R156", demand: "A slot belongs to one process until that gives it back") {
        subject, findings in
        guard subject.abilities.contains(.claims), let anotherProcess = subject.anotherProcess
        else { return }
        let store = try subject.make()
        let other = try anotherProcess(store)
        findings.expect(try store.claim(slot: nil), "A free slot cannot be taken.")
        findings.expect(try !other.claim(slot: nil), "Two processes have the same slot.")
        findings.expect(
          try other.claim(slot: "other"), "A free slot beside one in use cannot be taken.")
        findings.expect(try !store.claim(slot: "other"), "Two processes have the same slot.")
        other.release(slot: nil)  // no effect: it never held the slot
        findings.expect(try !other.claim(slot: nil), "A process gave back a slot of another one.")
        store.release(slot: nil)
        findings.expect(try other.claim(slot: nil), "A slot that was given back is not free.")
      },
      Check("R152", demand: "A reader gets a whole archive while another process saves") {
        subject, findings in
        guard let anotherProcess = subject.anotherProcess else { return }
        let store = try subject.make()
        try store.replace(with: [UInt8](repeating: 0, count: 60_000), slot: nil)
        let problem = try SimultaneousReading(of: try anotherProcess(store)).problem {
          for byte in 1...40 as ClosedRange<UInt8> {
            try store.replace(with: [UInt8](repeating: byte, count: 60_000), slot: nil)
          }
        }
        if let problem { findings.add(problem) }
      },
    ]
  }
}

extension ArchiveStoreConformance {
  /// Returns the end of an archive, as its writer remembers it.
  private static func end(_ bytes: [UInt8]) -> ArchiveEnd {
    ArchiveEnd(size: bytes.count, tag: Array(bytes.suffix(2)))
  }

  /// Makes a store with two archives; `nil` if it cannot append.
  ///
  /// It has a previous and a current archive.
  private static func appendable(_ subject: StoreUnderTest) throws -> (any ArchiveStore)? {
    let store = try subject.make()
    guard store.canAppend else { return nil }
    try store.replace(with: [1, 1, 1], slot: nil)
    try store.replace(with: [2, 2, 2], slot: nil)
    return store
  }

  static var appendChecks: [Check] {
    [
      Check("R150", demand: "An appended save is at the end of the current archive") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        findings.expect(
          try store.append([3, 3], after: end([2, 2, 2]), slot: nil),
          "The store says that it can append, but does not.")
        try findings.expect(store, [[2, 2, 2, 3, 3], [1, 1, 1], nil], "After an append")
        findings.expect(
          try store.append([4], after: end([2, 2, 2, 3, 3]), slot: nil),
          "The store appends once, but not again.")
        try findings.expect(store, [[2, 2, 2, 3, 3, 4], [1, 1, 1], nil], "After two appends")
        try store.replace(with: [5], slot: nil)
        try findings.expect(
          store, [[5], [2, 2, 2, 3, 3, 4], nil], "After the save that follows appends")
      },
      Check("R152", demand: "Nothing is appended unless the archive ends as the caller remembers") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        let ends = [
          ("a shorter", ArchiveEnd(size: 2, tag: [2, 2])),
          ("a longer", ArchiveEnd(size: 4, tag: [2, 2])),
          ("another", ArchiveEnd(size: 3, tag: [2, 9])),
        ]
        for (name, end) in ends {
          findings.expect(
            try !store.append([3], after: end, slot: nil), "It appends to \(name) archive.")
        }
        findings.expect(
          try !store.append([3], after: end([2, 2, 2]), slot: "other"),
          "It appends to an archive that is not there.")
        try findings.expect(store, [[2, 2, 2], [1, 1, 1], nil], "After appends that do not fit")
      },
      Check("R152", demand: "Nothing is appended to the only archive there is") {
        subject, findings in
        let store = try subject.make()
        guard store.canAppend else { return }
        try store.replace(with: [2, 2, 2], slot: nil)
        findings.expect(
          try !store.append([3], after: end([2, 2, 2]), slot: nil),
          "It appends although there is no previous archive to fall back on.")
        try findings.expect(store, [[2, 2, 2], nil, nil], "After that append")
      },
      Check("R196", demand: "Appending to one generation does not change another") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        try store.nominate(.current, slot: nil)
        let isAppended = try store.append([3], after: end([2, 2, 2]), slot: nil)
        let current: [UInt8] = isAppended ? [2, 2, 2, 3] : [2, 2, 2]
        try findings.expect(store, [current, [1, 1, 1], nil], "With a candidate")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [current, [1, 1, 1], [2, 2, 2]], "After the promotion")
      },
      Check("R150", demand: "A store that says it cannot append does not") { subject, findings in
        let store = try subject.make()
        guard !store.canAppend else { return }
        for byte in 1...2 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: nil) }
        findings.expect(
          try !store.append([3], after: ArchiveEnd(size: 1, tag: [2]), slot: nil),
          "It appends although it says that it cannot.")
        try findings.expect(store, [[2], [1], nil], "After that append")
      },
    ]
  }
}

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
