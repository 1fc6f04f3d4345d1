// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ObjectCounting

/// Asks the processor for memory that hooks are about to read.
///
/// Where all objects have just changed, a pass waited for texts, arrays and referenced objects most
/// of its time, one after the other: each count of a reference keeps the processor from reading ahead
/// by itself. Of an object no more is known than how large it is; each of its words that may be an
/// address is taken for one. Nothing is read there: a wrong guess costs an instruction.
struct Foresight {
  /// So many objects later one encodes whose own memory is asked for.
  static let farDistance = 8
  /// The same for what an object refers to, when its own memory is there.
  static let nearDistance = 3

  private static let cacheLine: UInt = 64
  private static let wordSize = MemoryLayout<UInt>.size

  /// How many words of an object are looked at: all of them, unless it is large.
  private let words: Int

  /// What is foreseen of the objects of a class.
  init(of type: AnyClass) {
    let size = restoration_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self))
    words = min(size / Self.wordSize, 32)
  }

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
  func prefetchContents(of object: KeptObject, in registry: ObjectRegistry) {
    var index = 2  // behind the class and the counts
    while index < words {
      // Swift's strings keep marks in the highest bits.
      let address = restoration_word(object.place, index) & (UInt.max >> 8)
      index &+= 1
      guard (address ^ object.address) >> 32 == 0 else { continue }
      restoration_prefetch(address)
      restoration_prefetch(address &+ Self.cacheLine)  // texts begin in the middle of the first
      registry.prefetchPlace(of: address)
    }
  }
}
