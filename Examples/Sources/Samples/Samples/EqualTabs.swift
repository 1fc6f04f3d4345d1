// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Tabs with equal classes and identifiers, with equal screens pushed in each.
@MainActor final class EqualTabs: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let tabs = ["Lisbon", "Oslo", "Rome"].map { city in
      NavigationController(
        rootViewController: CityController(city), restorationIdentifier: "Navigation")
    }
    window.rootViewController = TabBarController(
      viewControllers: tabs, restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard identifierComponents.last == "City", coder.decodeBool(forKey: "isPushed") else {
      return nil
    }
    return coder.decodeString(forKey: "name").map { CityController($0, isPushed: true) }
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    for (index, cities) in [["Porto"], [], ["Milan", "Turin"]].enumerated() {
      tabs.selectedIndex = index
      for city in cities {
        user.type("Seen before \(city)", into: "Notes")
        user.controller(NavigationController.self)
          .pushViewController(CityController(city, isPushed: true), animated: true)
      }
      user.type("Here in tab \(index)", into: "Notes")
    }
    tabs.selectedIndex = 1
  }
}

private final class CityController: ViewController {
  private let name: String
  private let isPushed: Bool
  private let notes = TextView(restorationIdentifier: "Notes")

  init(_ name: String, isPushed: Bool = false) {
    self.name = name
    self.isPushed = isPushed
    super.init(restorationIdentifier: "City")
    title = name
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(notes)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(name, forKey: "name")
    coder.encode(isPushed, forKey: "isPushed")
  }
}
