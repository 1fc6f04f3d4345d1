// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
