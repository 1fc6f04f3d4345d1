// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import PosixSupport

/// The place where a process reads and saves.
///
/// Each *instance* has slots of its own. The first running process is instance 1, a process started
/// beside it is instance 2, and so on. An instance uses more than its first slot only where there
/// is an archive that this process must not change.
struct ArchiveSlot: Hashable {
  /// The name of the slot's files; `nil` is the application's own slot.
  var name: String?
  /// The number of the process that has it.
  var instance: Int

  /// The number of slots of an instance.
  static let perInstance = 5

  /// Returns the name of one of an instance's slots.
  ///
  /// The first slot has a fixed name. The others are named after the key and the archive format
  /// that this version reads.
  ///
  /// The last slots are for rare cases: an archive was copied into this process's slot, or several
  /// older versions of an application run after a newer one.
  ///
  /// - Parameters:
  ///   - place: The slot's index, from 0 and below ``perInstance``.
  ///   - instance: The instance's number, from 1.
  ///   - key: The key; its fingerprint is part of the name.
  /// - Returns: The name; `nil` is the application's own slot.
  static func name(_ place: Int, ofInstance instance: Int, for key: ArchiveKey) -> String? {
    let first = StoredFile.slot(ofInstance: instance)
    guard place > 0 else { return first }
    let fingerprint = key.identifier.prefix(8).map { hexadecimal($0) }.joined()
    let format = "\(ArchiveHeader.major).\(ArchiveHeader.knownFeatures)"
    let own = (first.map { "\($0)-" } ?? "") + "slot-\(fingerprint)-\(format)"
    return place == 1 ? own : "\(own)-\(place)"
  }

  /// Returns the names of all slots of an instance, in that order.
  static func names(ofInstance instance: Int, for key: ArchiveKey) -> [String?] {
    (0..<perInstance).map { name($0, ofInstance: instance, for: key) }
  }

