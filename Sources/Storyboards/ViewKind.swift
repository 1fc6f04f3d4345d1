// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The kinds of views that a storyboard can describe and this package has.
enum ViewKind: String {
  case view, label, button, imageView, slider, scrollView, textField, textView, searchBar
  case segmentedControl, stepper, progressView, stackView, tableView, collectionView, containerView
  case toggle = "switch"
  case toolbar, navigationBar
  /// In a toolbar that is a view; in a navigation item it is no view.
  case barButtonItem
  case visualEffectView

  /// A bar outside of a navigation controller is a view; one with a key is that controller's.
  init?(element: Element) {
    guard let kind = ViewKind(rawValue: element.name) else { return nil }
    if kind == .toolbar || kind == .navigationBar, element["key"] != nil { return nil }
    self = kind
  }

  /// A view of the package's own class.
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

  /// Whether such a view has no size that follows from what it shows.
  var hasDesignedSize: Bool {
    switch self {
    case .label, .button, .barButtonItem, .toggle, .stepper, .segmentedControl, .stackView: false
    default: true
    }
  }

  /// Whether such a view takes whatever space there is.
  var takesAllSpace: Bool {
    switch self {
    case .scrollView, .tableView, .collectionView, .textView: true
    default: false
    }
  }
}
