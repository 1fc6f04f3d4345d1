// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Cells that went out of sight and wait to be used again.
@MainActor struct CellPool {
  /// What a cell is asked for by.
  enum Kind: Hashable {
    case type(ObjectIdentifier)
    /// The reuse identifier of a prototype.
    case identifier(String)
  }

  /// So many of a kind wait at the most: about as many as come into sight at once.
  static let most = 64

  private var cells: [Kind: [ReusableCell]] = [:]

  /// Takes a cell out that was put in last, made ready.
  mutating func take(_ kind: Kind) -> ReusableCell? {
    let cell = cells[kind]?.popLast()
    cell?.prepareForReuse()
    return cell
  }

  /// Keeps a cell, unless enough of its kind wait.
  mutating func put(_ cell: ReusableCell) {
    let kind = cell.reuseIdentifier.map { Kind.identifier($0) } ?? .type(.init(type(of: cell)))
    if cells[kind, default: []].count < Self.most { cells[kind, default: []].append(cell) }
  }

  mutating func removeAll() { cells = [:] }
}
