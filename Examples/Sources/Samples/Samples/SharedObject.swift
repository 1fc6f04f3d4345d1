// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// An object shared by two controllers, which its class creates again.
///
/// It is not a controller.
@MainActor final class SharedObject: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [CartController("Shop"), CartController("Checkout")],
      restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let cart = Cart()
    user.application.registerObject(forStateRestoration: cart, restorationIdentifier: "Cart")
    tabs(user).forEach { $0.cart = cart }
    cart.add("apples")
    cart.add("bread")
  }

  func remarks(_ user: User) -> [String] {
    let carts = tabs(user).map(\.cart)
    let isSame = carts[0] != nil && carts[0] === carts[1]
    return [
      "both refer to the same cart: \(isSame)",
      "in it: \(carts[0]?.items.joined(separator: ", ") ?? "nothing")",
    ]
  }

  private func tabs(_ user: User) -> [CartController] {
    user.controller(TabBarController.self).viewControllers.compactMap { $0 as? CartController }
  }
}

/// The items that the user wants to buy.
final class Cart: StateRestoring, ObjectRestoration {
  @Restorable private(set) var items: [String] = []

  var objectRestorationClass: (any ObjectRestoration.Type)? { Cart.self }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? { Cart() }

  func add(_ item: String) { items.append(item) }
}

private final class CartController: ViewController {
  var cart: Cart? { didSet { invalidateRestorableState() } }

  init(_ title: String) {
    super.init(restorationIdentifier: title)
    self.title = title
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(cart, forKey: "cart")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    cart = coder.decodeObject(forKey: "cart")
  }
}
