// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import RestorationArchive
import Synchronization

/// A store that wraps a real one and fails on demand.
///
/// ```swift
/// let store = FaultyStore()
/// store.inject(.error(), into: [.replace], skipping: 1, times: 1)  // the second save fails
/// ```
///
/// Without a fault it behaves as the store that it wraps. Faults can be injected on any thread.
public final class FaultyStore: ArchiveStore {
  /// An operation that an archiver performs on a store.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Reading a generation.
    case load
    /// Making an archive the current one.
    case replace
    /// Appending a save.
    case append
    /// Replacing a generation's bytes.
    case rewrite
    /// Keeping a generation as a candidate.
    case nominate
    /// Making the candidate the last good generation.
    case promoteNominee
    /// Moving a damaged generation away, or keeping a copy of it.
    case setAside
    /// Opening the marker of a launch.
    case openMarker
    /// Reading the launch image.
    case loadLaunchImage
    /// Replacing or removing the launch image.
    case replaceLaunchImage
    /// Removing a slot.
    case removeAll
    /// Taking a slot.
    case claim
  }

  /// The way an operation fails.
  public enum Fault: Hashable, Sendable {
    /// Throws, and does nothing.
    case error(ArchiveError = FaultyStore.defaultError)
    /// Reports success, and does nothing.
    ///
    /// This simulates a power cut on a disk that reports writes before they are done. Reading and
    /// claiming are not affected.
    case lost
    /// Appends only the given number of bytes, then throws.
    ///
    /// An operation other than `append` just throws.
    case torn(keeping: Int)
    /// Flips one bit of what it reads or writes.
    ///
    /// Counted from the lowest bit of the first byte; past the highest bit of the last byte,
    /// counting starts over.
    case flippedBit(Int)
  }

  /// The error of a fault, unless the test has chosen another.
  public static let defaultError = ArchiveError(.inputOutput, "The test's store fails")

  private struct Rule {
    let fault: Fault
    let operations: Set<Operation>
    var skipping: Int
    var times: Int?
  }

  private struct State {
    var rules: [Rule] = []
    var gates: [(operation: Operation, gate: FaultyStoreGate)] = []
    var asked: [Operation] = []

    mutating func nextFault(of operation: Operation) -> Fault? {
      for index in rules.indices where rules[index].operations.contains(operation) {
        guard rules[index].skipping == 0 else {
          rules[index].skipping -= 1
          continue
        }
        guard let times = rules[index].times else { return rules[index].fault }
        guard times > 0 else { continue }
        rules[index].times = times - 1
        return rules[index].fault
      }
      return nil
    }
  }

  private let base: any ArchiveStore
  private let appends: Bool
  private let state = Mutex(State())

  /// Wraps a store.
  ///
  /// - Parameters:
  ///   - base: Holds the archives; by default in memory.
  ///   - appends: `false` for a store that only takes whole archives, even if `base` can append.
  public init(_ base: any ArchiveStore = MemoryStore(), appends: Bool = true) {
    (self.base, self.appends) = (base, appends)
  }

  /// The operations so far, in order, including failed ones.
  public var asked: [Operation] { state.withLock { $0.asked } }

  /// Makes operations fail from now on.
  ///
  /// If several faults match an operation, the one that was injected first applies.
  ///
  /// - Parameters:
  ///   - fault: The kind of failure.
  ///   - operations: The operations that fail; by default all.
  ///   - skipping: The number of operations that still succeed.
  ///   - times: The number of operations that fail after that; `nil` means all until ``repair()``.
  public func inject(
    _ fault: Fault, into operations: Set<Operation> = Set(Operation.allCases), skipping: Int = 0,
    times: Int? = nil
  ) {
    let rule = Rule(fault: fault, operations: operations, skipping: skipping, times: times)
    state.withLock { $0.rules.append(rule) }
  }

  /// Makes all operations work again; held ones stay held.
  public func repair() { state.withLock { $0.rules = [] } }

  /// Holds every operation of a kind until the gate is opened.
  ///
  /// An operation is held before it does anything, and its thread waits. An archiver saves and
  /// loads on a queue of its own, so the test continues; a call that waits for a save or load, such
  /// as `saveAndWait`, does not return.
  ///
  /// - Parameter operation: The kind.
  /// - Returns: The gate. Open it before the test ends.
  public func hold(_ operation: Operation) -> FaultyStoreGate {
    let gate = FaultyStoreGate()
    state.withLock { $0.gates.append((operation, gate)) }
    return gate
  }

  /// Records an operation, waits at its gates, and returns its fault.
  private func begin(_ operation: Operation) throws(ArchiveError) -> Fault? {
    let gates = state.withLock { state in
      state.asked.append(operation)
      return state.gates.filter { $0.operation == operation }.map(\.gate)
    }
    gates.forEach { $0.pass() }
    let fault = state.withLock { $0.nextFault(of: operation) }
    if case .error(let error) = fault { throw error }
    if case .torn = fault, operation != .append { throw Self.defaultError }
    return fault
  }

  /// Begins an operation that writes; `false` means its effect is lost.
  private func beginWriting(_ operation: Operation) throws(ArchiveError) -> Bool {
    try begin(operation) != .lost
  }

  private func read(
    _ operation: Operation, _ body: () throws(ArchiveError) -> [UInt8]?
  ) throws(ArchiveError) -> StoredBytes? {
    let fault = try begin(operation)
    return try body().map { StoredBytes(fault.damaged($0)) }
  }

  /// Reads a generation.
  public func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?
  {
    try read(.load) { () throws(ArchiveError) in try base.load(generation, slot: slot) }
  }

  /// Makes an archive the current one.
  public func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    let fault = try begin(.replace)
    if fault != .lost { try base.replace(with: fault.damaged(bytes), slot: slot) }
  }

  /// Whether this store can append.
  ///
  /// `false` if it was made not to append, or if the wrapped store cannot.
  public var canAppend: Bool { appends && base.canAppend }

  /// Appends a save.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
    -> Bool
  {
    let fault = try begin(.append)
    guard appends else { return false }
    switch fault {
    case .lost: return true
    case .torn(let count):
      _ = try base.append(Array(bytes.prefix(count)), after: end, slot: slot)
      throw Self.defaultError
    default: return try base.append(fault.damaged(bytes), after: end, slot: slot)
    }
  }

  /// Replaces a generation's bytes.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)
  {
    let fault = try begin(.rewrite)
    if fault != .lost { try base.rewrite(generation, with: fault.damaged(bytes), slot: slot) }
  }

  /// Keeps a generation as a candidate.
  public func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    if try beginWriting(.nominate) { try base.nominate(generation, slot: slot) }
  }

  /// Makes the candidate the last good generation.
  public func promoteNominee(slot: String?) throws(ArchiveError) {
    if try beginWriting(.promoteNominee) { try base.promoteNominee(slot: slot) }
  }

  /// Keeps a generation outside of the loading order.
  public func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool {
    guard try beginWriting(.setAside) else { return true }
    return try base.setAside(generation, slot: slot, for: reason, keepsPlace: keepsPlace)
  }

  /// Opens the marker; writes to the marker never fail.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
    _ = try begin(.openMarker)
    return try base.openMarker(slot: slot)
  }

  /// Reads the launch image.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try read(.loadLaunchImage) { () throws(ArchiveError) in try base.loadLaunchImage(slot: slot) }
  }

  /// Replaces or removes the launch image.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {
    let fault = try begin(.replaceLaunchImage)
    guard fault != .lost else { return }
    try base.replaceLaunchImage(with: bytes.map { fault.damaged($0) }, slot: slot)
  }

  /// Removes a slot.
  public func removeAll(slot: String?) throws(ArchiveError) {
    if try beginWriting(.removeAll) { try base.removeAll(slot: slot) }
  }

  /// Takes a slot.
  public func claim(slot: String?) throws(ArchiveError) -> Bool {
    _ = try begin(.claim)
    return try base.claim(slot: slot)
  }

  /// Gives back a slot; never fails.
  public func release(slot: String?) { base.release(slot: slot) }
}

