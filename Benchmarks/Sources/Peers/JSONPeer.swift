// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation

/// Foundation's JSON encoder, over an array of `Codable` structures.
public final class JSONPeer: Peer {
  /// What tables call it.
  public let name = "JSONEncoder"
  /// What figures and goals call it.
  public let key = "json"
  private var data = Data()

  /// Makes one.
  public init() {}

  /// Copies the objects' values into structures, and encodes those.
  public func encode(_ items: [Item]) throws {
    data = try JSONEncoder().encode(items.map { ItemState($0) })
  }

  /// Decodes structures, and makes objects of them.
  public func decode() throws -> [Item] {
    try ItemMaker.items(from: JSONDecoder().decode([ItemState].self, from: data))
  }

  /// The size of what was encoded last.
  public var byteCount: Int { data.count }
}
