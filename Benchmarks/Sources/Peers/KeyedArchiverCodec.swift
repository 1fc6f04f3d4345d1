// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation

/// Foundation's keyed archiver with an array of objects.
///
/// The four numbers are written as bytes, which favours the archiver: arrays cost it far more.
struct KeyedArchiverCodec: Codec {
  let key = "archiver"

  func values(of items: [Item]) -> [ItemState] { items.map { ItemState($0) } }

  func encode(_ values: [ItemState]) throws -> Data {
    try NSKeyedArchiver.archivedData(
      withRootObject: values.map { ArchivedItem($0) } as NSArray, requiringSecureCoding: true)
  }

  func decode(_ bytes: Data) throws -> RestoredProgram {
    let items = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, ArchivedItem.self], from: bytes)
    guard let items = items as? [ArchivedItem] else { throw UnreadableItem(what: "archive") }
    return try ItemMaker.program(from: items.map(\.state))
  }
}

/// The values of one object.
///
/// It isn't private: the archiver doesn't find private classes.
final class ArchivedItem: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let state: ItemState

  init(_ state: ItemState) { self.state = state }

  func encode(with archiver: NSCoder) {
    archiver.encode(state.path as NSString, forKey: "path")
    archiver.encode(state.className as NSString, forKey: "class")
    archiver.encode(state.stamp, forKey: "stamp")
    archiver.encode(state.position, forKey: "position")
    archiver.encode(state.zoom, forKey: "zoom")
    archiver.encode(state.isExpanded, forKey: "expanded")
    archiver.encode(state.title as NSString, forKey: "title")
    archiver.encode(state.note as NSString, forKey: "note")
    state.series.withUnsafeBytes { bytes in
      archiver.encodeBytes(
        bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: "series")
    }
    archiver.encode(state.link, forKey: "link")
  }

  init?(coder: NSCoder) {
    func text(_ key: String) -> String {
      (coder.decodeObject(of: NSString.self, forKey: key) ?? "") as String
    }
    let series = coder.withDecodedUnsafeBytes(forKey: "series") { $0.map(\.doubles) }
    guard let series else { return nil }
    state = ItemState(
      path: text("path"), className: text("class"), stamp: coder.decodeInteger(forKey: "stamp"),
      position: coder.decodeInteger(forKey: "position"),
      zoom: coder.decodeDouble(forKey: "zoom"), isExpanded: coder.decodeBool(forKey: "expanded"),
      title: text("title"), note: text("note"), series: series,
      link: coder.decodeInteger(forKey: "link"))
  }
}

extension UnsafeRawBufferPointer {
  /// The numbers that these bytes are.
  var doubles: [Double] {
    (0..<count / 8).map { loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
  }
}
