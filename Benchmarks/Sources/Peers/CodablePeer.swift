// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation

/// Foundation's encoders of `Codable` values, over an array of structures.
public final class CodablePeer: Peer {
  /// What tables call it.
  public let name: String
  /// What figures and goals call it.
  public let key: String
  private let encodeStates: ([ItemState]) throws -> Data
  private let decodeStates: (Data) throws -> [ItemState]
  private var data = Data()

  private init(
    _ name: String, key: String, encode: @escaping ([ItemState]) throws -> Data,
    decode: @escaping (Data) throws -> [ItemState]
  ) {
    (self.name, self.key) = (name, key)
    (encodeStates, decodeStates) = (encode, decode)
  }

  /// JSON.
  public static func json() -> CodablePeer {
    CodablePeer(
      "JSONEncoder", key: "json", encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode([ItemState].self, from: $0) })
  }

  /// A binary property list.
  public static func propertyList() -> CodablePeer {
    CodablePeer(
      "PropertyListEncoder, binary", key: "plist",
      encode: {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode($0)
      }, decode: { try PropertyListDecoder().decode([ItemState].self, from: $0) })
  }

  /// Copies the objects' values into structures, and encodes those.
  public func encode(_ items: [Item]) throws {
    data = try encodeStates(items.map { ItemState($0) })
  }

  /// Decodes structures, and makes objects of them.
  public func decode() throws -> [Item] { try ItemMaker.items(from: decodeStates(data)) }

  /// The size of what was encoded last.
  public var byteCount: Int { data.count }
}
