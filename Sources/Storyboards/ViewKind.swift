// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The kinds of views that storyboards and this package share.
enum ViewKind: String {
  case view, label, button, imageView, slider, scrollView, textField, textView, searchBar
  case segmentedControl, stepper, progressView, stackView, tableView, collectionView, containerView
  case toggle = "switch"
  case toolbar, navigationBar
  /// A bar button item.
  ///
  /// In a toolbar that is a view, it is a view; in a navigation item it is not.
  case barButtonItem
  case visualEffectView

  /// Returns the kind of an element; `nil` if it is no view.
  ///
  /// A bar outside of a navigation controller is a view. A bar with a key belongs to that
  /// controller.
  init?(element: Element) {
    guard let kind = ViewKind(rawValue: element.name) else { return nil }
    if kind == .toolbar || kind == .navigationBar, element["key"] != nil { return nil }
    self = kind
  }

  /// Creates a view of the package's own class.
  @MainActor func make() -> View {
    switch self {
    case .view, .containerView, .visualEffectView: View()
    case .label: Label()
    case .button, .barButtonItem: Button("")
    case .imageView: ImageView()
    case .slider: Slider()
    case .scrollView: ScrollView()
    case .textField: TextField()
    case .textView: TextView()
    case .searchBar: SearchBar()
    case .segmentedControl: SegmentedControl()
    case .stepper: Stepper()
    case .progressView: ProgressView()
    case .stackView: StackView(axis: .horizontal)
    case .tableView: TableView()
    case .collectionView: CollectionView()
    case .toggle: Switch()
    case .toolbar, .navigationBar: StackView(axis: .horizontal, spacing: 8)
    }
  }

  /// Whether a view's size does not follow from its content.
  var hasDesignedSize: Bool {
    switch self {
    case .label, .button, .barButtonItem, .toggle, .stepper, .segmentedControl, .stackView: false
    default: true
    }
  }

  /// Whether a view takes all available space.
  var takesAllSpace: Bool {
    switch self {
    case .scrollView, .tableView, .collectionView, .textView: true
    default: false
    }
  }
}
