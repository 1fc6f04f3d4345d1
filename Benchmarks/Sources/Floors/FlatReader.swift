// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus

/// The floor of decoding: reads what ``FlatWriter`` wrote into new objects of the saved classes.
///
/// Lengths are checked, since bytes are never trusted; beyond that there is nothing to decide.
public struct FlatReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// Begins at the start of what was written.
  ///
  /// - Parameter bytes: Outlive the reader.
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads all objects, and lets them refer to each other.
  ///
  /// - Returns: `nil` when the bytes are damaged. Objects may refer to each other in a circle.
  public mutating func read() -> [Item]? {
    guard let count: UInt64 = number(), count <= bytes.count else { return nil }
    var items: [Item] = []
    var links: [UInt32] = []
    items.reserveCapacity(Int(count))
    links.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      guard let path = text(), let name = text(), let type = ItemClasses.byName[name],
        let stamp: Int = number(), let position: Int = number(),
        let zoom: Double = number(), let isExpanded: UInt8 = number(), let title = text(),
        let note = text(), let series = numbers(), let link: UInt32 = number()
      else { return nil }
      let item = type.init()
      (item.index, item.path, item.stamp, item.position) = (index, path, stamp, position)
      (item.zoom, item.isExpanded, item.title, item.note) = (zoom, isExpanded != 0, title, note)
      item.series = series
      items.append(item)
      links.append(link)
    }
    for (item, link) in zip(items, links) where link < items.count { item.link = items[Int(link)] }
    return items
  }

  @inline(__always)
  private mutating func number<Value: BitwiseCopyable>() -> Value? {
    guard bytes.count - position >= MemoryLayout<Value>.size else { return nil }
    defer { position += MemoryLayout<Value>.size }
    return bytes.loadUnaligned(fromByteOffset: position, as: Value.self)
  }

  @inline(__always)
  private mutating func run(of elementSize: Int) -> UnsafeRawBufferPointer? {
    guard let count: UInt32 = number(), Int(count) * elementSize <= bytes.count - position else {
      return nil
    }
    defer { position += Int(count) * elementSize }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(count) * elementSize])
  }

  private mutating func text() -> String? {
    guard let run = run(of: 1) else { return nil }
    return String(decoding: run, as: UTF8.self)
  }

  private mutating func numbers() -> [Double]? {
    guard let run = run(of: 8) else { return nil }
    return [Double](unsafeUninitializedCapacity: run.count / 8) { room, count in
      UnsafeMutableRawBufferPointer(room).copyMemory(from: run)
      count = run.count / 8
    }
  }
}
