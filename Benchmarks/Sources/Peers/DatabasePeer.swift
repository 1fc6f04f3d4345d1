// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
import Foundation
import GRDB

/// SQLite through GRDB: one row per object, all in one transaction.
public final class DatabasePeer: Peer {
  /// The name shown in tables.
  public let name = "SQLite (GRDB), synchronous=OFF"
  /// The name used by figures and goals.
  public let key = "sqlite"
  private let path: String
  private let database: DatabaseQueue

  /// Creates a database that doesn't wait for the disk.
  ///
  /// A power failure may leave a damaged file.
  ///
  /// - Parameter path: The path of its file; there must be none yet.
  /// - Throws: The database's error.
  public init(path: String) throws {
    self.path = path
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (
            id INTEGER PRIMARY KEY, path TEXT, class TEXT, stamp INTEGER, position INTEGER,
            zoom REAL, expanded INTEGER, title TEXT, note TEXT, series BLOB, link INTEGER)
          """)
    }
  }

  /// Replaces all rows.
  public func encode(_ items: [Item]) throws {
    try database.write { database in
      try database.execute(sql: "DELETE FROM item")
      let insert = try database.cachedStatement(
        sql: "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      for item in items {
        let series = item.series.withUnsafeBytes { Data($0) }
        insert.setUncheckedArguments([
          item.index, item.path, item.className, item.stamp, item.position, item.zoom,
          item.isExpanded, item.title, item.note, series, item.link?.index,
        ])
        try insert.execute()
      }
    }
  }

  /// Reads all rows and creates objects from them.
  public func decode() throws -> [Item] {
    try database.read { database in
      var maker = ItemMaker(count: 0)
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM item ORDER BY id")
      while let row = try rows.next() {
        let item = try maker.make(className: row[2], path: row[1], link: row[10])
        (item.stamp, item.position, item.zoom) = (row[3], row[4], row[5])
        (item.isExpanded, item.title, item.note) = (row[6], row[7], row[8])
        item.series = try row.withUnsafeData(atIndex: 9) { data in
          guard let data else { throw UnreadableItem(what: "series") }
          return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
              bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self)
            }
          }
        }
      }
      return try maker.finish()
    }
  }

  /// The size of the file.
  public var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }
}
