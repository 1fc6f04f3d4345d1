// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation
import GRDB

/// SQLite through GRDB: one row per object, of which each change updates one.
///
/// A change is on disk when its transaction is committed.
final class DatabaseKeeper: Keeper {
  private let corpus: Corpus
  private let path: String
  private let database: DatabaseQueue

  /// Creates a database with all objects.
  ///
  /// - Parameters:
  ///   - corpus: The objects.
  ///   - path: The path of its file; there must be none yet.
  /// - Throws: The database's error.
  init(_ corpus: Corpus, path: String) throws {
    (self.corpus, self.path) = (corpus, path)
    database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (
            path TEXT, class TEXT, stamp INTEGER, position INTEGER, zoom REAL, expanded INTEGER,
            title TEXT, note TEXT, series BLOB, link INTEGER, id INTEGER PRIMARY KEY)
          """)
      for item in corpus.items {
        try Self.write(
          ItemState(item), item.index, "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          to: database)
      }
    }
  }

  func beginSaving(_ index: Int) -> () throws -> Void {
    let (state, completion) = (ItemState(corpus.items[index]), Completion())
    database.asyncWrite { database in
      try Self.write(
        state, index,
        """
        UPDATE item SET path = ?, class = ?, stamp = ?, position = ?, zoom = ?, expanded = ?,
        title = ?, note = ?, series = ?, link = ? WHERE id = ?
        """, to: database)
    } completion: { _, result in
      completion.finish(result)
    }
    return completion.wait
  }

  private static func write(
    _ state: ItemState, _ index: Int, _ sql: String, to database: Database
  ) throws {
    let statement = try database.cachedStatement(sql: sql)
    let series = state.series.withUnsafeBytes { Data($0) }
    statement.setUncheckedArguments([
      state.path, state.className, state.stamp, state.position, state.zoom, state.isExpanded,
      state.title, state.note, series, state.link, index,
    ])
    try statement.execute()
  }

  func relaunch() throws -> RestoredProgram {
    try DatabaseQueue(path: path).read { database in
      var maker = ItemMaker(count: 0)
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM item ORDER BY id")
      while let row = try rows.next() {
        let item = try maker.make(className: row[1], path: row[0], link: row[9])
        (item.stamp, item.position, item.zoom) = (row[2], row[3], row[4])
        (item.isExpanded, item.title, item.note) = (row[5], row[6], row[7])
        item.series = try row.withUnsafeData(atIndex: 8) { data in
          guard let data else { throw UnreadableItem(what: "series") }
          return data.withUnsafeBytes(\.doubles)
        }
      }
      return try maker.finish()
    }
  }
}
