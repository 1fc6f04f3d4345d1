// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import ViewControllers

/// A page that explains an empty view.
///
/// It has an icon, a title and a sentence in the middle of the view.
@MainActor public final class StatusPage: StackView {
  /// The page's style, a part of the program's stylesheet.
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
  ///   - iconName: The name of the host's icon; an unknown name shows no icon.
  ///   - title: The missing thing, in a few words.
  ///   - sentence: The reason, or the remedy.
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

  /// The missing thing, in a few words.
  public var title: String { titleLabel.text }

  /// The reason, or the remedy.
  public var sentence: String { sentenceLabel.text }

  /// Shows another icon and text.
  ///
  /// - Parameters:
  ///   - iconName: The name of the host's icon.
  ///   - title: The missing thing, in a few words.
  ///   - sentence: The reason, or the remedy.
  public func show(iconName: String, title: String, sentence: String) {
    icon.iconName = iconName
    titleLabel.text = title
    sentenceLabel.text = sentence
  }

  /// Creates a view that only shows an icon.
  ///
  /// It is a button without an action, since buttons have icons.
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
