// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ObjectCounting

/// Asks the processor for memory that the hooks of a class are about to read.
///
/// Where all objects have just changed, a pass waited for texts, arrays and referenced objects most
/// of its time, one after the other: each count of a reference keeps the processor from reading ahead
/// by itself. Of an object no more is known than how large it is; each of its words that may be an
/// address, and is not the same in every object, is taken for one. Nothing is read there: a wrong guess
/// costs an instruction.
struct Foresight {
  /// So many objects later one encodes whose own memory is asked for.
  static let farDistance = 8
  /// The same for what an object refers to, when its own memory is there.
  static let nearDistance = 3

  private static let cacheLine: UInt = 64
  private static let wordSize = MemoryLayout<UInt>.size
  /// So many objects are looked at first, and one of so many later on.
  private static let (firstLooks, interval) = (4, 16)

  /// How many words of an object are looked at: all of them, unless it is large.
  private let words: Int
  /// What they were in the object that was looked at last.
  private let last: UnsafeMutablePointer<UInt>
  /// Those that are asked for, a bit each, and which of them refer to registered objects.
  private var foreseen: UInt32 = 0
  private var references: UInt32 = 0
  private var objects = 0

  /// What is foreseen of the objects of a class; to be deallocated.
  init(of type: AnyClass) {
    let size = restoration_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self))
    words = min(size / Self.wordSize, UInt32.bitWidth)
    last = .allocate(capacity: words)
    last.initialize(repeating: 0, count: words)
  }

  func deallocate() { last.deallocate() }

  /// Asks for an object's own memory.
  @inline(__always)
  func prefetch(_ object: KeptObject) {
    let end = object.address &+ UInt(truncatingIfNeeded: words &* Self.wordSize)
    var next = object.address
    while next < end {
      restoration_prefetch(next)
      next &+= Self.cacheLine
    }
  }

  /// Asks for what an object refers to, and for what is noted of that.
  @inline(__always)
  mutating func prefetchContents(of object: KeptObject, in registry: ObjectRegistry) {
    if objects < Self.firstLooks || objects & (Self.interval - 1) == 0 {
      look(at: object, in: registry)
    }
    objects &+= 1
    forEach(foreseen, of: object) { address in
      restoration_prefetch(address)
      restoration_prefetch(address &+ Self.cacheLine)  // texts begin in the middle of the first
    }
    forEach(references, of: object) { registry.prefetchPlace(of: $0) }
  }

  /// Finds out which words may be addresses; what is the same in two objects is in the caches anyway.
  @inline(never)
  private mutating func look(at object: KeptObject, in registry: ObjectRegistry) {
    if objects == 1 { (foreseen, references) = (0, 0) }  // the first object was compared with none
    for index in 2..<max(words, 2) {  // behind the class and the counts
      let word = restoration_word(object.place, index)
      defer { last[index] = word }
      guard word != last[index], let address = address(in: word, of: object) else { continue }
      foreseen |= 1 << index
      if registry.isPlace(of: address) { references |= 1 << index }
    }
  }

  @inline(__always)
  private func forEach(_ bits: UInt32, of object: KeptObject, _ action: (UInt) -> Void) {
    var rest = bits
    while rest != 0 {
      let word = restoration_word(object.place, rest.trailingZeroBitCount)
      rest &= rest &- 1
      if let address = address(in: word, of: object) { action(address) }
    }
  }

  /// The address that a word of an object may be.
  @inline(__always)
  private func address(in word: UInt, of object: KeptObject) -> UInt? {
    let address = word & (UInt.max >> 8)  // Swift's strings keep marks in the highest bits
    return (address ^ object.address) >> 32 == 0 ? address : nil
  }
}
