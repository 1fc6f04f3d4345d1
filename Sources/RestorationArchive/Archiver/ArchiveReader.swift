// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Opens archives, and handles those that do not open.
final class ArchiveReader {
  private let store: any ArchiveStore
  private let keys: KeyRing
  private let log: ArchiverLog
  /// The newest application schema that is read; `nil` reads any.
  var readableSchema: Int?
  /// The greatest known sequence number, damaged archives included.
  ///
  /// New saves get greater ones.
  private(set) var newestSequenceNumber: UInt64 = 0
  /// The reason why archives are unread, so that nothing is written.
  private var unread: ArchiveError?
  /// Whether an earlier look succeeded.
  ///
  /// A later look that fails then does not block writing.
  private var hasLooked = false
  /// Whether the application has given up the unreadable archives.
  private var isGivenUp = false
  /// Whether a crash while reading is noted in the marker.
  var notesCrashes = false

  init(_ store: any ArchiveStore, keys: KeyRing, log: ArchiverLog) {
    (self.store, self.keys, self.log) = (store, keys, log)
  }

  /// Records a sequence number that is in use.
  func note(_ sequenceNumber: UInt64) {
    newestSequenceNumber = max(newestSequenceNumber, sequenceNumber)
  }

  /// Returns the next save's number, and whether it continues.
  ///
  /// Only an archive that someone forged with the key has a number so great that few are left.
  /// Refusing to save would lose everything from then on, so numbers begin again at 1: generations
  /// are told apart by their names, and other files by number and tag.
  func nextSequenceNumber() -> (number: UInt64, isNext: Bool) {
    let newest = newestSequenceNumber
    guard newest > .max - UInt64(ArchiveLimits.appendedSaves) else { return (newest + 1, true) }
    return (1, false)
  }

  /// Records the sequence number of this process's own save.
  func didSave(_ sequenceNumber: UInt64) {
    newestSequenceNumber = sequenceNumber
  }

  // MARK: One slot

  /// Opens the newest readable generation of a slot.
  ///
  /// Stops at an archive that must not be changed, because the older ones beside it belong to its
  /// owner, too.
  ///
  /// - Returns: `false` when the slot holds an archive that must not be changed.
  /// - Throws: ``ArchiveError`` when an archive that may be intact cannot be read, unless it was
  ///   given up.
  func open(
    slot: String?, with key: ArchiveKey, into load: inout ArchiveLoad,
    _ trace: RestorationTrace? = nil
  ) throws(ArchiveError) -> Bool {
    for generation in ArchiveGeneration.allCases {
      let began = trace?.now
      do throws(ArchiveError) {
        guard let file = try store.storedBytes(generation, slot: slot) else { continue }
        trace?.say("read", "\(generation) archive", "\(file.count) bytes", since: began)
        let (saved, end) = try readState(file, of: generation, slot: slot, with: key)
        trace?.say(
          "open", "\(generation) archive", "save \(saved.identity.sequenceNumber)",
          "\(saved.snapshot.objects.count) objects",
          end == .whole ? nil : "ends in bytes that do not open", since: began)
        (load.saved, load.source) = (saved, generation)
        switch end {
        case .whole: break
        case .torn:
          log.logger.warning(
            """
            The \(generation) archive ends in bytes that do not open; the state before them is \
            restored
            """)
        case .damaged: load.incidents.append(keepAside(generation, slot: slot))
        }
        return true
      } catch {
        let incident = try passOver(generation, slot: slot, after: error, &load)
        load.incidents.append(incident)
        let isUntouched = error.keepsItsSlot
        trace?.say(
          "pass over", "\(generation) archive",
          incident.isSetAside ? "set aside" : isUntouched ? "left untouched" : "left there",
          "\(error)")
        if isUntouched { return false }
      }
    }
    return true
  }

  /// Handles an archive that did not open.
  ///
  /// - Throws: The error, when the archive may be intact and was not given up.
  private func passOver(
    _ generation: ArchiveGeneration, slot: String?, after error: ArchiveError,
    _ load: inout ArchiveLoad
  ) throws(ArchiveError) -> ArchiveLoad.Incident {
    var incident = ArchiveLoad.Incident(generation: generation, error: error, isSetAside: false)
    if error.keepsItsSlot {
      log.logger.warning(
        "The \(generation) archive is left untouched and state is saved beside it: \(error)")
    } else if [.damaged, .limitExceeded].contains(error.code) {
      if log.isDeveloperModeEnabled {
        log.logger.notice(
          "Developer mode: the \(generation) archive would be set aside: \(error)")
      } else {
        incident.isSetAside = (try? moveAway(generation, slot: slot, after: error)) != nil
        log.logger.warning(
          incident.isSetAside
            ? "The \(generation) archive is set aside, an older one is tried: \(error)"
            : "The \(generation) archive is passed over, an older one is tried: \(error)")
      }
    } else {
      guard isGivenUp else {
        load.incidents.append(incident)
        throw error
      }
      log.logger.warning("The \(generation) archive cannot be read and was given up: \(error)")
    }
    return incident
  }

  /// Moves an archive away.
  ///
  /// One that may be intact is kept apart from damaged ones.
  private func moveAway(
    _ generation: ArchiveGeneration, slot: String?, after error: ArchiveError
  ) throws(ArchiveError) {
    try store.setAside(
      generation, slot: slot, for: error == .crashedReader ? .failedLaunch : .damage,
      keepsPlace: false)
  }

