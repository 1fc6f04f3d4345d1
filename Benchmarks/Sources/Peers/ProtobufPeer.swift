// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation
import SwiftProtobuf

/// Protocol Buffers, with the code generated from `item.proto`.
public final class ProtobufPeer: Peer {
  /// The name shown in tables.
  public let name = "swift-protobuf"
  /// The name used by figures and goals.
  public let key = "protobuf"
  private var bytes: [UInt8] = []

  /// Creates a peer.
  public init() {}

  /// Copies the objects' values into messages and encodes these.
  public func encode(_ items: [Item]) throws {
    var message = SavedItems()
    message.items = items.map { item in
      SavedItem.with {
        $0.path = item.path
        $0.className = item.className
        $0.stamp = Int64(item.stamp)
        $0.position = Int64(item.position)
        $0.zoom = item.zoom
        $0.isExpanded = item.isExpanded
        $0.title = item.title
        $0.note = item.note
        $0.series = item.series
        $0.link = UInt32(truncatingIfNeeded: item.link?.index ?? -1)
      }
    }
    bytes = try message.serializedBytes()
  }

  /// Decodes messages and creates objects from them.
  public func decode() throws -> [Item] {
    let message = try SavedItems(serializedBytes: bytes)
    var maker = ItemMaker(count: message.items.count)
    for saved in message.items {
      let item = try maker.make(
        className: saved.className, path: saved.path, link: Int(saved.link))
      (item.stamp, item.position, item.zoom) = (Int(saved.stamp), Int(saved.position), saved.zoom)
      (item.isExpanded, item.title, item.note) = (saved.isExpanded, saved.title, saved.note)
      item.series = saved.series
    }
    return try maker.finish()
  }

  /// The size of the last encoding.
  public var byteCount: Int { bytes.count }
}
