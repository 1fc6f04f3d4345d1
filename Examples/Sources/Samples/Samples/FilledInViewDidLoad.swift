// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Containers that create and name their children in `viewDidLoad`.
///
/// Most code without storyboards does so.
@MainActor final class FilledInViewDidLoad: Sample {
  enum Kind {
    case root, tabBar, navigation, split, pages, container, nested, coveredTab, sheet
  }

  private let kind: Kind
  private let isVisibleLate: Bool
  private var window: Window?

  /// Creates a sample for one kind of container.
  ///
  /// The window may become visible only in did-finish-launching.
  init(_ kind: Kind, isVisibleLate: Bool = false) {
    self.kind = kind
    self.isVisibleLate = isVisibleLate
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let root: ViewController =
      switch kind {
      case .root: FormController()
      case .tabBar: FilledTabBar()
      case .navigation: FilledNavigation()
      case .split: FilledSplit()
      case .pages: FilledPages()
      case .container:
        FilledContainer(of: [{ FormController("Left") }, { FormController("Right") }])
      case .nested: FilledContainer(of: [{ FilledTabBar() }, { FilledNavigation() }])
      case .coveredTab: TabBarController(viewControllers: coveredTabs())
      case .sheet: FormController("Under the sheet")
      }
    root.restorationIdentifier = "Root"
    window.rootViewController = root
    self.window = window
    if !isVisibleLate { window.makeKeyAndVisible() }
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    window?.makeKeyAndVisible()
    return true
  }

  private func coveredTabs() -> [ViewController] {
    let tabs = [
      FormController("Home"), FilledNavigation(),
      FilledContainer(of: [{ FormController("Left") }, { FilledTabBar() }, { FilledPages() }]),
    ]
    for (index, tab) in tabs.enumerated() { tab.restorationIdentifier = "Tab \(index)" }
    return tabs
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    switch identifierComponents.last {
    case "Sheet": FilledNavigation(restorationIdentifier: "Sheet")
    case "Address": address()
    case "Map": map()
    default: nil
    }
  }

  private func address() -> ViewController {
    let form = FormController("Address")
    form.restorationIdentifier = "Address"
    form.definesPresentationContext = true
    return form
  }

  private func map() -> ViewController {
    let form = FormController("Map")
    form.restorationIdentifier = "Map"
    form.modalPresentationStyle = .overCurrentContext
    return form
  }

  /// Opens the tab that the sheet covers; it is visible only there.
  func lookAround(_ user: User) {
    if kind == .coveredTab { user.controller(TabBarController.self).selectedIndex = 1 }
  }

  func use(_ user: User) {
    switch kind {
    case .root: user.type("At the root", into: "Name")
    case .tabBar: useTabBar(user)
    case .navigation:
      user.controller(FormController.self).fill(user, "On top, and staying")
    case .split:
      for form in user.controller(SplitViewController.self).visibleChildren {
        (form as? FormController)?.fill(user, "In a column")
      }
    case .pages:
      let pages = user.controller(PageViewController.self)
      for _ in 1...2 {
        user.controller(FormController.self).fill(user, "On page \(pages.currentIndex ?? 0)")
        pages.turn(.forward, animated: true)
      }
      user.controller(FormController.self).fill(user, "On the last page")
    case .container:
      for form in user.controller(FilledContainer.self).children {
        (form as? FormController)?.fill(user, "In a container")
      }
    case .nested:
      useTabBar(user)
      goBack(user)
    case .coveredTab:
      let tabs = user.controller(TabBarController.self)
      tabs.selectedIndex = 1
      user.controller(FormController.self).fill(user, "On top")
      let address = address()
      user.controller(NavigationController.self).pushViewController(address, animated: true)
      user.controller(FormController.self).fill(user, "Pushed")
      address.present(map(), animated: true)
      user.controller(FormController.self).fill(user, "Over the one that was pushed")
      tabs.selectedIndex = 2
      user.controller(PageViewController.self).turn(.forward, animated: true)
      for child in user.controller(FilledContainer.self).children {
        let inner = child.visibleChildren.first ?? child
        (inner as? FormController)?.fill(user, "In a container")
      }
      tabs.selectedIndex = 0
    case .sheet:
      user.controller(FormController.self)
        .present(FilledNavigation(restorationIdentifier: "Sheet"), animated: true)
      user.controller(FormController.self).fill(user, "On the sheet")
    }
  }

  private func useTabBar(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    for index in [0, 2, 1] {
      tabs.selectedIndex = index
      (tabs.selectedViewController as? FormController)?.fill(user, "In tab \(index)")
    }
  }

  /// Fills in the upper form, goes back, and fills in the lower.
  private func goBack(_ user: User) {
    let navigation = user.controller(NavigationController.self)
    (navigation.topViewController as? FormController)?.fill(user, "On top")
    navigation.popViewController(animated: true)
    (navigation.topViewController as? FormController)?.fill(user, "At the bottom")
  }
}

/// A form that creates its fields in `viewDidLoad`.
final class FormController: ViewController {
  private let name = TextField(placeholder: "Name")
  private let isFriend = Switch()

  init(_ title: String = "Form") {
    super.init()
    self.title = title
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    name.restorationIdentifier = "Name"
    isFriend.restorationIdentifier = "Friend"
    view.addSubview(name)
    view.addSubview(isFriend)
  }

  /// Fills in the form, as the user does.
  func fill(_ user: User, _ text: String) {
    user.type("\(text): \(title ?? "")", into: name)
    isFriend.isOn = true
  }
}

private final class FilledTabBar: TabBarController {
  override func viewDidLoad() {
    super.viewDidLoad()
    viewControllers = ["Inbox", "Drafts", "Archive", "Never seen"].map { title in
      let form = FormController(title)
      form.restorationIdentifier = title
      return form
    }
  }
}

private final class FilledNavigation: NavigationController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for title in ["People", "Person"] {
      let form = FormController(title)
      form.restorationIdentifier = title
      pushViewController(form, animated: false)
    }
  }
}

private final class FilledSplit: SplitViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    dividerPosition = 250
    for (column, title) in [(Column.primary, "People"), (.secondary, "Person")] {
      let form = FormController(title)
      form.restorationIdentifier = title
      setViewController(form, for: column)
    }
  }
}

private final class FilledPages: PageViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    pages = (1...4).map { number in
      let form = FormController("Page \(number)")
      form.restorationIdentifier = "Page \(number)"
      return form
    }
  }
}

/// A custom container that shows all children side by side.
private final class FilledContainer: ViewController {
  private let makers: [@MainActor () -> ViewController]

  init(of makers: [@MainActor () -> ViewController]) {
    self.makers = makers
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, make) in makers.enumerated() {
      let child = make()
      child.restorationIdentifier = "Child \(index)"
      addChild(child)
      view.addSubview(child.view)
    }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children, forKey: "children")
  }
}
