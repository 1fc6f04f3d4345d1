// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A source that makes pages as they are needed.
///
/// The page view controller owns and saves only the current page. At restore, the page's
/// restoration class or the delegate must make that page again, or launch code must show it.
@MainActor public protocol PageViewControllerDataSource: AnyObject {
  /// Returns the page before another one.
  ///
  /// - Parameters:
  ///   - pageViewController: The container.
  ///   - viewController: The page that is shown.
  /// - Returns: `nil` at the first page.
  func pageViewController(
    _ pageViewController: PageViewController, viewControllerBefore viewController: ViewController
  ) -> ViewController?

  /// Returns the page after another one.
  ///
  /// - Parameters:
  ///   - pageViewController: The container.
  ///   - viewController: The page that is shown.
  /// - Returns: `nil` at the last page.
  func pageViewController(
    _ pageViewController: PageViewController, viewControllerAfter viewController: ViewController
  ) -> ViewController?
}
