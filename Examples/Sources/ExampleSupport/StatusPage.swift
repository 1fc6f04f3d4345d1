// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import ViewControllers

/// Says why there is nothing to see: an icon, a title and a sentence in the middle of a view.
@MainActor public final class StatusPage: StackView {
  /// How it looks; part of the program's stylesheet.
  public nonisolated static let stylesheet = """
    .status-page .title { font-size: 150%; font-weight: 800; }
    .status-page .dim { opacity: 0.7; }
    .status-icon { -gtk-icon-size: 96px; border: none; box-shadow: none; background: none; }
    """

  private let icon: Button
  private let titleLabel = Label()
  private let sentenceLabel = Label()

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - iconName: The name of the host's icon; without such an icon there is none.
  ///   - title: What there is not, in a few words.
  ///   - sentence: Why, or what to do about it.
  public init(iconName: String, title: String, sentence: String) {
    icon = Self.makeIcon(named: iconName)
    super.init(axis: .vertical, spacing: 12)
    icon.styleNames.append("status-icon")
    titleLabel.styleNames = ["title"]
    sentenceLabel.styleNames = ["dim"]
    for label in [titleLabel, sentenceLabel] { label.layout.horizontal = .center }
    [icon, titleLabel, sentenceLabel].forEach(addSubview)
    styleNames = ["status-page"]
    layout.horizontal = .center
    layout.vertical = .center
    layout.margins = EdgeInsets(all: 24)
    show(iconName: iconName, title: title, sentence: sentence)
  }

  /// What there is not, in a few words.
  public var title: String { titleLabel.text }

  /// Why, or what to do about it.
  public var sentence: String { sentenceLabel.text }

  /// Says something else.
  ///
  /// - Parameters:
  ///   - iconName: The name of the host's icon.
  ///   - title: What there is not, in a few words.
  ///   - sentence: Why, or what to do about it.
  public func show(iconName: String, title: String, sentence: String) {
    icon.iconName = iconName
    titleLabel.text = title
    sentenceLabel.text = sentence
  }

  /// Makes a view that shows an icon and does nothing; buttons are the views that have icons.
  ///
  /// - Parameter name: The name of the host's icon.
  /// - Returns: A view in the middle of its space.
  public static func makeIcon(named name: String) -> Button {
    let icon = Button("")
    icon.iconName = name
    icon.isEnabled = false
    icon.styleNames = ["flat"]
    icon.layout.horizontal = .center
    icon.layout.vertical = .center
    return icon
  }
}
