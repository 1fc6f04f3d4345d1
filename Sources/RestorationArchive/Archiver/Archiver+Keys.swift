// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Replacing the key, and destroying it.
extension Archiver {
  /// Replaces the application's key, and waits for it without holding up the caller's actor.
  ///
  /// All archives are sealed anew, with their numbers and what they hold; then the old key is removed.
  /// A process that dies in between leaves two keys, and archives that one of them opens; the next
  /// launch finishes the work.
  ///
  /// - Throws: ``ArchiveError``, also when the provider is no ``RotatableKeyProvider`` or an archive
  ///   of a newer format is there, which only that version can seal anew, or another process of the
  ///   application runs (``ArchiveError/Code/inUse``). The old key stays then.
  public func rotateKey() async throws(ArchiveError) {
    try await queue.inOrder { [self] () throws(ArchiveError) in try rotateOnQueue() }
  }

  /// Replaces the application's key, and holds the caller until it is done.
  ///
  /// See ``rotateKey()``.
  ///
  /// - Throws: ``ArchiveError``; the old key stays then.
  public func rotateKeyAndWait() throws(ArchiveError) {
    _ = try queue.inOrderAndWait { [self] () throws(ArchiveError) in try rotateOnQueue() }
  }

  /// Gives up everything that was saved and destroys the key, so that no copy of an archive can be
  /// opened any more; waits for it without holding up the caller's actor.
  ///
  /// What is saved later is sealed with a new key. Archives of other keys are left alone (R48).
  ///
  /// - Throws: ``ArchiveError``: the key is locked, and nothing has changed, or something could not be
  ///   removed.
  public func destroyKey() async throws(ArchiveError) {
    try await queue.inOrder { [self] () throws(ArchiveError) in try destroyOnQueue() }
  }

  /// Gives up everything that was saved and destroys the key, and holds the caller until it is done.
  ///
  /// See ``destroyKey()``.
  ///
  /// - Throws: ``ArchiveError``, as ``destroyKey()`` does.
  public func destroyKeyAndWait() throws(ArchiveError) {
    _ = try queue.inOrderAndWait { [self] () throws(ArchiveError) in try destroyOnQueue() }
  }

  /// Finishes a replacement that another process has begun, before anything is opened.
  ///
  /// - Parameter key: The key as it was before.
  /// - Returns: The key to go on with.
  func finishReplacing(_ key: ArchiveKey) -> ArchiveKey {
    guard let provider = keys.rotatable else { return key }
    do throws(ArchiveError) {
      guard let next = try provider.nextKey() else { return key }
      try replace(key, by: next, of: provider)
      return next
    } catch {
      // Where the key is locked and was kept, there is nothing to finish now.
      if error.code != .keyLocked {
        log.logger.warning("The replacement of the key is not finished yet: \(error)")
      }
      return key
    }
  }

  private func rotateOnQueue() throws(ArchiveError) {
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

  /// Seals all archives of a key with the next one, in every slot that belongs to it.
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
      // True now: all archives can be sealed anew, and nothing has changed but for damaged ones, set
      // aside.
      for archive in sealed {
        try store.rewrite(archive.generation, with: archive.file, slot: archive.slot)
      }
      // True now: the next key opens every archive; what the key opens is a copy or damaged.
      try provider.advanceToNextKey()
      keys.didAdvance(to: next)
      forgetArchives()
      if let own = slots.own, let index = old.firstIndex(of: own.name) {
        slots.own = ArchiveSlot(name: new[index], instance: own.instance)
      }
      for slot in moved { try? store.removeAll(slot: slot) }
      // Where nothing was sealed anew, a picture is another key's (R48).
      for slot in Set(sealed.map(\.slot)) { try? store.replaceLaunchImage(with: nil, slot: slot) }
    }
  }

  /// What was known of the archives is another key's; the next launch has another candidate, too.
  private func forgetArchives() {
    writer.forget()
    launchImages.forget()
    recovery.withdraw()
  }

  /// - Returns: `nil` when there is nothing that the key opens.
  private func sealAnew(
    _ generation: ArchiveGeneration, slot: String?, from key: ArchiveKey, to next: ArchiveKey
  ) throws(ArchiveError) -> [UInt8]? {
    guard let file = try store.storedBytes(generation, slot: slot) else { return nil }
    let state: OpenedArchive.State
    var reading: ReadingNote?
    defer { reading?.end() }
    do throws(ArchiveError) {
      // What was replaced in the log can make a body larger than may be sealed.
      state = try ArchiveSeal.open(file, with: key) { () throws(ArchiveError) in
        reading = try reader.beginReading(generation, slot: slot)
      }.state()
    } catch {
      switch error.code {
      case .wrongKey: return nil
      case .damaged, .limitExceeded:
        // Left here, it would count as another key's, and what lies behind it would never be tried.
        try store.setAside(generation, slot: slot)
        return nil
      default: throw error
      }
    }
    if state.isDamaged { _ = reader.keepAside(generation, slot: slot) }
    return try ArchiveSeal.seal(state.snapshot.bytes, with: next, generation: state.generation)
  }

  /// Archives first: a process that dies in between leaves none that a lost key has sealed, and that
  /// this application would leave untouched for good.
  private func destroyOnQueue() throws(ArchiveError) {
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
    keys.didDestroy()
    slots.own = nil
    forgetArchives()
    if let failure { throw failure }
  }

  /// Damage counts as nobody's.
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
