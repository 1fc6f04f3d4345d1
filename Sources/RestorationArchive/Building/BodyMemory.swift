// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Memory that someone has to free or to give back.
struct BodyMemory: @unchecked Sendable {  // owned by one at a time
  let base: UnsafeMutableRawPointer
  let capacity: Int
}

/// Keeps the memory of snapshots that are gone for those that are to come.
///
/// A program saves about as much each time. Fresh memory of that size comes from the system, which
/// clears it page by page while the pass waits.
final class BodyPool: Sendable {
  /// One that is written, one that is compared with, one that is being saved; and tables.
  private static let limit = 6

  private let free = Mutex<[BodyMemory]>([])

  deinit { free.withLock { $0.forEach { $0.base.deallocate() } } }

  /// The smallest memory that is large enough; new when there is none, with room for what is to come:
  /// the next one may be a little larger.
  func take(_ capacity: Int) -> BodyMemory {
    let found: BodyMemory? = free.withLock { free in
      let fitting = free.indices.filter { free[$0].capacity >= capacity }
      return fitting.min { free[$0].capacity < free[$1].capacity }.map { free.remove(at: $0) }
    }
    if let found { return found }
    let size = max(capacity + capacity / 4, 64)
    return BodyMemory(base: .allocate(byteCount: size, alignment: 16), capacity: size)
  }

  /// Takes memory back; of too many, the smallest is freed.
  func give(_ memory: BodyMemory) {
    guard memory.capacity >= 1024 else { return memory.base.deallocate() }
    let surplus: BodyMemory? = free.withLock { free in
      free.append(memory)
      guard free.count > Self.limit else { return nil }
      return free.indices.min { free[$0].capacity < free[$1].capacity }.map { free.remove(at: $0) }
    }
    surplus?.base.deallocate()
  }
}

/// The bytes of a body; they never change, nor does the place where they lie.
final class BodyBytes: @unchecked Sendable {  // immutable from the first moment
  /// The bytes, as long as this object lives.
  let bytes: UnsafeRawBufferPointer
  private let owner: Owner

  private enum Owner {
    /// Written by a pass of this process; goes back to its pool.
    case pool(BodyPool, BodyMemory)
    /// Read from a file. The runtime leaves an array where it is while it is kept and not changed;
    /// to copy it instead would take as long as to decipher it.
    case array(ArraySlice<UInt8>)
  }

  init(_ written: (memory: BodyMemory, count: Int), pool: BodyPool) {
    bytes = UnsafeRawBufferPointer(start: written.memory.base, count: written.count)
    owner = .pool(pool, written.memory)
  }

  init(_ read: ArraySlice<UInt8>) {
    bytes = read.withUnsafeBytes { $0 }
    owner = .array(read)
  }

  deinit { if case .pool(let pool, let memory) = owner { pool.give(memory) } }

  /// A copy, unless the bytes are an array already.
  var array: [UInt8] {
    if case .array(let read) = owner { Array(read) } else { Array(bytes) }
  }
}
