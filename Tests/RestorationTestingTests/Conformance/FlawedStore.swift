// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Synchronization

/// Flaws of a store; a check finds each of them.
enum StoreFlaw: CaseIterable {
  case failsOnNothing, losesPrevious, cutsAtZero, hasOneSlot
  case promotesCurrent, nominatesCurrentOnly, keepsOldNominee
  case setsAllAside, keepsOneDamaged, removalKeepsNominee
  case neverAppends, appendsToAnyEnd, appendsToTheOnlyOne, growsNominee, appendsThoughItCannot
  case rewritingRotates, imageGoesWithASave, removalKeepsImage, markerForgets, claimsOnce
  case forgetsWithTheProcess, sharesSlots, tearsWhileSaving
}

/// A store with one flaw, or none.
final class FlawedStore: ArchiveStore {
  /// The content of the disk, shared by all processes.
  final class Place: Sendable {
    let memory = MemoryStore()
    let claims = Mutex<[String?: Int]>([:])
    let damaged = Mutex<[[UInt8]]>([])
    let isTorn = Mutex(false)
    let tornReads = Mutex(0)
  }

  let place: Place
  private let flaw: StoreFlaw?
  private let process: Int

  init(_ flaw: StoreFlaw?, place: Place = Place(), process: Int = 1) {
    (self.flaw, self.place, self.process) = (flaw, place, process)
  }

  var anotherProcess: FlawedStore {
    let next = flaw == .forgetsWithTheProcess ? Place() : place
    return FlawedStore(flaw, place: next, process: process + 1)
  }

  private var base: MemoryStore { place.memory }

  private func slot(_ slot: String?) -> String? { flaw == .hasOneSlot ? nil : slot }

  func storedBytes(_ generation: ArchiveGeneration, slot: String?) -> StoredBytes? {
    if place.isTorn.withLock({ $0 }) {
      place.tornReads.withLock { $0 += 1 }
      return StoredBytes([])
    }
    return base.storedBytes(generation, slot: self.slot(slot))
  }

  func replace(with bytes: [UInt8], slot: String?) {
    if flaw == .tearsWhileSaving, bytes.count == 60_000, bytes[0] == 7 { tear() }
    let kept = flaw == .cutsAtZero ? Array(bytes.prefix { $0 != 0 }) : bytes
    base.replace(with: kept, slot: self.slot(slot))
    if flaw == .losesPrevious { base.overwrite(.previous, with: nil) }
    if flaw == .imageGoesWithASave { base.replaceLaunchImage(with: nil, slot: slot) }
  }

  /// Keeps the archive torn until the check's reader has read it.
  private func tear() {
    place.isTorn.withLock { $0 = true }
    let end = ContinuousClock.now + .seconds(10)
    while place.tornReads.withLock({ $0 }) == 0, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.001)
    }
    place.isTorn.withLock { $0 = false }
  }

  var canAppend: Bool { flaw != .appendsThoughItCannot }

  func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) -> Bool {
    switch flaw {
    case .neverAppends: return false
    case .appendsToAnyEnd, .appendsToTheOnlyOne, .appendsThoughItCannot:
      guard let current = base.load(.current, slot: slot) else { return false }
      if flaw == .appendsToTheOnlyOne, !end.matches(current) { return false }
      if flaw == .appendsToAnyEnd, base.load(.previous, slot: slot) == nil { return false }
      base.rewrite(.current, with: current + bytes, slot: slot)
      return true
    default:
      let isAppended = base.append(bytes, after: end, slot: self.slot(slot))
      if flaw == .growsNominee { base.nominate(.current, slot: slot) }
      return isAppended
    }
  }

  func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?) {
    guard flaw != .rewritingRotates else { return base.replace(with: bytes, slot: slot) }
    base.rewrite(generation, with: bytes, slot: slot)
  }

  func nominate(_ generation: ArchiveGeneration, slot: String?) {
    let slot = self.slot(slot)
    if flaw == .keepsOldNominee, base.load(generation, slot: slot) == nil { return }
    base.nominate(flaw == .nominatesCurrentOnly ? .current : generation, slot: slot)
  }

  func promoteNominee(slot: String?) {
    if flaw == .promotesCurrent { base.nominate(.current, slot: slot) }
    base.promoteNominee(slot: self.slot(slot))
  }

  func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool {
    guard !keepsPlace, let bytes = base.load(generation, slot: self.slot(slot)) else {
      if flaw == .failsOnNothing { throw ArchiveError(.inputOutput, "There is no such file") }
      return false
    }
    _ = base.setAside(generation, slot: self.slot(slot), for: reason, keepsPlace: false)
    if flaw == .setsAllAside { base.overwrite(.previous, with: nil) }
    let count = flaw == .keepsOneDamaged ? 1 : 3
    place.damaged.withLock { $0 = Array(([bytes] + $0).prefix(count)) }
    return true
  }

  func openMarker(slot: String?) -> (any MarkerFile)? {
    flaw == .markerForgets ? MemoryStore().openMarker(slot: slot) : base.openMarker(slot: slot)
  }

  func storedLaunchImage(slot: String?) -> StoredBytes? { base.storedLaunchImage(slot: slot) }

  func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) {
    base.replaceLaunchImage(with: bytes, slot: slot)
  }

  func removeAll(slot: String?) {
    let image = base.loadLaunchImage(slot: slot)
    if flaw == .removalKeepsNominee {
      ArchiveGeneration.allCases.forEach { base.overwrite($0, with: nil) }
    } else {
      base.removeAll(slot: self.slot(slot))
    }
    if flaw == .removalKeepsImage { base.replaceLaunchImage(with: image, slot: slot) }
    if slot == nil { place.damaged.withLock { $0 = [] } }
  }

  func claim(slot: String?) -> Bool {
    if flaw == .sharesSlots { return true }
    return place.claims.withLock { claims in
      if let holder = claims[slot] { return holder == process && flaw != .claimsOnce }
      claims[slot] = process
      return true
    }
  }

  func release(slot: String?) {
    place.claims.withLock { claims in
      if claims[slot] == process { claims[slot] = nil }
    }
  }
}
