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
  static let windowWidth = "Window.width"
  static let windowHeight = "Window.height"
  static let windowIsMaximized = "Window.isMaximized"
  static let windowIsFullScreen = "Window.isFullScreen"
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
}
