// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The keys under which this module's own classes save their state.
///
/// The prefix keeps them apart from keys that subclasses in applications choose.
enum BuiltInKey {
  static let isViewLoaded = "ViewController.isViewLoaded"
  static let presentedController = "ViewController.presentedViewController"
  static let presentationSource = "ViewController.presentationSource"
  static let stack = "NavigationController.viewControllers"
  static let tabs = "TabBarController.viewControllers"
  static let selectedTab = "TabBarController.selectedViewController"
  static let primary = "SplitViewController.primaryViewController"
  static let secondary = "SplitViewController.secondaryViewController"
  static let dividerPosition = "SplitViewController.dividerPosition"
  static let isCollapsed = "SplitViewController.isCollapsed"
  static let isSecondaryOnTop = "SplitViewController.isSecondaryOnTop"
  static let pages = "PageViewController.pages"
  static let currentPage = "PageViewController.currentPage"
  static let windowWidth = "Window.width"
  static let windowHeight = "Window.height"
  static let windowIsMaximized = "Window.isMaximized"
  static let windowIsFullScreen = "Window.isFullScreen"
  static let windowPlace = "Window.place"
  static let isFirstResponder = "View.isFirstResponder"
  static let contentOffset = "ScrollView.contentOffset"
  static let zoomScale = "ScrollView.zoomScale"
  static let contentInset = "ScrollView.contentInset"
  static let selectedItems = "CollectionView.selectedItems"
  static let firstVisibleItem = "CollectionView.firstVisibleItem"
  static let selectedRows = "TableView.selectedRows"
  static let firstVisibleRow = "TableView.firstVisibleRow"
  static let transform = "ImageView.transform"
  static let anchorPoint = "ImageView.anchorPoint"
  static let sliderValue = "Slider.value"
  static let switchIsOn = "Switch.isOn"
  static let selectedSegment = "SegmentedControl.selectedSegmentIndex"
  static let stepperValue = "Stepper.value"
  static let selectedScope = "SearchBar.selectedScopeIndex"
  static let text = "TextInput.text"
  static let selectedTextRange = "TextInput.selectedTextRange"
  static let isEditable = "TextView.isEditable"
}
