// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
public import RestorationArchive
import Synchronization

/// Sessions as files in a folder, for a server of one process.
///
/// They are as durable as any application's state. Each session has an archive and the previous
/// one, which are replaced and appended to as in `FileStore`. While a session is woken or called, a
/// small file beside them says so, for the next process. The process owns the folder exclusively
/// while it runs; on a file system without locks it cannot be opened. To spread sessions over several
/// nodes, keep them in a database.
public final class FolderSessionStore: SessionStore, UncancelledStore {
  private let files: FileStore
  /// The path of the folder, with links resolved.
  private let place: String
  private let now: @Sendable () -> Duration
  /// Serial queues that process each session's files one operation at a time.
  ///
  /// They wait for disks so that no task's thread has to.
  private let queues = (0..<4).map { DispatchQueue(label: "restoration.sessions.\($0)") }
  private let state = Mutex(
    (ledger: SessionLedger(forgetsReleased: true), ends: [SessionName: ArchiveEnd]()))

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - folder: Made, with its parent folders, if it does not exist.
  ///   - clock: Decides when leases of hosts in this process end.
  /// - Throws: `ArchiveError` when the folder cannot be used, or another process uses it.
  public convenience init<C: Clock>(folder: String, clock: C = ContinuousClock())
    throws(ArchiveError) where C.Duration == Duration
  {
    // The program may change its working directory later.
    try self.init(FileStore(folder: URL(fileURLWithPath: folder).path), clock: clock)
  }

  /// Keeps sessions in a file store that is not shared.
  package init<C: Clock>(_ files: FileStore, clock: C) throws(ArchiveError)
  where C.Duration == Duration {
    self.files = files
    let place = URL(fileURLWithPath: files.folder).standardizedFileURL.resolvingSymlinksInPath()
      .path
    let start = clock.now
    now = { start.duration(to: clock.now) }
    // A lock keeps out other processes, but not this one.
    guard Self.open.withLock({ $0.insert(place).inserted }) else { throw Self.inUse(files) }
    do throws(ArchiveError) { try Self.claim(files) } catch {
      _ = Self.open.withLock { $0.remove(place) }
      throw error
    }
    // The last property: an error after it would end in `deinit`, which gives the folder up, also
    // one that belongs to another store.
    self.place = place
    findMoves()
  }

  deinit {
    files.release(slot: nil)
    _ = Self.open.withLock { $0.remove(place) }
  }

  /// Claims the folder for this process, or checks that it still has it.
  ///
  /// A process loses it without notice when it closes the lock file, as a program does that copies
  /// the folder. If another one takes it then, each would read what the other has replaced.
  private static func claim(_ files: FileStore) throws(ArchiveError) {
    guard try files.claim(slot: nil) else { throw inUse(files) }
  }

  private static func inUse(_ files: FileStore) -> ArchiveError {
    ArchiveError(.inUse, "Another store keeps sessions in the folder", file: files.folder)
  }

  /// The names of sessions whose moves are on disk, but not finished, with the files that describe
  /// them.
  private let moves = Mutex<[SessionName: String]>([:])

  /// The folders that this process has open.
  private static let open = Mutex<Set<String>>([])

