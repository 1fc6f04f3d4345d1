// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Cells that went out of sight and wait for reuse.
@MainActor struct CellPool {
  /// The kind of cell that is requested.
  enum Kind: Hashable {
    case type(ObjectIdentifier)
    /// The reuse identifier of a prototype.
    case identifier(String)
  }

  /// The most cells kept of a kind.
  ///
  /// About as many come into sight at once.
  static let most = 64

  private var cells: [Kind: [ReusableCell]] = [:]

  /// Removes the cell put in last and prepares it for reuse.
  mutating func take(_ kind: Kind) -> ReusableCell? {
    let cell = cells[kind]?.popLast()
    cell?.prepareForReuse()
    return cell
  }

  /// Keeps a cell, unless the pool has enough of its kind.
  mutating func put(_ cell: ReusableCell) {
    let kind = cell.reuseIdentifier.map { Kind.identifier($0) } ?? .type(.init(type(of: cell)))
    if cells[kind, default: []].count < Self.most { cells[kind, default: []].append(cell) }
  }

  mutating func removeAll() { cells = [:] }
}
