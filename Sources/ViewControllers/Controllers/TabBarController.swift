// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows one child, chosen in a tab bar.
///
/// The children and the selected child are saved by reference. At restore, launch code's order
/// applies: tabs that launch code made stay where they are. Each tab gets the state that was saved
/// under its identifier, even if it has moved. If the selected tab is gone, or has no identifier,
/// launch code's selection stays.
@MainActor open class TabBarController: ViewController {
  private var selection = ChildSelection()

  /// Creates a tab bar controller that shows its first child.
  ///
  /// - Parameters:
  ///   - viewControllers: The children, in the order of the tabs.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(viewControllers: [ViewController] = [], restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    self.viewControllers = viewControllers
  }

  /// The children, in the order of their tabs.
  ///
  /// If the selected child goes, the child that contains it now is selected, else the child in its
  /// place.
  public var viewControllers: [ViewController] {
    get { children }
    set { setChildren(newValue, animated: false) }
  }

  /// The child that is shown; `nil` only without children.
  ///
  /// Setting a controller that is not a child has no effect.
  public var selectedViewController: ViewController? {
    get { selection.child(of: children) }
    set {
      guard let newValue, newValue !== selectedViewController,
        children.contains(where: { $0 === newValue })
      else { return }
      changeHierarchy(animated: false) { selection.select(newValue, of: children) }
      contentDidChange()
      invalidateRestorableState()
    }
  }

  /// The index of the child that is shown; `nil` only without children.
  ///
  /// Setting an index without a child has no effect.
  public var selectedIndex: Int? {
    get { children.firstIndex { $0 === selectedViewController } }
    set {
      guard let newValue, children.indices.contains(newValue) else { return }
      selectedViewController = children[newValue]
    }
  }

  /// Returns the text and icon that the bar shows for a child.
  ///
  /// It is the child's own item, else its title, else the title of the first controller in its
  /// navigation stack.
  ///
  /// - Parameter child: One of the children.
  /// - Returns: The text and the icon of the tab.
  public func item(for child: ViewController) -> TabBarItem {
    if let item = child.tabBarItem { return item }
    let root = (child as? NavigationController)?.viewControllers.first
    return TabBarItem(title: child.title ?? root?.title ?? "")
  }

  override func setChildren(_ newChildren: [ViewController], animated: Bool) {
    selection.move(from: children, to: newChildren)
    super.setChildren(newChildren, animated: animated)
    contentDidChange()
  }

  open override func loadView() -> View { TabBarView(tabBarController: self) }

  /// The selected child.
  open override var visibleChildren: [ViewController] { selectedViewController.map { [$0] } ?? [] }

  /// Returns the child's place among the tabs.
  ///
  /// So children may have equal identifiers.
  open override func pathComponent(for child: ViewController) -> Int? {
    place(of: child)
  }

  override var pathLeeway: PathLeeway { .indexOfChild }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(
      children.filter { $0.restorationIdentifier != nil }, forKey: BuiltInKey.tabs)
    if let selectedViewController, selectedViewController.restorationIdentifier != nil {
      coder.encode(selectedViewController, forKey: BuiltInKey.selectedTab)
    }
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let restored = coder.decodeObjects(ViewController.self, forKey: BuiltInKey.tabs)
    let selected = coder.decodeObject(ViewController.self, forKey: BuiltInKey.selectedTab)
    let merged = children.merging(restored: restored)
    if !merged.elementsEqual(children, by: ===) { viewControllers = merged }
    selectedViewController = selected
  }
}

/// The root view of a tab bar controller.
///
/// Its peer draws the bar and the content from the controller.
@MainActor public final class TabBarView: View {
  /// The controller whose tabs are shown.
  public private(set) weak var tabBarController: TabBarController?

  init(tabBarController: TabBarController) {
    self.tabBarController = tabBarController
    super.init()
  }
}

/// The text and icon of a tab.
public struct TabBarItem: Hashable, Sendable {
  /// The text of the tab.
  public var title: String

  /// The name of the host's icon beside the text.
  ///
  /// No icon is shown where the host does not have it.
  public var iconName: String?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - title: The text of the tab.
  ///   - iconName: The name of the host's icon beside it.
  public init(title: String, iconName: String? = nil) {
    self.title = title
    self.iconName = iconName
  }
}
