// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import PosixSupport
import Synchronization

/// Where a process reads and saves.
///
/// Each *instance* has slots of its own: the first process that runs is instance 1, one that is
/// started beside it instance 2, and so on (R156). Within an instance there is more than one slot only
/// where an archive lies that this process must not touch (R48).
struct ArchiveSlot: Hashable {
  /// Names the slot's files; `nil` is the application's own.
  var name: String?
  /// Which of the application's processes has it.
  var instance: Int

  /// How many slots an instance has.
  static let perInstance = 5

  /// An instance's first slot, then those for a key and what this version can read.
  ///
  /// The last ones are for the odd case that an archive was copied into this process's slot, and for
  /// several older versions of an application that run after a newer one (R154).
  ///
  /// - Parameters:
  ///   - place: Which of them, below ``perInstance``.
  ///   - instance: From 1.
  ///   - key: Whose fingerprint names the slot.
  /// - Returns: The name; `nil` is the application's own.
  static func name(_ place: Int, ofInstance instance: Int, for key: ArchiveKey) -> String? {
    let first = StoredFile.slot(ofInstance: instance)
    guard place > 0 else { return first }
    let fingerprint = key.identifier.prefix(8).map { hexadecimal($0) }.joined()
    let format = "\(ArchiveHeader.major).\(ArchiveHeader.knownFeatures)"
    let own = (first.map { "\($0)-" } ?? "") + "slot-\(fingerprint)-\(format)"
    return place == 1 ? own : "\(own)-\(place)"
  }

  /// All slots of an instance, in that order.
  static func names(ofInstance instance: Int, for key: ArchiveKey) -> [String?] {
    (0..<perInstance).map { name($0, ofInstance: instance, for: key) }
  }

