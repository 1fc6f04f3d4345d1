// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// The declarations of UIKit that the code beside this folder uses, from its public documentation.
// They do nothing: a test checks with them that the code is Swift that UIKit would take.

@_exported public import Foundation

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var item: Int { self[1] }
}

@MainActor public protocol UIStateRestoring: AnyObject {
  var restorationParent: (any UIStateRestoring)? { get }
  var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
  func encodeRestorableState(with coder: NSCoder)
  func decodeRestorableState(with coder: NSCoder)
  func applicationFinishedRestoringState()
}

extension UIStateRestoring {
  public var restorationParent: (any UIStateRestoring)? { nil }
  public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
  public func encodeRestorableState(with coder: NSCoder) {}
  public func decodeRestorableState(with coder: NSCoder) {}
  public func applicationFinishedRestoringState() {}
}

@MainActor public protocol UIObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> (any UIStateRestoring)?
}

@MainActor public protocol UIViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController?
}

@MainActor public protocol UIDataSourceModelAssociation {
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
}

@MainActor open class UIResponder: NSObject {
  public override init() {}
  open var isFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  open func awakeFromNib() {}
}

@MainActor public final class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, Sendable {}
  nonisolated public static let stateRestorationTimestampKey = ""
  nonisolated public static let stateRestorationViewControllerStoryboardKey = ""
  public static func registerObject(
    forStateRestoration object: any UIStateRestoring, restorationIdentifier: String
  ) {}
}

@MainActor public protocol UIApplicationDelegate {
  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool
  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder)
    -> Bool
}

@MainActor public final class UIStoryboard {
  public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    UIViewController()
  }
}

@MainActor open class UIView: UIResponder {
  public var restorationIdentifier: String?
}

public final class UIScrollView: UIView {}
public final class UIWebView: UIView {}
@MainActor public protocol UITableViewDataSource: AnyObject {}

public final class UITableView: UIView {
  public weak var dataSource: (any UITableViewDataSource)?
  public func reloadData() {}
}

public final class UITextView: UIView {
  public var text: String?
}

public final class UISearchBar: UIView {
  public var text: String?
}

@MainActor open class UIViewController: UIResponder, UIStateRestoring {
  public convenience override init() { self.init(nibName: nil, bundle: nil) }
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public var title: String?
  public var restorationIdentifier: String?
  public var restorationClass: (any UIViewControllerRestoration.Type)?
  public var navigationController: UINavigationController? { nil }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  public func present(_ viewController: UIViewController, animated: Bool) {}
  open func encodeRestorableState(with coder: NSCoder) {}
  open func decodeRestorableState(with coder: NSCoder) {}
  open func applicationFinishedRestoringState() {}
}

open class UICollectionViewController: UIViewController {}

open class UISplitViewController: UIViewController {
  public var viewControllers: [UIViewController] = []
}

public final class UITabBarController: UIViewController {
  public var viewControllers: [UIViewController]?
}

public final class UINavigationController: UIViewController {
  public convenience init(rootViewController: UIViewController) {
    self.init(nibName: nil, bundle: nil)
  }
  public var isNavigationBarHidden = false
  public var isToolbarHidden = false
}

public final class UISearchController: UIViewController {
  public var isActive = false
  public let searchBar = UISearchBar()
}

public final class UIActivityViewController: UIViewController {
  public convenience init(activityItems: [Any], applicationActivities: [Any]?) {
    self.init(nibName: nil, bundle: nil)
  }
}
