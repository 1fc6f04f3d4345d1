// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A split view with a list and a chosen detail.
///
/// It is wide, or collapsed to one column.
@MainActor final class MasterDetail: Sample {
  private let isNarrow: Bool

  init(isNarrow: Bool) { self.isNarrow = isNarrow }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.size.width = isNarrow ? 400 : 1000
    window.rootViewController = SplitViewController(
      primary: NavigationController(
        rootViewController: CitiesController(), restorationIdentifier: "Navigation"),
      secondary: NavigationController(
        rootViewController: ViewController(restorationIdentifier: "Nothing Chosen"),
        restorationIdentifier: "Navigation"),
      restorationIdentifier: "Split")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard identifierComponents.last == "Weather" else { return nil }
    return coder.decodeString(forKey: "city").map(WeatherController.init)
  }

  func use(_ user: User) {
    user.controller(SplitViewController.self).dividerPosition = 275
    user.press("Oslo")
    user.type("Bring a coat", into: "Remark")
  }
}

private final class CitiesController: ViewController {
  init() {
    super.init(restorationIdentifier: "Cities")
    title = "Cities"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    for city in ["Lisbon", "Oslo"] {
      view.addSubview(Button(city) { [weak self] in self?.show(city) })
    }
  }

  private func show(_ city: String) {
    let detail = NavigationController(
      rootViewController: WeatherController(city), restorationIdentifier: "Navigation")
    splitViewController?.showDetailViewController(detail, animated: true)
  }
}

private final class WeatherController: ViewController {
  private let city: String

  init(_ city: String) {
    self.city = city
    super.init(restorationIdentifier: "Weather")
    title = city
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Remark"))
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(city, forKey: "city")
  }
}
