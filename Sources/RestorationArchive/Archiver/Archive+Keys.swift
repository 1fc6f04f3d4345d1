// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Replacing the key, and destroying it.
extension Archive {
  /// Finishes a key replacement that another process has begun.
  ///
  /// Called before any archive is opened.
  ///
  /// - Parameter key: The present key.
  /// - Returns: The key to use from now on.
  func finishReplacing(_ key: ArchiveKey) -> ArchiveKey {
    guard let provider = keys.rotatable else { return key }
    do throws(ArchiveError) {
      guard let next = try provider.nextKey() else { return key }
      try replace(key, by: next, of: provider)
      return next
    } catch {
      // If the key is locked and kept in memory, there is nothing to finish now.
      if error.code != .keyLocked {
        log.logger.warning("The replacement of the key is not finished yet: \(error)")
      }
      return key
    }
  }

  /// Replaces the application's key.
  func rotateKey() throws(ArchiveError) {
    let provider = try rotatableKeys()
    let key = try keys.current()
    try replace(key, by: try provider.makeNextKey(), of: provider)
  }

  private func rotatableKeys() throws(ArchiveError) -> any RotatableKeyProvider {
    guard let provider = keys.rotatable else {
      throw ArchiveError(
        .keyUnavailable, "The provider of the key can neither replace nor destroy it")
    }
    return provider
  }

  /// Seals all archives of a key with the next one.
  ///
  /// This covers every slot that belongs to the key.
  private func replace(
    _ key: ArchiveKey, by next: ArchiveKey, of provider: any RotatableKeyProvider
  ) throws(ArchiveError) {
    try slots.withAllInstances { () throws(ArchiveError) in
      let (old, new) = (ArchiveSlot.allNames(for: key), ArchiveSlot.allNames(for: next))
      var moved: Set<String> = []
      var sealed: [(file: [UInt8], generation: ArchiveGeneration, slot: String?)] = []
      for (slot, target) in zip(old, new) {
        for generation in ArchiveGeneration.allCases {
          guard let file = try sealAnew(generation, slot: slot, from: key, to: next) else {
            continue
          }
          sealed.append((file, generation, target))
          if let slot { moved.insert(slot) }
        }
      }
      // Here all archives are known to be sealable with the next key. Nothing has changed except
      // that damaged ones were set aside.
      for archive in sealed {
        try store.rewrite(archive.generation, with: archive.file, slot: archive.slot)
      }
      // From here on the next key opens every archive; files that the present key opens are copies
      // or damaged.
      do throws(ArchiveError) { try provider.advanceToNextKey() } catch {
        // The provider may have deleted the present key and lost the answer. A save with that key could never be
        // opened again, so the provider has to say which key it has.
        keys.forget()
        throw error
      }
      keys.didAdvance(to: next)
      forgetArchives()
      if let own = slots.own, let index = old.firstIndex(of: own.name) {
        slots.own = ArchiveSlot(name: new[index], instance: own.instance)
      }
      for slot in moved { try? store.removeAll(slot: slot) }
      // In slots where nothing was re-sealed, a launch image belongs to another key (R48).
      for slot in Set(sealed.map(\.slot)) { try? store.replaceLaunchImage(with: nil, slot: slot) }
    }
  }

  /// Forgets the archives after the key changed.
  ///
  /// The last-good candidate is withdrawn, since the next launch nominates another one.
  private func forgetArchives() {
    writer.forget()
    imageDigest = nil
    recovery.withdraw()
  }

  /// Seals one archive again with the next key.
  ///
  /// - Returns: `nil` when there is nothing that the key opens.
  private func sealAnew(
    _ generation: ArchiveGeneration, slot: String?, from key: ArchiveKey, to next: ArchiveKey
  ) throws(ArchiveError) -> [UInt8]? {
    guard let file = try store.storedBytes(generation, slot: slot) else { return nil }
    let state: OpenedArchive.State
    do throws(ArchiveError) {
      // Values replaced in the log can make a body larger than may be sealed.
      state = try ArchiveSeal.open(file, with: key).state()
    } catch {
      switch error.code {
      case .wrongKey: return nil
      case .damaged, .limitExceeded:
        // If it stayed, it would look like another key's archive, and older generations would never
        // be tried.
        try store.setAside(generation, slot: slot)
        return nil
      default: throw error
      }
    }
    if state.isDamaged { _ = reader.keepAside(generation, slot: slot) }
    return try ArchiveSeal.seal(
      state.snapshot.bytes, with: next, sequenceNumber: state.sequenceNumber)
  }

  /// Removes all archives, then destroys the keys.
  ///
  /// Archives go first: if the process ends in between, no archive is left that was sealed with a
  /// lost key. The application would leave such an archive untouched forever.
  func destroyKey() throws(ArchiveError) {
    let provider = try rotatableKeys()
    let key = try keys.current()
    let identifiers = [key.identifier, try provider.nextKey()?.identifier]
    var failure: ArchiveError?
    for slot in ArchiveSlot.allNames(for: key) {
      do throws(ArchiveError) {
        if try holdsOnly(archivesOf: identifiers, slot: slot) { try store.removeAll(slot: slot) }
      } catch { failure = error }
    }
    try provider.destroyKeys()
    keys.forget()
    slots.own = nil
    forgetArchives()
    if let failure { throw failure }
  }

  /// Whether all archives in a slot are sealed with the given keys.
  ///
  /// A damaged archive belongs to no key.
  private func holdsOnly(archivesOf identifiers: [[UInt8]?], slot: String?) throws(ArchiveError)
    -> Bool
  {
    for generation in ArchiveGeneration.allCases {
      guard let file = try store.storedBytes(generation, slot: slot) else { continue }
      do throws(ArchiveError) {
        guard identifiers.contains(try ArchiveSeal.keyIdentifier(of: file)) else { return false }
      } catch {
        guard error.code == .damaged else { return false }
      }
    }
    return true
  }
}