  /// Returns the slots of all instances, ordered alike for every key.
  static func allNames(for key: ArchiveKey) -> [String?] {
    (1...StoredFile.instances).flatMap { names(ofInstance: $0, for: key) }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// Finds this process's instance number and its slot.
final class ArchiveSlots {
  private let store: any ArchiveStore
  private let reader: ArchiveReader
  private let log: ArchiverLog
  /// The slot found by the last look; `nil` if it found none.
  var own: ArchiveSlot?

  init(_ store: any ArchiveStore, reader: ArchiveReader, log: ArchiverLog) {
    (self.store, self.reader, self.log) = (store, reader, log)
  }

  /// Returns this process's slot, or `nil` if it is no longer valid.
  ///
  /// That is so when this process has lost it, or when a launch with the key would use another one.
  func own(for key: ArchiveKey) -> ArchiveSlot? {
    guard let own, isNamed(own, for: key), isStillOwn(own) else { return nil }
    return own
  }

  /// Finds this process's slot and the state in it.
  ///
  /// - Parameters:
  ///   - key: The application's key.
  ///   - instance: The earlier instance number of this process, if any.
  ///   - load: Receives the state.
  ///   - trace: Logs the steps.
  /// - Returns: The slot.
  /// - Throws: ``ArchiveError`` when there is no free slot, or its archives may be intact and
  ///   cannot be read.
  func look(
    with key: ArchiveKey, preferring instance: Int?, into load: inout ArchiveLoad,
    _ trace: RestorationTrace?
  ) throws(ArchiveError) -> ArchiveSlot {
    guard let instance = try claimInstance(preferring: instance) else {
      log.warn(
        "State is neither restored nor saved: \(Self.noInstance)", about: Self.noInstance)
      throw Self.noInstance
    }
    load.instance = instance
    for place in 0..<ArchiveSlot.perInstance {
      let name = ArchiveSlot.name(place, ofInstance: instance, for: key)
      guard try reader.open(slot: name, with: key, into: &load, trace) else { continue }
      if instance > 1 {
        log.logger.notice(
          "Another process of the application runs; this is instance \(instance) with its own state"
        )
      }
      let slot = ArchiveSlot(name: name, instance: instance)
      own = slot
      return slot
    }
    log.warn("State is not saved: \(Self.noSlot)", about: Self.noSlot)
    throw Self.noSlot
  }

  private static let noSlot = ArchiveError(
    .wrongKey, "Every slot holds an archive that must not be touched")

  private static let noInstance = ArchiveError(
    .inUse, "\(StoredFile.instances) other processes of the application use all slots")

  /// Whether a launch with the key would look in the slot.
  ///
  /// Another process may have replaced the key while this one still used the earlier key.
  private func isNamed(_ slot: ArchiveSlot, for key: ArchiveKey) -> Bool {
    slot.name == StoredFile.slot(ofInstance: slot.instance)
      || ArchiveSlot.names(ofInstance: slot.instance, for: key).contains(slot.name)
  }

  /// Whether this process still owns the slot.
  ///
  /// If its lock file was removed, another process may have taken the slot.
  private func isStillOwn(_ slot: ArchiveSlot) -> Bool {
    do throws(ArchiveError) {
      return try store.claim(slot: StoredFile.slot(ofInstance: slot.instance))
    } catch {
      // If the lock file cannot be opened, archives usually cannot be written either. Where they
      // can, as on a file system without locks, the program must keep running.
      return true
    }
  }

  // MARK: Instances

  /// Claims the first instance that no running process has.
  ///
  /// - Parameter own: The earlier instance number of this process. It keeps that number if it can,
  ///   because the instance of a process that has ended holds the state that process saved.
  /// - Returns: The instance's number; `nil` when all are taken.
  /// - Throws: ``ArchiveError`` when the process lacks the descriptors or memory to find out, or the
  ///   lock file cannot be told from others.
  private func claimInstance(preferring own: Int?) throws(ArchiveError) -> Int? {
    for instance in [own].compactMap(\.self) + Array(1...StoredFile.instances) {
      do throws(ArchiveError) {
        if try store.claim(slot: StoredFile.slot(ofInstance: instance)) { return instance }
      } catch {
        if error.cause.isShortage || error.cause == .stale { throw error }
        log.warn(
          "It is unknown whether the state is in use by another process: \(error)", about: error)
        // Most likely no other process runs. If one is known to run, its state must not be put at
        // risk.
        return instance == 1 || instance == own ? instance : nil
      }
    }
    return nil
  }

  /// Runs a closure while no other process of the application can save.
  ///
  /// - Throws: ``ArchiveError``: ``ArchiveError/Code/inUse`` when another process runs, or the
  ///   closure's error.
  func withAllInstances(_ body: () throws(ArchiveError) -> Void) throws(ArchiveError) {
    let own = own?.instance
    defer { releaseInstances(but: own) }
    for instance in 1...StoredFile.instances {
      let isFree: Bool
      do throws(ArchiveError) {
        isFree = try store.claim(slot: StoredFile.slot(ofInstance: instance))
      } catch {
        continue  // without locks, this cannot be found out
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

  // MARK: Retiring

  /// Discards the state of this process and of ended processes.
  ///
  /// Ended processes that ran beside others are included. State of a running process is left to
  /// that process.
  func retireAll(with key: ArchiveKey, own: ArchiveSlot) throws(ArchiveError) {
    try store.removeAll(slot: own.name)
    let listed = store as? any ListedStore
    // Removed state must not come back under another identifier.
    try listed?.removeOthers()
    let slots = Set(try listed?.allFiles().filter(\.isState).map(\.slot) ?? [])
    let holdsState = { (slot: String?) in slots.contains(slot) || self.holdsGeneration(slot: slot) }
    try retire(instance: own.instance, with: key, where: holdsState)
    for instance in 1...StoredFile.instances where instance != own.instance {
      let first = StoredFile.slot(ofInstance: instance)
      guard ArchiveSlot.names(ofInstance: instance, for: key).contains(where: holdsState),
        try store.claim(slot: first)
      else { continue }
      defer { store.release(slot: first) }
      try retire(instance: instance, with: key, where: holdsState)
    }
  }

  /// Discards the state of an instance.
  ///
  /// That includes the state that an older version of the application saved beside that of a newer
  /// one. Archives that must not be changed stay.
  private func retire(
    instance: Int, with key: ArchiveKey, where holdsState: (String?) -> Bool
  ) throws(ArchiveError) {
    for name in ArchiveSlot.names(ofInstance: instance, for: key) where holdsState(name) {
      var ignored = ArchiveLoad()
      if try reader.open(slot: name, with: key, into: &ignored) {
        try store.removeAll(slot: name)
      }
    }
  }

  private func holdsGeneration(slot: String?) -> Bool {
    ArchiveGeneration.allCases.contains { generation in
      do throws(ArchiveError) {
        return try store.storedBytes(generation, slot: slot) != nil
      } catch {
        return true  // an archive that cannot be read exists
      }
    }
  }
}
