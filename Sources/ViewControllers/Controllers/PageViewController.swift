// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows one page of a sequence.
///
/// The user can turn to the page before and after. Either an array holds the pages, and all of them
/// are children; or a data source provides them one by one, and only the current page is a child.
///
/// The children and the current page are saved by reference. A page's path does not contain its
/// place, so pages need different identifiers. If the current page is gone, the page that launch
/// code shows stays.
@MainActor open class PageViewController: ViewController {
  /// A direction in the sequence of pages.
  public enum Direction: Hashable, Sendable {
    /// To the next page.
    case forward
    /// To the previous page.
    case reverse
  }

  /// The source of pages that are not in ``pages``; not owned.
  public weak var dataSource: (any PageViewControllerDataSource)? {
    didSet { contentDidChange() }
  }

  /// The direction in which the current page was reached.
  ///
  /// Read by the peer.
  public private(set) var direction = Direction.forward

  /// Whether the host should animate the turn to the current page.
  ///
  /// Read by the peer. Never `true` before the window is on screen: restoring animates nothing.
  public private(set) var isTransitionAnimated = false

  private var current = ChildSelection()

  /// Creates a page view controller that shows the first of its pages.
  ///
  /// - Parameters:
  ///   - pages: The pages; empty with a data source.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(pages: [ViewController] = [], restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    self.pages = pages
  }

  /// The existing pages; with a data source, only the current one.
  public var pages: [ViewController] {
    get { children }
    set { setChildren(newValue, animated: false) }
  }

  /// The page that is shown; `nil` only without pages.
  public var currentPage: ViewController? {
    current.child(of: children)
  }

  /// The index of the current page in ``pages``.
  ///
  /// `nil` without pages, and with a data source.
  public var currentIndex: Int? {
    dataSource == nil ? children.firstIndex { $0 === currentPage } : nil
  }

  /// Shows a page.
  ///
  /// With a data source, a page that is not in ``pages`` replaces the current page. Without a data
  /// source, such a page has no effect.
  ///
  /// - Parameters:
  ///   - page: The page to show.
  ///   - direction: The direction of the turn, if it is animated.
  ///   - animated: Whether the page moves.
  public func setCurrentPage(
    _ page: ViewController, direction: Direction = .forward, animated: Bool
  ) {
    let isHere = children.contains { $0 === page }
    guard page !== currentPage, isHere || dataSource != nil else { return }
    self.direction = direction
    isTransitionAnimated = animated && window?.isOnScreen ?? false
    if isHere {
      changeHierarchy(animated: isTransitionAnimated) { current.select(page, of: children) }
      invalidateRestorableState()
    } else {
      current.select(page, of: [page])
      super.setChildren([page], animated: isTransitionAnimated)
    }
    contentDidChange()
  }

  /// Returns the page next to the current one.
  ///
  /// - Parameter direction: The side.
  /// - Returns: `nil` at the end.
  public func page(_ direction: Direction) -> ViewController? {
    guard let currentPage else { return nil }
    if let dataSource {
      return switch direction {
      case .forward: dataSource.pageViewController(self, viewControllerAfter: currentPage)
      case .reverse: dataSource.pageViewController(self, viewControllerBefore: currentPage)
      }
    }
    let index = (currentIndex ?? 0) + (direction == .forward ? 1 : -1)
    return children.indices.contains(index) ? children[index] : nil
  }

  /// Turns to the page next to the current one.
  ///
  /// - Parameters:
  ///   - direction: The side.
  ///   - animated: Whether the page moves.
  /// - Returns: Whether there was such a page.
  @discardableResult
  public func turn(_ direction: Direction, animated: Bool) -> Bool {
    guard let page = page(direction) else { return false }
    setCurrentPage(page, direction: direction, animated: animated)
    return true
  }

  /// Replaces the pages and keeps the current page if possible.
  ///
  /// If the current page goes, the page that contains it now is shown, else the page in its place.
  override func setChildren(_ newChildren: [ViewController], animated: Bool) {
    isTransitionAnimated = animated
    current.move(from: children, to: newChildren)
    super.setChildren(newChildren, animated: animated)
    contentDidChange()
  }

  open override func loadView() -> View { PageView(pageViewController: self) }

  /// The current page.
  open override var visibleChildren: [ViewController] { currentPage.map { [$0] } ?? [] }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(
      children.filter { $0.restorationIdentifier != nil }, forKey: BuiltInKey.pages)
    if let currentPage, currentPage.restorationIdentifier != nil {
      coder.encode(currentPage, forKey: BuiltInKey.currentPage)
    }
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let restored = coder.decodeObjects(ViewController.self, forKey: BuiltInKey.pages)
    let page = coder.decodeObject(ViewController.self, forKey: BuiltInKey.currentPage)
    if dataSource == nil {
      let merged = children.merging(restored: restored)
      if !merged.elementsEqual(children, by: ===) { pages = merged }
    }
    if let page { setCurrentPage(page, animated: false) }
  }
}

/// The root view of a page view controller.
///
/// Its peer draws the page and the buttons from the controller.
@MainActor public final class PageView: View {
  /// The controller whose current page is shown.
  public private(set) weak var pageViewController: PageViewController?

  init(pageViewController: PageViewController) {
    self.pageViewController = pageViewController
    super.init()
  }
}

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
