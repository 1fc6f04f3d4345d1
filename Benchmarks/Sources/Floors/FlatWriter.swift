// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus

/// The floor of encoding: a fixed schema, every value in its place, no keys, no tables, no checks
/// but for room.
///
/// What a program would write by hand for exactly these objects and nothing else.
public struct FlatWriter: ~Copyable {
  // Raw memory: the floor is what the processor needs, not what an array checks.
  private var start: UnsafeMutableRawPointer
  private var count = 0
  private var capacity: Int

  /// Makes a writer whose memory is used again by every pass.
  public init() {
    capacity = 64 * 1024
    start = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { start.deallocate() }

  /// What was written last; good until the next pass.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Writes all objects.
  ///
  /// - Parameter items: Objects that refer to each other by their indices.
  public mutating func write(_ items: [Item]) {
    count = 0
    reserve(8)
    append(UInt64(items.count))
    for item in items { write(item) }
  }

  private mutating func write(_ item: Item) {
    let (path, className) = (item.path, item.className)
    let (title, note) = (item.title, item.note)
    let texts = path.utf8.count + className.utf8.count + title.utf8.count + note.utf8.count
    reserve(texts + 8 * item.series.count + 5 * 4 + 3 * 8 + 1 + 4)
    append(path)
    append(className)
    append(item.stamp)
    append(item.position)
    append(item.zoom)
    append(item.isExpanded)
    append(title)
    append(note)
    append(item.series)
    append(UInt32(truncatingIfNeeded: item.link?.index ?? -1))
  }

  private mutating func reserve(_ size: Int) {
    guard count + size > capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * (count + size), alignment: 16)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    (start, capacity) = (larger, 2 * (count + size))
  }

  @inline(__always)
  private mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    start.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count += MemoryLayout<Value>.size
  }

  private mutating func append(_ text: String) {
    append(UInt32(truncatingIfNeeded: text.utf8.count))
    let room = UnsafeMutableRawBufferPointer(start: start + count, count: text.utf8.count)
    let length = text.utf8.withContiguousStorageIfAvailable { bytes in
      room.copyMemory(from: UnsafeRawBufferPointer(bytes))
      return bytes.count
    }
    count += length ?? 0
  }

  private mutating func append(_ numbers: [Double]) {
    append(UInt32(truncatingIfNeeded: numbers.count))
    numbers.withUnsafeBytes { bytes in
      let room = UnsafeMutableRawBufferPointer(start: start + count, count: bytes.count)
      room.copyMemory(from: bytes)
    }
    count += 8 * numbers.count
  }
}
