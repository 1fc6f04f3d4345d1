// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Logging
import PosixSupport

/// An application's archives, as this process knows them.
///
/// It knows what is on disk, which process owns it, and what this launch restores. It is not
/// `Sendable`: an ``Archiver`` uses it only on its own queue, so its parts need no locks.
package final class Archive {
  let store: any ArchiveStore
  let log: ArchiverLog
  let keys: KeyRing
  let reader: ArchiveReader
  let slots: ArchiveSlots
  let recovery: Recovery
  let writer: ArchiveWriter
  /// The digest of the launch images that this process wrote last.
  private var imageDigest: [UInt8]?
  /// The launch images that were read ahead.
  private var imagesReadAhead: LaunchImageFile?

  init(_ store: any ArchiveStore, keys: KeyRing, log: ArchiverLog) {
    (self.store, self.keys, self.log) = (store, keys, log)
    reader = ArchiveReader(store, keys: keys, log: log)
    slots = ArchiveSlots(store, reader: reader, log: log)
    recovery = Recovery(store, reader: reader, log: log)
    writer = ArchiveWriter(store, keys: keys, reader: reader, log: log)
  }

  // MARK: Loading

  /// Opens the newest readable archive.
  ///
  /// - Parameter notesCrashes: Whether a crash meanwhile is noted.
  /// - Returns: The state, and the archives that were passed over.
  func load(notesCrashes: Bool) -> ArchiveLoad {
    reader.notesCrashes = notesCrashes
    defer { reader.notesCrashes = false }
    var load = ArchiveLoad()
    let trace = log.newTrace(.load)
    do throws(ArchiveError) {
      reader.tryAgain()
      // Checked first: with fewer, the program would end at its first timer.
      try attempt(
        OpenFile.requireRoom(for: ArchiveQueue.descriptorsOfLaunch), "Opening files at launch", "/")
      let key = finishReplacing(try keys.current())
      let slot = try look(with: key, into: &load, trace)
      try recovery.recover(&load, slot: slot.name, with: key, trace)
      reader.didRead()
      writer.didRestore(load.isWholeOnDisk ? load.saved : nil)
      writer.failedAtLaunch = load.failedAtLaunch
      recovery.nominate(from: load, slot: slot)
      trace?.say(
        "end", "instance \(slot.instance)", slot.name.map { "slot \($0)" },
        load.sequenceNumber.map { "save \($0)" } ?? "nothing to restore",
        load.source.map { "from the \($0) archive" }, load.recoveryLevel.map { "recovery: \($0)" })
    } catch {
      writer.forget()
      reader.didNotRead(error)
      trace?.say("end", "nothing is restored", "\(error)")
      if load.incidents.isEmpty {
        load.incidents.append(.init(generation: .current, error: error, isSetAside: false))
      }
    }
    return load
  }

  /// Finds this process's slot and the state in it.
  ///
  /// - Throws: ``ArchiveError`` when there is no free slot, or its archives may be intact and
  ///   cannot be read.
  private func look(
    with key: ArchiveKey, into load: inout ArchiveLoad, _ trace: RestorationTrace? = nil
  ) throws(ArchiveError) -> ArchiveSlot {
    let known = slots.own
    slots.own = nil
    writer.willLook()
    try keys.noteNext()
    let slot = try slots.look(with: key, preferring: known?.instance, into: &load, trace)
    writer.didLook(load.source)
    return slot
  }

  /// Returns the slot this process may write to; called before each change.
  ///
  /// Looks at the store again in these cases: there was no look yet; the key was wiped since, so
  /// another process may have written; the slot belongs to another key; or this process lost its
  /// slot because its lock file was removed and another process took it.
  ///
  /// - Parameter key: The application's key.
  /// - Returns: The slot. Only this process uses it.
  /// - Throws: ``ArchiveError`` when there is no free slot.
  func ownSlot(with key: ArchiveKey) throws(ArchiveError) -> ArchiveSlot {
    if let unread = reader.unreadError { throw unread }
    if !writer.mustLookAgain, let slot = slots.own(for: key) { return slot }
    let known = slots.own
    var load = ArchiveLoad()
    do throws(ArchiveError) {
      let slot = try look(with: key, into: &load)
      writer.didRestore(load.saved)
      reader.didLook()
      // This look restores nothing, so in another slot there is nothing to prove good.
      if slot != known { recovery.withdraw() }
      return slot
    } catch {
      writer.didRestore(load.saved)
      if known != nil { recovery.withdraw() }
      throw error
    }
  }

  // MARK: Saving

  /// Writes a state.
  ///
  /// - Throws: ``ArchiveError``, once it is logged.
  package func save(_ new: LoggedState) throws(ArchiveError) -> SaveResult {
    let trace = log.newTrace(.commit)
    let saved: SaveResult
    do throws(ArchiveError) {
      let key = try keys.current()
      saved = try writer.write(new, with: key, slot: ownSlot(with: key), trace)
    } catch {
      log.didNotSave(error)
      throw error
    }
    imagesReadAhead = nil
    log.didSave()
    promoteIfProvenGood()
    return saved
  }

  /// Makes the restored archive the last good one.
  ///
  /// It must have run well, and there must be a key.
  func promoteIfProvenGood() {
    recovery.promote { () throws(ArchiveError) in try ownSlot(with: keys.current()) }
  }

  // MARK: Retiring

  /// Discards all saved state.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed. Nothing was changed when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``.
  package func retire() throws(ArchiveError) {
    let key = try keys.current()
    // Without a slot of its own this process must not change what is there (R48, R122).
    let slot = try ownSlot(with: key)
    defer {
      writer.forget()
      imageDigest = nil
    }
    try slots.retireAll(with: key, own: slot)
  }

  // MARK: Keys

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
      var sealedKept: [(bytes: [UInt8], file: StoredFile)] = []
      let listed = store as? any ListedStore
      let kept = try listed?.allFiles().filter(\.isKeptReadable) ?? []
      for (slot, target) in zip(old, new) {
        for generation in ArchiveGeneration.allCases {
          guard let file = try sealAnew(generation, slot: slot, from: key, to: next) else {
            continue
          }
          sealed.append((file, generation, target))
          if let slot, slot != target { moved.insert(slot) }
        }
        for file in kept where file.slot == slot {
          guard let stored = try listed?.storedBytes(file),
            let bytes = try sealKeptAnew(stored, from: key, to: next)
          else { continue }
          sealedKept.append((bytes, StoredFile(file.content, slot: target)))
          if let slot, slot != target { moved.insert(slot) }
        }
      }
      // Here all archives are known to be sealable with the next key. Nothing has changed except
      // that damaged ones were set aside.
      for archive in sealed {
        try store.rewrite(archive.generation, with: archive.file, slot: archive.slot)
      }
      for archive in sealedKept { try listed?.rewrite(archive.file, with: archive.bytes) }
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
    if state.end == .damaged { _ = reader.keepAside(generation, slot: slot) }
    return try ArchiveSeal.seal(
      state.snapshot.bytes, with: next, sequenceNumber: state.sequenceNumber)
  }

  /// Seals an archive from outside of the loading order again with the next key.
  ///
  /// Its state is not read, since that may have crashed the program. It is copied save by save.
  ///
  /// - Returns: `nil` when the key does not open it.
  private func sealKeptAnew(
    _ file: StoredBytes, from key: ArchiveKey, to next: ArchiveKey
  ) throws(ArchiveError) -> [UInt8]? {
    let archive: OpenedArchive
    do throws(ArchiveError) {
      archive = try ArchiveSeal.open(file, with: key)
    } catch {
      if [.wrongKey, .damaged, .limitExceeded].contains(error.code) { return nil }
      throw error
    }
    var (sealed, tail) = try ArchiveSeal.sealBase(
      archive.body, with: next, sequenceNumber: archive.baseSequenceNumber,
      canGrow: !archive.log.isEmpty)
    try tail.seal(archive.log, into: &sealed)
    return sealed
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
    do throws(ArchiveError) {
      try (store as? any ListedStore)?.removeOthers()
    } catch { failure = error }
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

  // MARK: Launch images

  /// Returns the launch images of the state that was loaded.
  func launchImages() -> [LaunchImage] {
    let known = imagesReadAhead.take()
    let trace = log.newTrace(.load)
    guard let file = known ?? readLaunchImages(), file.save == writer.saved?.identity else {
      trace?.say("picture", "none of this state")
      return []
    }
    trace?.say("picture", "\(file.images.count) of this state")
    return file.images
  }

  /// Reads the launch images ahead, for ``launchImages()``.
  func readLaunchImagesAhead() { imagesReadAhead = readLaunchImages() }

  private func readLaunchImages() -> LaunchImageFile? {
    guard let slot = slots.own, writer.saved != nil else { return nil }
    do throws(ArchiveError) {
      guard let file = try store.storedLaunchImage(slot: slot.name) else { return nil }
      return try LaunchImageFile(
        ArchiveSeal.open(file, with: keys.current(), as: .launchImage).body)
    } catch {
      log.logger.debug("The launch image is not used: \(error)")
      return nil
    }
  }

  /// Stores the launch images of the state on disk.
  ///
  /// Those of another state would be wrong, so nothing happens then.
  package func saveLaunchImages(of shown: LoggedState, _ images: () -> [LaunchImage])
    throws(ArchiveError)
  {
    guard let slot = slots.own, let saved = writer.saved, saved.state.isSame(as: shown) else {
      return
    }
    do throws(ArchiveError) {
      let key = try keys.current()
      // Another process may have taken the slot, or saved in it, since then.
      guard try ownSlot(with: key) == slot, writer.saved?.identity == saved.identity else { return }
      let trace = log.newTrace(.commit)
      let began = trace?.now
      let images = images()
      guard !images.isEmpty else {
        imageDigest = nil
        trace?.say("picture", "none is kept")
        return try store.replaceLaunchImage(with: nil, slot: slot.name)
      }
      let body = try LaunchImageFile(save: saved.identity, images: images).write()
      let digest = Array(SHA256.hash(data: body))
      guard imageDigest != digest else {
        trace?.say("picture", "the same as before", since: began)
        return
      }
      let file = try ArchiveSeal.seal(
        body, with: key, sequenceNumber: saved.identity.sequenceNumber, as: .launchImage)
      try store.replaceLaunchImage(with: file, slot: slot.name)
      imageDigest = digest
      trace?.say(
        "picture", "\(images.count) kept", "\(file.count) bytes encoded, sealed and written",
        since: began)
    } catch {
      log.logger.warning("The launch image could not be kept: \(error)")
      throw error
    }
  }
}
