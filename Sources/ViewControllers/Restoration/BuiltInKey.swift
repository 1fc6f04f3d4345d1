// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The coding keys of this module's own classes.
///
/// The prefix distinguishes them from keys that subclasses in applications choose.
enum BuiltInKey {
  static let scope = "Application.restorationScope"
  static let presentedController = "ViewController.presentedViewController"
  static let presentationSource = "ViewController.presentationSource"
  static let presentationStyle = "ViewController.modalPresentationStyle"
  static let popoverView = "PopoverPresentationController.sourceView"
  static let popoverRect = "PopoverPresentationController.sourceRect"
  static let popoverButton = "PopoverPresentationController.barButtonItem"
  static let stack = "NavigationController.viewControllers"
  static let tabs = "TabBarController.viewControllers"
  static let selectedTab = "TabBarController.selectedViewController"
  static let primary = "SplitViewController.primaryViewController"
  static let supplementary = "SplitViewController.supplementaryViewController"
  static let secondary = "SplitViewController.secondaryViewController"
  static let dividerPosition = "SplitViewController.dividerPosition"
  static let supplementaryColumnWidth = "SplitViewController.supplementaryColumnWidth"
  static let isCollapsed = "SplitViewController.isCollapsed"
  static let topColumn = "SplitViewController.topColumn"
  static let pages = "PageViewController.pages"
  static let currentPage = "PageViewController.currentPage"
  static let mailAttachments = "MailComposeViewController.attachments"
  static let mailIsEdited = "MailComposeViewController.isEdited"
  static let mailAttachmentSource = "MailComposeViewController.attachmentSource"
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
  static let center = "ImageView.center"
  static let bounds = "ImageView.bounds"
  static let superviewSize = "ImageView.superviewSize"
  static let sliderValue = "Slider.value"
  static let switchIsOn = "Switch.isOn"
  static let selectedSegment = "SegmentedControl.selectedSegmentIndex"
  static let stepperValue = "Stepper.value"
  static let searchController = "ViewController.searchController"
  static let searchIsActive = "SearchController.isActive"
  static let searchIsEditing = "SearchController.isEditing"
  static let searchText = "SearchController.text"
  static let searchScope = "SearchController.selectedScopeIndex"
  static let searchSelection = "SearchController.selectedTextRange"
  static let selectedScope = "SearchBar.selectedScopeIndex"
  static let text = "TextInput.text"
  static let selectedTextRange = "TextInput.selectedTextRange"
  static let isEditable = "TextView.isEditable"
}

extension RestorationDecoder {
  /// Reads numbers that are safe to lay out and draw with.
  ///
  /// - Parameters:
  ///   - count: The expected number of values.
  ///   - key: The coding key.
  /// - Returns: `nil` if the key is absent or does not hold `count` finite numbers.
  func decodeNumbers(_ count: Int, forKey key: String) -> [Double]? {
    guard let numbers = decode([Double].self, forKey: key), numbers.count == count,
      numbers.allSatisfy(\.isFinite)
    else { return nil }
    return numbers
  }
}