  /// The slots of all instances, in the same order for every key.
  static func allNames(for key: ArchiveKey) -> [String?] {
    (1...StoredFile.instances).flatMap { names(ofInstance: $0, for: key) }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// Which of the application's processes this is (R156), and which slot is its own (R48).
final class ArchiveSlots: Sendable {
  private let store: any ArchiveStore
  private let reader: ArchiveReader
  private let log: ArchiverLog
  /// Set by the first look at the store.
  private let ownSlot = Mutex<ArchiveSlot?>(nil)

  init(_ store: any ArchiveStore, reader: ArchiveReader, log: ArchiverLog) {
    (self.store, self.reader, self.log) = (store, reader, log)
  }

  /// The slot that the last look has found; `nil` when there was none.
  var own: ArchiveSlot? {
    get { ownSlot.withLock { $0 } }
    set { ownSlot.withLock { $0 = newValue } }
  }

  /// The own slot, unless this process has lost it, or a launch would look elsewhere now.
  func own(for key: ArchiveKey) -> ArchiveSlot? {
    guard let own, isNamed(own, for: key), isStillOwn(own) else { return nil }
    return own
  }

  /// Finds the slot that is this process's own, and the state in it.
  ///
  /// - Parameters:
  ///   - key: The application's key.
  ///   - instance: Which instance this process was before, if it was one.
  ///   - load: Gets the state.
  ///   - trace: Told of the steps.
  /// - Returns: The slot.
  /// - Throws: ``ArchiveError`` when there is none, or what may lie there cannot be read.
  func look(
    with key: ArchiveKey, preferring instance: Int?, into load: inout ArchiveLoad,
    _ trace: RestorationTrace?
  ) throws(ArchiveError) -> ArchiveSlot {
    guard let instance = try claimInstance(preferring: instance) else {
      log.complain(
        "State is neither restored nor saved: \(Self.noInstance)", about: Self.noInstance)
      throw Self.noInstance
    }
    load.instance = instance
    for place in 0..<ArchiveSlot.perInstance {
      let name = ArchiveSlot.name(place, ofInstance: instance, for: key)
      guard try reader.open(slot: name, with: key, into: &load, trace) else { continue }
      if instance > 1 {
        log.logger.notice(
          "Another process of the application runs: this one, \(instance), has its own state")
      }
      let slot = ArchiveSlot(name: name, instance: instance)
      own = slot
      return slot
    }
    log.complain("State is not saved: \(Self.noSlot)", about: Self.noSlot)
    throw Self.noSlot
  }

  private static let noSlot = ArchiveError(
    .wrongKey, "Every slot holds an archive that must not be touched")

  private static let noInstance = ArchiveError(
    .inUse, "\(StoredFile.instances) processes of the application have a state each")

  /// Whether a launch with the key would look there: another process may have replaced the key while
  /// this one was looking with the one before.
  private func isNamed(_ slot: ArchiveSlot, for key: ArchiveKey) -> Bool {
    slot.name == StoredFile.slot(ofInstance: slot.instance)
      || ArchiveSlot.names(ofInstance: slot.instance, for: key).contains(slot.name)
  }

  /// Whether no other process has come first since this one's lock file was removed.
  private func isStillOwn(_ slot: ArchiveSlot) -> Bool {
    do throws(ArchiveError) {
      return try store.claim(slot: StoredFile.slot(ofInstance: slot.instance))
    } catch {
      // What keeps the lock file from being opened keeps archives from being written, mostly; where
      // it does not, as on a file system without locks, the program shall run on.
      return true
    }
  }

  // MARK: Instances

  /// Takes the first instance that no running process has.
  ///
  /// - Parameter own: The instance that this process was before. It stays that if it can: where
  ///   another process has ended meanwhile lies what that one saved.
  /// - Returns: Its number; `nil` when all are taken.
  /// - Throws: ``ArchiveError`` when the process lacks what it takes to find out.
  private func claimInstance(preferring own: Int?) throws(ArchiveError) -> Int? {
    for instance in [own].compactMap(\.self) + Array(1...StoredFile.instances) {
      do throws(ArchiveError) {
        if try store.claim(slot: StoredFile.slot(ofInstance: instance)) { return instance }
      } catch {
        if error.cause.isShortage { throw error }
        log.complain(
          "Whether the state is in use by another process is not known: \(error)", about: error)
        // Alone, most likely; but where one process is known to run, nobody's state is put at risk.
        return instance == 1 || instance == own ? instance : nil
      }
    }
    return nil
  }

  /// Does something while no other process of the application can save.
  ///
  /// - Throws: ``ArchiveError``: ``ArchiveError/Code/inUse`` when one runs, or as the body does.
  func withAllInstances(_ body: () throws(ArchiveError) -> Void) throws(ArchiveError) {
    let own = own?.instance
    defer { releaseInstances(but: own) }
    for instance in 1...StoredFile.instances {
      let isFree: Bool
      do throws(ArchiveError) {
        isFree = try store.claim(slot: StoredFile.slot(ofInstance: instance))
      } catch {
        continue  // no locks here: nobody can know
      }
      guard isFree else {
        throw ArchiveError(
          .inUse, "Another process of the application runs; end it, then replace the key")
      }
    }
    try body()
  }

  private func releaseInstances(but own: Int?) {
    for instance in 1...StoredFile.instances where instance != own {
      store.release(slot: StoredFile.slot(ofInstance: instance))
    }
  }

  // MARK: Giving up

  /// Gives up what this process and those of the past saved that ran beside others (R183).
  ///
  /// What belongs to a process that is running is left to its own decision.
  func retireAll(with key: ArchiveKey, own: ArchiveSlot) throws(ArchiveError) {
    try store.removeAll(slot: own.name)
    try retire(instance: own.instance, with: key)
    for instance in 1...StoredFile.instances where instance != own.instance {
      let first = StoredFile.slot(ofInstance: instance)
      guard ArchiveSlot.names(ofInstance: instance, for: key).contains(where: holdsState),
        try store.claim(slot: first)
      else { continue }
      defer { store.release(slot: first) }
      try retire(instance: instance, with: key)
    }
  }

  /// Gives up what an instance saved, also what an older version of the application put beside that of
  /// a newer one (R154); what must not be touched stays (R48).
  private func retire(instance: Int, with key: ArchiveKey) throws(ArchiveError) {
    for name in ArchiveSlot.names(ofInstance: instance, for: key) where holdsState(slot: name) {
      var ignored = ArchiveLoad()
      if try reader.open(slot: name, with: key, into: &ignored) {
        try store.removeAll(slot: name)
      }
    }
  }

  private func holdsState(slot: String?) -> Bool {
    ArchiveGeneration.allCases.contains { generation in
      do throws(ArchiveError) {
        return try store.storedBytes(generation, slot: slot) != nil
      } catch {
        return true  // one that cannot be read is there
      }
    }
  }
}