  /// Begins or renews a host's lease, if the folder still belongs to this process.
  public func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration)
    throws(SessionStoreError) -> UInt64
  {
    do throws(ArchiveError) { try Self.claim(files) } catch { throw SessionStoreError(error) }
    return state.withLock { $0.ledger.renew(node, lease, for: duration, at: now()) }
  }

  /// Makes a host the owner, and reads the session's file.
  ///
  /// Returns `held` when another host with a lease is the owner.
  public func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    async throws(SessionStoreError) -> SessionTaking
  {
    try await work(on: name) { files throws(ArchiveError) in
      let kept = self.keptCharges(of: name)
      let holding = self.state.withLock { state in
        let holding = state.ledger.take(
          name, for: node, marking: mark, at: self.now(), kept: kept)
        // While the session is held, its owner appends after this end.
        if holding != nil { state.ends[name] = nil }
        return holding
      }
      guard let (ownership, charges) = holding else { return .held }
      self.keepCharges(of: name)
      do throws(ArchiveError) {
        let archive = try files.load(.current, slot: name.text)
        if archive != nil { self.noteUse(of: name) }
        return .taken(ownership, archive: archive, charges: charges)
      } catch {
        self.state.withLock {
          $0.ledger.release(ownership, wasWoken: false, at: self.now())
        }
        self.keepCharges(of: name)
        throw error
      }
    }
  }

  /// Removes a session's mark and charges, with their file.
  public func settle(_ ownership: SessionOwnership) async throws(SessionStoreError) {
    try await work(on: ownership.name) { _ in
      self.state.withLock { $0.ledger.settle(ownership) }
      self.keepCharges(of: ownership.name)
    }
  }

  /// Writes if the owner's epoch and version still match.
  ///
  /// Nothing is appended to a file that another program has replaced or removed. The answer is
  /// `false` then: the session as its owner knows it is gone.
  public func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool
  {
    let name = ownership.name
    return try await work(on: name) { files throws(ArchiveError) in
      let (permission, end) = self.state.withLock {
        ($0.ledger.permission(for: write, as: ownership), $0.ends[name])
      }
      guard permission == .granted else { return permission == .repeated }
      guard let size = try self.carryOut(write, on: name, after: end) else { return false }
      self.state.withLock { state in
        state.ends[name] = releasing ? nil : ArchiveEnd(size: size, tag: write.tag)
        state.ledger.didWrite(write, as: ownership, releasing: releasing, at: self.now())
      }
      self.keepCharges(of: name)
      return true
    }
  }

  /// Carries out a write.
  ///
  /// - Returns: The size of the file afterwards, in bytes; `nil` when there is no longer what the
  ///   bytes would be appended to.
  private func carryOut(_ write: SessionWrite, on name: SessionName, after end: ArchiveEnd?)
    throws(ArchiveError) -> Int?
  {
    let slot = name.text
    switch write {
    case .replace(let bytes):
      try files.replace(with: bytes, slot: slot)
      return bytes.count
    case .append(let bytes):
      // One open file per session would be too many.
      defer { files.closeKeptFile(ofSlot: slot) }
      guard let end else { return nil }
      if try !files.append(bytes, after: end, slot: slot) {
        // An append that failed may have left torn bytes behind the end.
        let kept = try Array((files.load(.current, slot: slot) ?? []).prefix(end.size))
        guard end.matches(kept) else { return nil }
        try files.replace(with: kept + bytes, slot: slot)
      }
      return end.size + bytes.count
    }
  }

  /// Lets any host take a session.
  public func release(_ ownership: SessionOwnership, wasWoken: Bool)
    async throws(SessionStoreError)
  {
    try await work(on: ownership.name) { _ in
      let isHeld = self.state.withLock { state in
        let isHeld = state.ledger.mayRemove(ownership)
        if isHeld { state.ends[ownership.name] = nil }
        state.ledger.release(ownership, wasWoken: wasWoken, at: self.now())
        return isHeld
      }
      if isHeld { self.noteUse(of: ownership.name) }
      self.keepCharges(of: ownership.name)
    }
  }

  /// Removes the files of a session if the caller owns it.
  public func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool {
    try await work(on: ownership.name) { files throws(ArchiveError) in
      guard self.state.withLock({ $0.ledger.mayRemove(ownership) }) else { return false }
      try files.removeAll(slot: ownership.name.text)
      self.state.withLock { state in
        state.ends[ownership.name] = nil
        state.ledger.didRemove(ownership.name)
      }
      self.keepCharges(of: ownership.name)
      return true
    }
  }

  /// Returns whether a session has a file.
  public func isStored(_ name: SessionName) async throws(SessionStoreError) -> Bool {
    try await work(on: name) { _ in
      guard self.hasState(name) else { return false }
      self.noteUse(of: name)
      return true
    }
  }

  // MARK: Moving

  /// Moves a session to another name.
  ///
  /// A move that a crash or an error interrupts is undone, or finished before either name is used
  /// again.
  public func move(_ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8])
    async throws(SessionStoreError) -> Bool
  {
    try await work(on: ownership.name) { files throws(ArchiveError) in
      let permission = self.state.withLock {
        $0.ledger.permission(toMove: ownership, to: other, with: bytes)
      }
      guard permission == .granted, !self.hasState(other.name) else {
        return permission == .repeated
      }
      let pending = "\(other.name.text)-\(ownership.name.text)"
      try files.rewrite(.current, with: bytes, slot: pending)
      // True now: the move is on disk as a whole, and will be finished.
      self.note(pending)
      try self.finishMove(of: ownership.name)
      self.state.withLock { state in
        (state.ends[ownership.name], state.ends[other.name]) = (nil, nil)
        state.ledger.didMove(ownership, to: other, with: bytes, at: self.now())
      }
      for name in [ownership.name, other.name] { self.keepCharges(of: name) }
      return true
    }
  }

  /// Finishes the move that a session takes part in, if there is one.
  ///
  /// Until that succeeds, neither name can be used: what is saved under one of them could be lost.
  private func finishMove(of name: SessionName) throws(ArchiveError) {
    try moves.withLock { moves throws(ArchiveError) in
      guard let pending = moves[name] else { return }
      try finish(pending)
      moves = moves.filter { $0.value != pending }
    }
  }

  private func finish(_ pending: String) throws(ArchiveError) {
    let names = Self.names(of: pending)
    guard names.count == 2, let bytes = try files.load(.current, slot: pending) else { return }
    if try files.load(.current, slot: names[0].text) == nil {
      try files.replace(with: bytes, slot: names[0].text)
    }
    // True now: the session has its new name.
    try files.removeAll(slot: names[1].text)
    // True now: the former name is void.
    try files.removeAll(slot: pending)
  }

  /// The new and the former name of a move, in this order.
  private static func names(of pending: String) -> [SessionName] {
    pending.split(separator: "-").compactMap { SessionName(text: String($0)) }
  }

  private func note(_ pending: String) {
    moves.withLock { for name in Self.names(of: pending) { $0[name] = pending } }
  }

  /// Finishes the moves that the process before did not; those that fail are tried again at a use.
  private func findMoves() {
    let suffix = ".current.archive"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files.folder)) ?? []
    for file in names where file.hasSuffix(suffix) && file.contains("-") {
      let pending = String(file.dropLast(suffix.count))
      note(pending)
      if let name = Self.names(of: pending).first { try? finishMove(of: name) }
    }
  }

  /// Removes the files of sessions that were not used for a while.
  ///
  /// Time counts as the store sees it pass, in a file of its own: a jump of the clock makes no session
  /// old.
  public func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int {
    var count = 0
    let (names, newest) = await sessions(unusedFor: duration)
    for name in names {
      count += try await work(on: name) { files throws(ArchiveError) in
        // It may have been called since the folder was listed.
        guard !self.state.withLock({ $0.ledger.isHeld(name, at: self.now()) }),
          self.isUnused(name, since: newest)
        else { return 0 }
        try files.removeAll(slot: name.text)
        self.state.withLock { $0.ledger.didRemove(name) }
        self.keepCharges(of: name)
        return 1
      }
    }
    return count
  }

  /// Looks at the clock.
  ///
  /// Without the file of former looks, no session is old.
  ///
  /// - Parameter age: The age at which sessions are removed.
  /// - Returns: A session that was last used by this time is as old; `nil` when none can be.
  private func look(for age: Duration) -> Date? {
    let file = URL(fileURLWithPath: "\(files.folder)/time")
    var time =
      (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(SeenTime.self, from: $0) }
      ?? SeenTime()
    let newest = time.look(at: Date(), for: age)
    try? JSONEncoder().encode(time).write(to: file, options: .atomic)
    return newest
  }

  /// Returns the sessions that were not used for a while, and since when.
  private func sessions(unusedFor age: Duration) async -> ([SessionName], since: Date) {
    await withCheckedContinuation { continuation in
      queues[0].async { [self] in
        guard let newest = look(for: age) else {
          return continuation.resume(returning: ([], since: .distantPast))
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files.folder)) ?? []
        let unused = names.compactMap { file -> SessionName? in
          guard let name = SessionName(text: String(file.prefix { $0 != "." })),
            file == name.text + ".current.archive"
              || file == name.text + Self.chargesSuffix && !hasState(name),
            isUnused(name, since: newest)
          else { return nil }
          return name
        }
        continuation.resume(returning: (unused, since: newest))
      }
    }
  }

  private func isUnused(_ name: SessionName, since newest: Date) -> Bool {
    let path =
      hasState(name) ? files.path(of: .current, slot: name.text) : chargesPath(of: name)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date).map { $0 <= newest } ?? false
  }

  private func hasState(_ name: SessionName) -> Bool {
    FileManager.default.fileExists(atPath: files.path(of: .current, slot: name.text))
  }

  /// Records the use of a session in its file's modification time.
  private func noteUse(of name: SessionName) {
    try? FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: files.path(of: .current, slot: name.text))
  }

  // MARK: Charges

  private static let chargesSuffix = ".charges"

  private func chargesPath(of name: SessionName) -> String {
    "\(files.folder)/\(name.text)\(Self.chargesSuffix)"
  }

  /// A session's mark and charges in a file, where times are dates.
  private struct KeptCharges: Codable {
    var record: ChargeRecord
    let last: Date
  }

  /// Reads what the process before has left; `nil` when there is nothing, or nothing readable.
  private func keptCharges(of name: SessionName) -> ChargeRecord? {
    guard let data = FileManager.default.contents(atPath: chargesPath(of: name)),
      var kept = try? JSONDecoder().decode(KeptCharges.self, from: data)
    else { return nil }
    // A century at most, whatever the file says.
    kept.record.last = now() - .seconds(min(max(0, -kept.last.timeIntervalSinceNow), 3e9))
    return kept.record
  }

  /// Brings the file of a session's mark and charges up to date.
  ///
  /// It need not survive a power cut, so nothing waits for the disk. Without a file, an end is not
  /// charged, which is no reason to refuse a call.
  private func keepCharges(of name: SessionName) {
    let path = chargesPath(of: name)
    guard let record = state.withLock({ $0.ledger.charges(of: name) }) else {
      if FileManager.default.fileExists(atPath: path) {
        try? FileManager.default.removeItem(atPath: path)
      }
      return
    }
    let last = Date(timeIntervalSinceNow: -((now() - record.last) / .seconds(1)))
    guard let data = try? JSONEncoder().encode(KeptCharges(record: record, last: last)) else {
      return
    }
    try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Ends a host's lease.
  public func leave(_ node: SessionNode) { state.withLock { $0.ledger.leave(node) } }

  /// Returns the events for a host.
  public func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    state.withLock { $0.ledger.events(for: node) }
  }

  /// Runs an operation on a session's files, off the caller's thread.
  private func work<Result: Sendable>(
    on name: SessionName, _ body: @escaping @Sendable (FileStore) throws(ArchiveError) -> Result
  ) async throws(SessionStoreError) -> Result {
    let queue = queues[Int(name.bytes.first ?? 0) % queues.count]
    let result = await withCheckedContinuation { continuation in
      queue.async { [files] in
        continuation.resume(
          returning: Swift.Result { () throws(ArchiveError) in
            try Self.claim(files)
            try self.finishMove(of: name)
            return try body(files)
          })
      }
    }
    do throws(ArchiveError) { return try result.get() } catch { throw SessionStoreError(error) }
  }
}

extension SessionStoreError {
  fileprivate init(_ error: ArchiveError) { self.init("\(error)", isTransient: false) }
}
