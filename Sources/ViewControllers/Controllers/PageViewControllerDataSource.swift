// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Makes the pages of a page view controller as they are needed.
///
/// The page view controller owns the current page only. Saved is that page; at restore it must be
/// made again by its restoration class or by the delegate, or be the one that launch code shows.
@MainActor public protocol PageViewControllerDataSource: AnyObject {
  /// The page before another one.
  ///
  /// - Parameters:
  ///   - pageViewController: The container.
  ///   - viewController: The page that is shown.
  /// - Returns: `nil` at the first page.
  func pageViewController(
    _ pageViewController: PageViewController, viewControllerBefore viewController: ViewController
  ) -> ViewController?

  /// The page after another one.
  ///
  /// - Parameters:
  ///   - pageViewController: The container.
  ///   - viewController: The page that is shown.
  /// - Returns: `nil` at the last page.
  func pageViewController(
    _ pageViewController: PageViewController, viewControllerAfter viewController: ViewController
  ) -> ViewController?
}
