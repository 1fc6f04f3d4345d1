// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

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
    try await inOrder { [self] () throws(ArchiveError) in try rotateOnQueue() }
  }

  /// Replaces the application's key, and holds the caller until it is done.
  ///
  /// See ``rotateKey()``.
  ///
  /// - Throws: ``ArchiveError``; the old key stays then.
  public func rotateKeyAndWait() throws(ArchiveError) {
    try inOrderAndWait { [self] () throws(ArchiveError) in try rotateOnQueue() }
  }

  /// Gives up everything that was saved and destroys the key, so that no copy of an archive can be
  /// opened any more; waits for it without holding up the caller's actor.
  ///
  /// What is saved later is sealed with a new key. Archives of other keys are left alone (R48).
  ///
  /// - Throws: ``ArchiveError``: the key is locked, and nothing has changed, or something could not be
  ///   removed.
  public func destroyKey() async throws(ArchiveError) {
    try await inOrder { [self] () throws(ArchiveError) in try destroyOnQueue() }
  }

  /// Gives up everything that was saved and destroys the key, and holds the caller until it is done.
  ///
  /// See ``destroyKey()``.
  ///
  /// - Throws: ``ArchiveError``, as ``destroyKey()`` does.
  public func destroyKeyAndWait() throws(ArchiveError) {
    try inOrderAndWait { [self] () throws(ArchiveError) in try destroyOnQueue() }
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
        logger.warning("The replacement of the key is not finished yet: \(error)")
      }
      return key
    }
  }

  /// Looks for a key that is to follow, with which some archives may be sealed already.
  ///
  /// - Throws: ``ArchiveError`` when it cannot be read: what it seals would count as another key's.
  func noteNextKey() throws(ArchiveError) {
    guard let provider = keys.rotatable else { return }
    let next: ArchiveKey?
    do throws(ArchiveError) {
      next = try provider.nextKey()
    } catch {
      // Where the key is locked and was kept, nothing is replaced now.
      guard error.code == .keyLocked else { throw error }
      next = nil
    }
    state.withLock { $0.nextKey = next }
  }

  /// Opens a file with the key, or with the one that is to follow it.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - key: The application's key.
  ///   - willOpen: See ``ArchiveSeal/open(_:with:as:willOpen:)``.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``.
  func open(
    _ file: StoredBytes, with key: ArchiveKey, willOpen: () throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> OpenedArchive {
    if let next = state.withLock({ $0.nextKey }),
      try ArchiveSeal.keyIdentifier(of: file) == next.identifier
    {
      return try ArchiveSeal.open(file, with: next, willOpen: willOpen)
    }
    return try ArchiveSeal.open(file, with: key, willOpen: willOpen)
  }

  private func rotateOnQueue() throws(ArchiveError) {
    let provider = try rotatableKeys()
    let key = try currentKey()
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
    let own = try claimAllInstances()
    defer { releaseInstances(but: own) }
    let (old, new) = (ArchiveSlots.allNames(for: key), ArchiveSlots.allNames(for: next))
    var moved: Set<String> = []
    var sealed: [(file: [UInt8], generation: ArchiveGeneration, slot: String?)] = []
    for (slot, target) in zip(old, new) {
      for generation in ArchiveGeneration.allCases {
        guard let file = try sealAnew(generation, slot: slot, from: key, to: next) else { continue }
        sealed.append((file, generation, target))
        if let slot { moved.insert(slot) }
      }
    }
    // True now: all archives can be sealed anew, and nothing has changed but for damaged ones, set aside.
    for archive in sealed {
      try store.rewrite(archive.generation, with: archive.file, slot: archive.slot)
    }
    // True now: the next key opens every archive; what the key opens is a copy or damaged.
    try provider.advanceToNextKey()
    state.withLock { state in
      (state.appendable, state.nextKey) = (nil, nil)
      (state.saved, state.launchImageDigest) = (nil, nil)
      if state.lock.key != nil { state.lock.key = next }
      // The candidate was not sealed anew; the next launch has another one.
      state.hasNominated = false
      guard let slot = state.slot, let index = old.firstIndex(of: slot.name) else { return }
      state.slot = Slot(name: new[index], instance: slot.instance)
    }
    for slot in moved { try? store.removeAll(slot: slot) }
    // Where nothing was sealed anew, a picture is another key's (R48).
    for slot in Set(sealed.map(\.slot)) { try? store.replaceLaunchImage(with: nil, slot: slot) }
  }

  /// Keeps other processes of the application from saving, unless one runs already.
  ///
  /// - Returns: The instance that this process was before; `nil` if it was none.
  private func claimAllInstances() throws(ArchiveError) -> Int? {
    let own = state.withLock { $0.slot?.instance }
    for instance in 1...StoredFile.instances {
      let isFree: Bool
      do throws(ArchiveError) {
        isFree = try store.claim(slot: StoredFile.slot(ofInstance: instance))
      } catch {
        continue  // no locks here: nobody can know
      }
      guard isFree else {
        releaseInstances(but: own)
        throw ArchiveError(
          .inUse, "Another process of the application runs; end it, then replace the key")
      }
    }
    return own
  }

  private func releaseInstances(but own: Int?) {
    for instance in 1...StoredFile.instances where instance != own {
      store.release(slot: StoredFile.slot(ofInstance: instance))
    }
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
        reading = try beginReading(generation, slot: slot)
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
    if state.isDamaged { _ = keepAside(generation, slot: slot) }
    return try ArchiveSeal.seal(state.snapshot.bytes, with: next, generation: state.generation)
  }

  /// Archives first: a process that dies in between leaves none that a lost key has sealed, and that
  /// this application would leave untouched for good.
  private func destroyOnQueue() throws(ArchiveError) {
    let provider = try rotatableKeys()
    let key = try currentKey()
    let identifiers = [key.identifier, try provider.nextKey()?.identifier]
    var failure: ArchiveError?
    for slot in ArchiveSlots.allNames(for: key) {
      do throws(ArchiveError) {
        if try holdsOnly(archivesOf: identifiers, slot: slot) { try store.removeAll(slot: slot) }
      } catch { failure = error }
    }
    try provider.destroyKeys()
    state.withLock { state in
      (state.slot, state.appendable, state.hasNominated) = (nil, nil, false)
      (state.saved, state.launchImageDigest) = (nil, nil)
      (state.lock.key, state.nextKey) = (nil, nil)
    }
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
