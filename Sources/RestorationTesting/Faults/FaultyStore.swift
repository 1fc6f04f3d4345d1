// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// A store that fails when a test wants it to, and passes everything else on to a real one.
///
/// ```swift
/// let store = FaultyStore()
/// store.inject(.error(), into: [.replace], skipping: 1, times: 1)  // the second save fails
/// ```
///
/// Without a fault it behaves as the store that it wraps. May be told of faults on any thread.
public final class FaultyStore: ArchiveStore {
  /// What an archiver asks of a store.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Reading a generation.
    case load
    /// Making an archive the current one.
    case replace
    /// Appending a save.
    case append
    /// Giving a generation other bytes.
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
    /// Keeping or removing the launch image.
    case replaceLaunchImage
    /// Removing a slot.
    case removeAll
    /// Taking a slot.
    case claim
  }

  /// How an operation goes wrong.
  public enum Fault: Hashable, Sendable {
    /// It throws, and does nothing.
    case error(ArchiveError = FaultyStore.defaultError)
    /// It says that it was done, and nothing happens: what the power takes from a disk that says
    /// that it has written what it has not. Reading and claiming are not concerned.
    case lost
    /// It appends only so many bytes, and throws; an operation that is not `append` just throws.
    case torn(keeping: Int)
    /// One bit of what it reads or writes is another one; counted from the first byte's lowest, and
    /// from the beginning again behind the last byte's highest.
    case flippedBit(Int)
  }

  /// What a fault throws unless the test has chosen something else.
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
  ///   - base: Where archives lie; by default in memory.
  ///   - appends: `false` for a store that gets whole archives only, whatever `base` can do.
  public init(_ base: any ArchiveStore = MemoryStore(), appends: Bool = true) {
    (self.base, self.appends) = (base, appends)
  }

  /// What was asked of the store so far, in order, done or not.
  public var asked: [Operation] { state.withLock { $0.asked } }

  /// Lets operations go wrong from now on.
  ///
  /// Of several faults that concern an operation, the one that was injected first takes place.
  ///
  /// - Parameters:
  ///   - fault: How.
  ///   - operations: Which ones; by default all.
  ///   - skipping: How many of them still work.
  ///   - times: How many of them go wrong then; `nil` is all until ``repair()``.
  public func inject(
    _ fault: Fault, into operations: Set<Operation> = Set(Operation.allCases), skipping: Int = 0,
    times: Int? = nil
  ) {
    let rule = Rule(fault: fault, operations: operations, skipping: skipping, times: times)
    state.withLock { $0.rules.append(rule) }
  }

  /// Lets everything work from now on; what is held stays held.
  public func repair() { state.withLock { $0.rules = [] } }

  /// Holds every operation of a kind, before it does anything, until the gate is opened.
  ///
  /// The thread that asked waits. Saves and loads of an archiver wait on a queue of its own, so the
  /// test goes on; a call that waits for one, such as `saveAndWait`, does not return.
  ///
  /// - Parameter operation: The kind.
  /// - Returns: The gate. Open it before the test ends.
  public func hold(_ operation: Operation) -> FaultyStoreGate {
    let gate = FaultyStoreGate()
    state.withLock { $0.gates.append((operation, gate)) }
    return gate
  }

  /// Notes an operation, waits at its gates, and finds out what is to go wrong with it.
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

  /// Takes an operation that writes; `false` when it is to be lost.
  private func beginWriting(_ operation: Operation) throws(ArchiveError) -> Bool {
    try begin(operation) != .lost
  }

  private func read(
    _ operation: Operation, _ body: () throws(ArchiveError) -> [UInt8]?
  ) throws(ArchiveError) -> [UInt8]? {
    let fault = try begin(operation)
    return try body().map { fault.damaged($0) }
  }

  /// Reads a generation.
  public func load(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> [UInt8]?
  {
    try read(.load) { () throws(ArchiveError) in try base.load(generation, slot: slot) }
  }

  /// Makes an archive the current one.
  public func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    let fault = try begin(.replace)
    if fault != .lost { try base.replace(with: fault.damaged(bytes), slot: slot) }
  }

  /// What the wrapped store says, unless this one was made not to append.
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

  /// Gives a generation other bytes.
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

  /// Moves a damaged generation away.
  public func setAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    if try beginWriting(.setAside) { try base.setAside(generation, slot: slot) }
  }

  /// Keeps a copy of a damaged generation; fails as ``Operation/setAside`` does.
  public func keepAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> Bool
  {
    guard try beginWriting(.setAside) else { return true }
    return try base.keepAside(generation, slot: slot)
  }

  /// What the wrapped store says; never goes wrong.
  public func takeRemarks() -> [String] { base.takeRemarks() }

  /// Opens the marker; what is written to it never goes wrong.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
    _ = try begin(.openMarker)
    return try base.openMarker(slot: slot)
  }

  /// Reads the launch image.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? {
    try read(.loadLaunchImage) { () throws(ArchiveError) in try base.loadLaunchImage(slot: slot) }
  }

  /// Keeps or removes the launch image.
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

  /// Gives back a slot; never goes wrong.
  public func release(slot: String?) { base.release(slot: slot) }
}

extension FaultyStore.Fault? {
  /// Bytes as the fault leaves them.
  fileprivate func damaged(_ bytes: [UInt8]) -> [UInt8] {
    guard case .flippedBit(let bit) = self, !bytes.isEmpty else { return bytes }
    var bytes = bytes
    bytes[bit / 8 % bytes.count] ^= 1 << (bit % 8)
    return bytes
  }
}
