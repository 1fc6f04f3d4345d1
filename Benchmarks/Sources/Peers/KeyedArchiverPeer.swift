// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation

/// Foundation's keyed archiver, one per object, as in UIKit.
///
/// The four numbers are written as bytes, which favours the archiver: arrays cost it far more.
public final class KeyedArchiverPeer: Peer {
  /// The name shown in tables.
  public let name = "NSKeyedArchiver, one per object"
  /// The name used by figures and goals.
  public let key = "nska"
  private var archives: [Data] = []

  /// Creates a peer.
  public init() {}

  /// Archives each object on its own.
  public func encode(_ items: [Item]) throws { archives = items.map { Self.archive($0) } }

  private static func archive(_ item: Item) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(item.path as NSString, forKey: "path")
    archiver.encode(item.className as NSString, forKey: "class")
    archiver.encode(item.stamp, forKey: "stamp")
    archiver.encode(item.position, forKey: "position")
    archiver.encode(item.zoom, forKey: "zoom")
    archiver.encode(item.isExpanded, forKey: "expanded")
    archiver.encode(item.title as NSString, forKey: "title")
    archiver.encode(item.note as NSString, forKey: "note")
    item.series.withUnsafeBytes { bytes in
      archiver.encodeBytes(
        bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: "series")
    }
    archiver.encode(item.link?.index ?? -1, forKey: "link")
    archiver.finishEncoding()
    return archiver.encodedData
  }

  /// Unarchives each object on its own.
  public func decode() throws -> [Item] {
    var maker = ItemMaker(count: archives.count)
    for archive in archives { try Self.unarchive(archive, &maker) }
    return try maker.finish()
  }

  private static func unarchive(_ archive: Data, _ maker: inout ItemMaker) throws {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    let text = { (key: String) throws -> String in
      guard let text = unarchiver.decodeObject(of: NSString.self, forKey: key) else {
        throw UnreadableItem(what: key)
      }
      return text as String
    }
    let item = try maker.make(
      className: text("class"), path: text("path"), link: unarchiver.decodeInteger(forKey: "link"))
    item.stamp = unarchiver.decodeInteger(forKey: "stamp")
    item.position = unarchiver.decodeInteger(forKey: "position")
    item.zoom = unarchiver.decodeDouble(forKey: "zoom")
    item.isExpanded = unarchiver.decodeBool(forKey: "expanded")
    item.title = try text("title")
    item.note = try text("note")
    item.series = try unarchiver.withDecodedUnsafeBytes(forKey: "series") { bytes in
      guard let bytes else { throw UnreadableItem(what: "series") }
      return (0..<bytes.count / 8).map {
        bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self)
      }
    }
  }

  /// The size of the last encoding.
  public var byteCount: Int { archives.reduce(0) { $0 + $1.count } }
}
