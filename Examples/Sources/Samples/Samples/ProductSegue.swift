// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// A detail whose segue passes it a model in `prepare(for:sender:)`.
///
/// Restoring does not call that method. The storyboard creates the detail again, which finds the
/// model by its saved state.
@MainActor final class ProductSegue: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.storyboards.register(ProductListController.self) { ProductListController() }
    application.storyboards.register(
      ProductDetailController.self, outlets: ["caption": .outlet(\.caption)]
    ) { ProductDetailController() }
    let window = Window(application: application, restorationIdentifier: "Main")
    do {
      let products = try Storyboard(name: "Products", bundle: .module, application: application)
      window.rootViewController = products.instantiateInitialViewController()
    } catch {
      fatalError("The sample's own storyboard cannot be read: \(error)")
    }
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.controller(ProductListController.self).performSegue(withIdentifier: "showProduct")
    user.view("Amount", Stepper.self).value = 12
  }

  func remarks(_ user: User) -> [String] {
    ["segues that were prepared for: \(ProductListController.segues == 0 ? "none" : "one")"]
  }

  /// Resets the count, since later lives perform no segue.
  func prepareNextLaunch(_ user: User) { ProductListController.segues = 0 }
}

private final class ProductListController: ViewController {
  static var segues = 0

  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    super.prepare(for: segue, sender: sender)
    Self.segues += 1
    (segue.destination as? ProductDetailController)?.product = "walnut shelf"
  }
}

private final class ProductDetailController: ViewController {
  var caption: Label?
  var product = "" { didSet { showProduct() } }

  override func viewDidLoad() {
    super.viewDidLoad()
    showProduct()
  }

  private func showProduct() {
    title = product
    caption?.text = "A \(product)"
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(product, forKey: "product")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    product = coder.decodeString(forKey: "product") ?? ""
  }
}
