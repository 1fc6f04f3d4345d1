// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// Flaws of a key provider; a check finds each of them.
enum KeyFlaw: CaseIterable {
  case changesKey, hasAKeyForEachProcess, isConstant, racesForTheKey, forgetsForGood, remakesLostKey
  case isNeverAvailable, takesLockedForMissing, reportsTheOpposite
  case advancesAtOnce, keepsDestroyedKeys
}

/// A key provider with one flaw, or none.
final class FlawedKeys: RotatableKeyProvider {
  /// The key's storage, shared by all processes.
  final class Place: Sendable {
    let memory = MemoryKeyProvider(protection: .complete)
    let isDestroyed = Mutex(false)
  }

  let place: Place
  let protection = KeyProtection.complete
  private let flaw: KeyFlaw?
  private let own = Mutex<ArchiveKey?>(nil)

  init(_ flaw: KeyFlaw?, place: Place = Place()) { (self.flaw, self.place) = (flaw, place) }

  var anotherProcess: FlawedKeys {
    let next = FlawedKeys(flaw, place: place)
    if flaw == .hasAKeyForEachProcess || flaw == .racesForTheKey {
      next.own.withLock { $0 = ArchiveKey() }
    }
    return next
  }

  func key() throws(ArchiveError) -> ArchiveKey {
    if flaw == .isConstant, let key = ArchiveKey(bytes: [UInt8](repeating: 1, count: 32)) {
      return key
    }
    if place.isDestroyed.withLock({ $0 }) {
      if flaw == .remakesLostKey { return ArchiveKey() }
      throw ArchiveError(.keyUnavailable, "The key is lost")
    }
    if flaw == .changesKey { return ArchiveKey() }
    do {
      let key = try place.memory.key()
      return own.withLock { $0 } ?? key
    } catch {
      throw flaw == .takesLockedForMissing
        ? ArchiveError(.keyUnavailable, "There is no key") : error
    }
  }

  var isKeyAvailable: Bool { flaw != .isNeverAvailable && place.memory.isKeyAvailable }

  func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    let isOpposite = flaw == .reportsTheOpposite
    place.memory.observeKeyAvailability { onChange(isOpposite ? !$0 : $0) }
  }

  func forgetKey() {
    if flaw == .forgetsForGood { own.withLock { $0 = ArchiveKey() } }
  }

  func nextKey() throws(ArchiveError) -> ArchiveKey? { try place.memory.nextKey() }

  func makeNextKey() throws(ArchiveError) -> ArchiveKey {
    let key = try place.memory.makeNextKey()
    if flaw == .advancesAtOnce { try place.memory.advanceToNextKey() }
    return key
  }

  func advanceToNextKey() throws(ArchiveError) { try place.memory.advanceToNextKey() }

  func destroyKeys() throws(ArchiveError) {
    if flaw != .keepsDestroyedKeys { try place.memory.destroyKeys() }
  }
}