  /// Keeps a copy of a file with a damaged log.
  ///
  /// Its base and the saves before the damage are restored.
  func keepAside(_ generation: ArchiveGeneration, slot: String?) -> ArchiveLoad.Incident {
    let error = ArchiveError(
      .damaged,
      "An appended save was changed after it was written; the state before it is restored")
    if log.isDeveloperModeEnabled {
      log.logger.notice(
        "Developer mode: a copy of the \(generation) archive would be kept: \(error)")
      return .init(generation: generation, error: error, isSetAside: false)
    }
    let isKept =
      (try? store.setAside(generation, slot: slot, for: .damage, keepsPlace: true)) ?? false
    log.logger.warning(
      isKept
        ? "The \(generation) archive is damaged, and a copy of it is kept: \(error)"
        : "The \(generation) archive is damaged: \(error)")
    return .init(generation: generation, error: error, isSetAside: isKept)
  }

  // MARK: One file

  /// Reads the state in a file and the condition of its end.
  ///
  /// A wasteful state is compacted.
  func readState(
    _ file: StoredBytes, of generation: ArchiveGeneration, slot: String?, with key: ArchiveKey
  ) throws(ArchiveError) -> (saved: SavedState, end: FileEnd) {
    let reading = try beginReading(file, of: generation, slot: slot, with: key)
    defer { reading?.end() }
    let found: OpenedArchive.State
    do throws(ArchiveError) {
      found = try keys.open(file, with: key).state()
    } catch {
      noteGreatestSequenceNumber(of: file)
      throw error
    }
    if found.end == .damaged { noteGreatestSequenceNumber(of: file) }
    note(found.sequenceNumber)
    try checkSchema(of: found.snapshot)
    return (SavedState(found), found.end)
  }

  /// Notes in the marker that a launch reads an archive.
  ///
  /// - Returns: `nil` outside of a launch, without a marker, and for an archive of another key.
  /// - Throws: ``ArchiveError`` if the process before crashed while it read this archive.
  private func beginReading(
    _ file: StoredBytes, of generation: ArchiveGeneration, slot: String?, with key: ArchiveKey
  ) throws(ArchiveError) -> ReadingNote? {
    guard notesCrashes, !log.isDeveloperModeEnabled,
      keys.mayOpen(file, with: key), let marker = marker(slot: slot)
    else { return nil }
    let note = ReadingNote(marker, of: generation)
    guard !note.hasCrashed else {
      note.end()
      // Reads nothing new: the header was read to compare the key.
      noteGreatestSequenceNumber(of: file)
      throw .crashedReader
    }
    note.begin()
    return note
  }

  /// Refuses an archive of a newer version of the application.
  private func checkSchema(of snapshot: RestorationSnapshot) throws(ArchiveError) {
    guard let saved = snapshot.applicationSchema,
      let readable = readableSchema, saved > readable
    else { return }
    throw ArchiveError(
      .newerSchema,
      "The archive has schema \(saved) of the application; this version reads up to \(readable)")
  }

  /// Records the greatest sequence number in a file that did not open.
  ///
  /// The number is not authenticated, so an impossibly large one is ignored.
  private func noteGreatestSequenceNumber(of file: StoredBytes) {
    guard let number = try? ArchiveSeal.greatestSequenceNumber(of: file), number < 1 << 62 else {
      return
    }
    note(number)
  }

  /// Opens the launch marker of a slot; `nil` if there is none.
  ///
  /// A missing marker is not logged as a warning.
  func marker(slot: String?) -> (any MarkerFile)? {
    do throws(ArchiveError) {
      return try store.openMarker(slot: slot)
    } catch {
      log.logger.debug("There is no launch marker: \(error)")
      return nil
    }
  }

  // MARK: What could not be read

  /// See ``Archiver/unreadError``.
  var unreadError: ArchiveError? {
    unread.map { cause in
      ArchiveError(
        .unreadable,
        "Nothing is saved, since the saved state could not be read: \(cause.reason)",
        file: cause.file, systemError: cause.systemError)
    }
  }

  /// Allows unread archives to be overwritten.
  func giveUp() {
    guard unread != nil else { return }
    (unread, isGivenUp) = (nil, true)
  }

  /// Lets archives that were given up be tried again.
  func tryAgain() { isGivenUp = false }

  /// Records that a look which restores nothing has succeeded.
  func didLook() { hasLooked = true }

  /// Records that a launch has read its archives.
  func didRead() {
    if unread != nil { log.logger.notice("The saved state can be read now") }
    (unread, hasLooked) = (nil, true)
  }

  /// Records that a launch could not read its archives.
  func didNotRead(_ error: ArchiveError) {
    // The key provider reports when a lock ends.
    let isUnread = error.leavesStateUnread && error.code != .keyLocked
    unread = isUnread && !hasLooked ? error : nil
    guard isUnread else { return }
    log.warn(
      "State is neither restored nor saved until it can be read: \(error)", about: error)
  }
}

extension ArchiveError {
  fileprivate static let crashedReader = ArchiveError(
    .damaged, "The program crashed while it read the archive")

  /// Whether the archive with this error must not be changed.
  ///
  /// Its slot then belongs to its owner.
  fileprivate var keepsItsSlot: Bool {
    [.wrongKey, .newerFormat, .newerSchema].contains(code)
  }
}