extension FaultyStore: ListedStore {
  private var listed: (any ListedStore)? { base as? any ListedStore }

  package func allFiles() throws(ArchiveError) -> [StoredFile] {
    try listed?.allFiles() ?? []
  }

  package func storedBytes(_ file: StoredFile) throws(ArchiveError) -> StoredBytes? {
    try read(.load) { () throws(ArchiveError) in try listed?.storedBytes(file)?.all() }
  }

  package func rewrite(_ file: StoredFile, with bytes: [UInt8]) throws(ArchiveError) {
    let fault = try begin(.rewrite)
    if fault != .lost { try listed?.rewrite(file, with: fault.damaged(bytes)) }
  }

  package func removeOthers() throws(ArchiveError) { try listed?.removeOthers() }
}

extension FaultyStore.Fault? {
  /// Returns bytes with the fault's damage.
  fileprivate func damaged(_ bytes: [UInt8]) -> [UInt8] {
    guard case .flippedBit(let bit) = self, !bytes.isEmpty else { return bytes }
    var bytes = bytes
    bytes[bit / 8 % bytes.count] ^= 1 << (bit % 8)
    return bytes
  }
}

/// A gate that holds operations of a ``FaultyStore``.
public final class FaultyStoreGate: Sendable {
  private let arrivals = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)

  init() {}

  /// Lets all operations pass from now on, waiting ones first.
  public func open() { opening.signal() }

  /// Waits until another operation has reached the gate.
  ///
  /// Blocks its thread; a test that must not block uses ``arrival()``.
  public func waitForArrival() { arrivals.wait() }

  /// Waits until another operation has reached the gate.
  public func arrival() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrivals.wait()
        continuation.resume()
      }
    }
  }

  func pass() {
    arrivals.signal()
    opening.wait()
    // Keeps the gate open for the next operation.
    opening.signal()
  }
}
