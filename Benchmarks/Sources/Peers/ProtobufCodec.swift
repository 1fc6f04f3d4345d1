// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation
import SwiftProtobuf

/// Protocol Buffers, with the code generated from `item.proto`.
struct ProtobufCodec: Codec {
  let key = "protobuf"

  /// Messages with the values of objects.
  struct Values: Sendable {
    fileprivate var messages = SavedItems()
  }

  func values(of items: [Item]) -> Values {
    var values = Values()
    values.messages.items = items.map { item in
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
    return values
  }

  func encode(_ values: Values) throws -> Data { try values.messages.serializedBytes() }

  func decode(_ bytes: Data) throws -> RestoredProgram {
    let messages = try SavedItems(serializedBytes: bytes)
    var maker = ItemMaker(count: messages.items.count)
    for saved in messages.items {
      let item = try maker.make(
        className: saved.className, path: saved.path, link: Int(saved.link))
      (item.stamp, item.position, item.zoom) = (Int(saved.stamp), Int(saved.position), saved.zoom)
      (item.isExpanded, item.title, item.note) = (saved.isExpanded, saved.title, saved.note)
      item.series = saved.series
    }
    return try maker.finish()
  }
}
