// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The kinds of controllers that a scene can have.
enum ControllerKind: Hashable {
  case plain, navigation, tabBar, split, page
  /// A UIKit controller that this package does not provide.
  case other
  /// A scene of another storyboard.
  case placeholder

  private static let names: [String: ControllerKind] = [
    "viewController": .plain, "tableViewController": .plain, "collectionViewController": .plain,
    "navigationController": .navigation, "tabBarController": .tabBar,
    "splitViewController": .split, "pageViewController": .page,
    "viewControllerPlaceholder": .placeholder,
  ]

  init?(element: Element) {
    if let kind = Self.names[element.name] {
      self = kind
    } else if element.name.hasSuffix("Controller"), element.name != "searchDisplayController",
      element.id != nil
    {
      self = .other
    } else {
      return nil
    }
  }

  /// Creates a controller of the package's own class.
  @MainActor func make() -> ViewController {
    switch self {
    case .plain, .other, .placeholder: ViewController()
    case .navigation: NavigationController()
    case .tabBar: TabBarController()
    case .split: SplitViewController()
    case .page: PageViewController()
    }
  }

  /// Returns whether an application's controller can be used for this kind.
  @MainActor func accepts(_ controller: ViewController) -> Bool {
    switch self {
    case .plain, .other, .placeholder: true
    case .navigation: controller is NavigationController
    case .tabBar: controller is TabBarController
    case .split: controller is SplitViewController
    case .page: controller is PageViewController
    }
  }
}

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

/// The elements of a storyboard that are read or silently ignored.
enum Vocabulary {
  /// Elements that connect one object to another.
  static let connections: Set<String> = [
    "segue", "outlet", "outletCollection", "action", "relationship",
  ]

  /// Elements that are ignored with everything in them.
  ///
  /// A host lays out and draws well enough without them.
  private static let ignored: Set<String> = [
    "device", "dependencies", "resources", "classes", "customFonts", "accessibilityTraits",
    "inferredMetricsTieBreakers", "constraints", "constraint", "variation", "layoutGuides",
    "viewLayoutGuide", "viewControllerLayoutGuide", "layoutGuide", "autoresizingMask", "color",
    "fontDescription", "font", "paragraphStyle", "preferredSymbolConfiguration",
    "imageReference", "inputAssistant", "allowedTouchTypes", "allowedPressTypes", "edgeInsets",
    "directionalEdgeInsets", "userGuides",
    "extendedEdge", "nil", "integer", "real", "bool", "userComments", "designables",
    "offsetWrapper", "keyCommands", "tabBar", "localization", "backgroundConfiguration", "range",
    "behavior", "animations",
    "popoverArrowDirection", "textAttributes", "dataDetectorType", "array", "blurEffect",
    "vibrancyEffect",
  ]

  /// Elements that are read at their proper place.
  private static let known: Set<String> = [
    "document", "scenes", "scene", "objects", "placeholder", "exit", "customObject", "point",
    "rect", "size", "inset", "subviews", "navigationItem", "tabBarItem", "barButtonItem",
    "leftBarButtonItems", "rightBarButtonItems", "toolbarItems", "items", "navigationBar",
    "toolbar", "state", "buttonConfiguration", "string", "mutableString", "attributedString",
    "fragments", "fragment", "attributes", "textInputTraits", "segments", "segment",
    "scopeButtonTitles", "sections", "tableViewSection", "cells", "prototypes", "tableViewCell",
    "tableViewCellContentView", "collectionViewCell", "collectionViewCellContentView",
    "collectionViewFlowLayout", "connections", "segue", "outlet", "outletCollection", "action",
    "userDefinedRuntimeAttributes", "userDefinedRuntimeAttribute", "accessibility",
    "gestureRecognizers", "tapGestureRecognizer",
  ]

  /// Returns whether an element is silently ignored, with everything in it.
  static func isIgnored(_ element: Element) -> Bool {
    ignored.contains(element.name) || element.name.hasPrefix("simulated")
      || element.name.hasSuffix("Metrics")
  }

  /// Returns diagnostics for elements that are not built or read.
  ///
  /// One for each view or controller that is not built, and one for the first of each other element
  /// that is not read.
  static func diagnostics(for root: Element) -> [StoryboardDiagnostic] {
    var found: [StoryboardDiagnostic] = []
    var seen: Set<String> = []
    func walk(_ element: Element, in parent: String) {
      let isStandIn = isPlace(element, in: parent) && ViewKind(element: element) == nil
      guard isStandIn || !isIgnored(element) else { return }
      let isFirst = !seen.contains(element.name)
      if let message = message(for: element, isStandIn: isStandIn, isFirst: isFirst) {
        seen.insert(element.name)
        found.append(
          StoryboardDiagnostic(line: element.line, message: "\(element.tag) \(message)"))
      }
      if isStandIn {
        element.list("subviews").forEach { walk($0, in: "subviews") }
      } else if isRead(element), !isLeftOut(element) {
        element.children.forEach { walk($0, in: element.name) }
      }
    }
    walk(root, in: "")
    return found
  }

  private static func isRead(_ element: Element) -> Bool {
    known.contains(element.name) || ViewKind(element: element) != nil
      || ControllerKind(element: element) != nil
  }

  /// Returns whether an element is in the place of a view.
  private static func isPlace(_ element: Element, in parent: String) -> Bool {
    parent == "subviews"
      || ["view", "accessoryView", "tableHeaderView", "tableFooterView"].contains(element["key"])
  }

  /// Returns whether an element is a view that has no place here.
  private static func isLeftOut(_ element: Element) -> Bool {
    guard let key = element["key"] else { return false }
    return ViewKind(element: element) != nil
      && [
        "titleView", "backgroundView", "inputView",
        "inputAccessoryView", "leftView", "rightView",
      ].contains(key)
  }

  private static func message(
    for element: Element, isStandIn: Bool, isFirst: Bool
  ) -> String? {
    if ControllerKind(element: element) == .other {
      return "is not supported; a plain view controller takes its place"
    }
    if isStandIn { return "is not supported; a plain view takes its place" }
    if let key = element["key"], isLeftOut(element) { return "is left out: there is no \(key)" }
    if isRead(element) { return nil }
    return element.id != nil || isFirst ? "is not supported and is left out" : nil
  }
}
