// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows one page of a sequence, with a way to the page before and after.
///
/// The pages are given as an array, and then all are children; or they come from a data source one
/// by one, and then the current page is the only child. Saves its children and the current page by
/// reference (R34, R82). A page's path has no place in it, so that pages need different
/// identifiers (R26). A current page that is gone leaves the one that launch code shows (R185).
@MainActor open class PageViewController: ViewController {
  /// A direction in the sequence of pages.
  public enum Direction: Hashable, Sendable {
    /// To the next page.
    case forward
    /// To the page before.
    case reverse
  }

  /// Where pages come from that are not in ``pages``; not owned.
  public weak var dataSource: (any PageViewControllerDataSource)? {
    didSet { contentDidChange() }
  }

  /// The direction that the current page was reached in; read by the peer.
  public private(set) var direction = Direction.forward

  /// Whether the host should turn to the current page with an animation; read by the peer.
  ///
  /// Never `true` before the window is on screen: restoring animates nothing (R175).
  public private(set) var isTransitionAnimated = false

  private var current = ChildSelection()

  /// Creates a page view controller that shows the first of its pages.
  ///
  /// - Parameters:
  ///   - pages: The pages; none with a data source.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(pages: [ViewController] = [], restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    self.pages = pages
  }

  /// The pages that are here; with a data source, the current one only.
  public var pages: [ViewController] {
    get { children }
    set { setChildren(newValue, animated: false) }
  }

  /// The page that is shown; `nil` only without pages.
  public var currentPage: ViewController? {
    current.child(of: children)
  }

  /// The place of the current page in ``pages``; `nil` without pages and with a data source.
  public var currentIndex: Int? {
    dataSource == nil ? children.firstIndex { $0 === currentPage } : nil
  }

  /// Shows a page.
  ///
  /// One that is not among ``pages`` takes the place of the current page if there is a data
  /// source, and has no effect otherwise.
  ///
  /// - Parameters:
  ///   - page: The page to show.
  ///   - direction: Where it comes from, if it moves.
  ///   - animated: Whether it moves.
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

  /// The page that lies next to the current one.
  ///
  /// - Parameter direction: On which side.
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
  ///   - direction: On which side.
  ///   - animated: Whether it moves.
  /// - Returns: Whether there was one.
  @discardableResult
  public func turn(_ direction: Direction, animated: Bool) -> Bool {
    guard let page = page(direction) else { return false }
    setCurrentPage(page, direction: direction, animated: animated)
    return true
  }

  /// When the current page goes, the one that takes its place is shown, or that contains it now.
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

/// The root view of a page view controller; its peer draws page and buttons from the controller.
@MainActor public final class PageView: View {
  /// The controller whose current page is shown.
  public private(set) weak var pageViewController: PageViewController?

  init(pageViewController: PageViewController) {
    self.pageViewController = pageViewController
    super.init()
  }
}
