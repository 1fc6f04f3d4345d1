// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows one of its children, chosen by the user in a bar of tabs.
///
/// Saves its children and the selected one by reference (R34, R79). At restore the order is launch
/// code's: tabs that launch code made stay where they are, and each gets the state that was saved
/// under its identifier, also when it has moved (R25, R64). A selected tab that is gone, or that
/// has no identifier, leaves the selection at what launch code chose (R185).
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
  /// When the selected one goes, the one that takes its place is selected, or that contains it now.
  public var viewControllers: [ViewController] {
    get { children }
    set { setChildren(newValue, animated: false) }
  }

  /// The child that is shown; `nil` only without children.
  ///
  /// Setting anything but one of the children has no effect.
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

  /// The place of the child that is shown; `nil` only without children.
  ///
  /// Setting an index that no child has is without effect.
  public var selectedIndex: Int? {
    get { children.firstIndex { $0 === selectedViewController } }
    set {
      guard let newValue, children.indices.contains(newValue) else { return }
      selectedViewController = children[newValue]
    }
  }

  /// What the bar shows for a child: its own item, else a title that it has or begins with.
  ///
  /// - Parameter child: One of the children.
  /// - Returns: Text and icon of the tab.
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

  /// The place among the tabs, so that children may have equal identifiers (R19, R20).
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

/// The root view of a tab bar controller; its peer draws bar and content from the controller.
@MainActor public final class TabBarView: View {
  /// The controller whose tabs are shown.
  public private(set) weak var tabBarController: TabBarController?

  init(tabBarController: TabBarController) {
    self.tabBarController = tabBarController
    super.init()
  }
}
