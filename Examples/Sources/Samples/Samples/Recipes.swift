// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A list and a detail that a restoration class creates.
///
/// It creates the detail from the identifier of its model. In one variant the model is deleted
/// between two lives, and the user finds the list.
@MainActor final class Recipes: Sample {
  private let isDeleted: Bool

  init(isDeleted: Bool) { self.isDeleted = isDeleted }

  var losesSomething: Bool { isDeleted }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: RecipesController(), restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.press("soup")
    user.type("More salt", into: "Remark")
    user.press("Steps")
    user.view("Step", Stepper.self).value = 3
  }

  func prepareNextLaunch(_ user: User) {
    guard isDeleted else { return }
    RecipeBook.delete("soup")
    let navigation = user.controller(NavigationController.self)
    navigation.setViewControllers([navigation.viewControllers[0]], animated: false)
  }
}

/// A store with one file for each recipe.
private enum RecipeBook {
  static let names = ["bread", "soup", "tart"]

  static func text(of name: String) -> String? {
    let text = SampleFolder.text(of: file(of: name), madeWith: "How to make \(name)")
    return text.isEmpty ? nil : text
  }

  /// Empties the file, so that the sample does not create it again.
  static func delete(_ name: String) { SampleFolder.write("", to: file(of: name)) }

  private static func file(of name: String) -> URL {
    SampleFolder.url(of: "recipes").appendingPathComponent(name)
  }
}

private final class RecipesController: ViewController {
  init() {
    super.init(restorationIdentifier: "Recipes")
    title = "Recipes"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    for name in RecipeBook.names {
      view.addSubview(Button(name) { [weak self] in self?.open(name) })
    }
  }

  private func open(_ name: String) {
    guard let text = RecipeBook.text(of: name) else { return }
    navigationController?.pushViewController(
      RecipeController(name, text: text), animated: true)
  }
}

/// Shows one recipe.
final class RecipeController: ViewController, ViewControllerRestoration {
  private let name: String
  private let text: String
  private let remark = TextField(restorationIdentifier: "Remark")

  init(_ name: String, text: String) {
    self.name = name
    self.text = text
    super.init(restorationIdentifier: "Recipe")
    restorationClass = RecipeController.self
    title = name
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard let name = coder.decodeString(forKey: "name"), let text = RecipeBook.text(of: name) else {
      return nil
    }
    return RecipeController(name, text: text)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(Label(text))
    view.addSubview(remark)
    view.addSubview(
      Button("Steps") { [weak self] in
        self?.navigationController?.pushViewController(StepsController(), animated: true)
      })
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(name, forKey: "name")
  }
}

/// Shows the steps of a recipe.
final class StepsController: ViewController, ViewControllerRestoration {
  init() {
    super.init(restorationIdentifier: "Steps")
    restorationClass = StepsController.self
    title = "Steps"
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { StepsController() }

  override func viewDidLoad() {
    super.viewDidLoad()
    let stepper = Stepper()
    stepper.restorationIdentifier = "Step"
    stepper.maximumValue = 10
    view.addSubview(stepper)
  }
}
