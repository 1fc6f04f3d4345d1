// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation

/// Foundation's JSON encoder with an array of `Codable` structures.
public final class JSONPeer: Peer {
  /// The name shown in tables.
  public let name = "JSONEncoder"
  /// The name used by figures and goals.
  public let key = "json"
  private var data = Data()

  /// Creates a peer.
  public init() {}

  /// Copies the objects' values into structures and encodes these.
  public func encode(_ items: [Item]) throws {
    data = try JSONEncoder().encode(items.map { ItemState($0) })
  }

  /// Decodes structures and creates objects from them.
  public func decode() throws -> [Item] {
    try ItemMaker.items(from: JSONDecoder().decode([ItemState].self, from: data))
  }

  /// The size of the last encoding.
  public var byteCount: Int { data.count }
}
