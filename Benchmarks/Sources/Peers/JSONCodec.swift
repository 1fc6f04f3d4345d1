// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation

/// Foundation's JSON encoder with an array of `Codable` structures.
struct JSONCodec: Codec {
  let key = "json"

  func values(of items: [Item]) -> [ItemState] { items.map { ItemState($0) } }

  func encode(_ values: [ItemState]) throws -> Data { try JSONEncoder().encode(values) }

  func decode(_ bytes: Data) throws -> RestoredProgram {
    try ItemMaker.program(from: JSONDecoder().decode([ItemState].self, from: bytes))
  }
}
