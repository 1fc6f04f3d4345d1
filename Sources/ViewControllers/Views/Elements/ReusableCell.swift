// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A view for one element of a table or collection view.
///
/// It is reused for another element after it was scrolled out of sight.
@MainActor open class ReusableCell: View {
  /// Whether the cell's element is selected; set by the view.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdate() } }
  }

  /// The name of the cell's prototype in a storyboard.
  ///
  /// `nil` for a cell without prototype.
  public internal(set) var reuseIdentifier: String?

  /// Whether the cell may show another element later.
  ///
  /// `false` if a storyboard gives its content.
  package var isReusable = true

  /// The storyboard's action for a selection of this cell.
  package var onSelect: (@MainActor () -> Void)?

  /// Creates an empty cell.
  public required override init() { super.init() }

  /// Called before the cell is used for another element; subclasses override it.
  open func prepareForReuse() {}
}

/// One element of a collection view.
@MainActor open class CollectionViewCell: ReusableCell {}

/// One row of a table view: a title above a subtitle.
///
/// Subclasses can add views.
@MainActor open class TableViewCell: ReusableCell {
  /// The title.
  public let textLabel = Label()

  /// The text below the title; takes no space while empty.
  public let detailTextLabel: Label = DetailLabel()

  /// Creates a cell without text.
  public required init() {
    super.init()
    let stack = StackView(axis: .vertical, spacing: 2)
    stack.layout.vertical = .center
    for label in [textLabel, detailTextLabel] {
      label.truncates = true
      stack.addSubview(label)
    }
    detailTextLabel.styleNames = ["table-detail"]
    addSubview(stack)
  }
}

/// The title above a section of a table view.
@MainActor final class TableViewHeader: ReusableCell {
  let textLabel = Label()

  required init() {
    super.init()
    styleNames = ["table-header"]
    textLabel.truncates = true
    textLabel.layout.vertical = .center
    addSubview(textLabel)
  }
}

/// A label that is hidden while it is empty.
@MainActor private final class DetailLabel: Label {
  override var text: String { didSet { isHidden = text.isEmpty } }

  init() {
    super.init()
    isHidden = true
  }
}

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

/// A weak reference to a cell.
struct WeakCell {
  weak var cell: ReusableCell?
}

extension ElementsView {
  /// Returns a cell that a storyboard describes, reused if possible.
  ///
  /// - Parameter identifier: The reuse identifier of the prototype in the storyboard.
  /// - Returns: A new cell, or a used one after ``ReusableCell/prepareForReuse()``; `nil` if the
  ///   view has no such prototype.
  public func dequeueReusableCell(withIdentifier identifier: String) -> ReusableCell? {
    if let cell = spareCells.take(.identifier(identifier)) { return cell }
    let cell = prototypes[identifier]?()
    cell?.reuseIdentifier = identifier
    return cell
  }

  /// Returns the element that a cell shows.
  ///
  /// - Parameter cell: A cell of this view, such as the sender of a segue.
  /// - Returns: `nil` if it shows none.
  public func indexPath(for cell: ReusableCell) -> IndexPath? {
    shownCells.first { $0.value.cell === cell }?.key
  }

  /// Returns the cell of an element.
  ///
  /// If none is in sight, it requests one from the data source.
  func cellForSelection(at path: IndexPath) -> ReusableCell? {
    shownCells[path]?.cell ?? hostCell(at: path)
  }

  /// Records the element that a cell shows from now on.
  func noteShown(_ cell: ReusableCell, at path: IndexPath) {
    guard shownCells[path]?.cell !== cell else { return }
    if let former = indexPath(for: cell) { shownCells[former] = nil }
    shownCells[path] = WeakCell(cell: cell)
  }
}
