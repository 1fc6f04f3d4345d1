// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Finds things on screen, and acts on them as the user does.
@MainActor struct User {
  let application: Application

  /// The application's first window.
  var window: Window { application.windows[0] }

  private var controllersOnScreen: [ViewController] {
    func shown(in controller: ViewController) -> [ViewController] {
      [controller] + controller.visibleChildren.flatMap(shown)
    }
    return application.windows.flatMap(\.presentationChain).reversed().flatMap(shown)
  }

  /// Returns the first visible controller of a class.
  ///
  /// It looks in the topmost sheet first.
  func controller<Controller: ViewController>(
    _ type: Controller.Type = Controller.self
  ) -> Controller {
    guard let found = controllersOnScreen.lazy.compactMap({ $0 as? Controller }).first else {
      fatalError("No \(type) is on screen.")
    }
    return found
  }

  /// Returns the visible view with an identifier.
  func view<Found: View>(_ identifier: String, _ type: Found.Type = Found.self) -> Found {
    let views = controllersOnScreen.lazy.flatMap { $0.view.selfAndSubviews }
    guard let view = views.first(where: { $0.restorationIdentifier == identifier }),
      let found = view as? Found
    else { fatalError("No \(type) named \(identifier) is on screen.") }
    return found
  }

  /// Clicks into a field and types.
  func type(_ text: String, into identifier: String) {
    type(text, into: view(identifier, TextInput.self))
  }

  /// Clicks into a field and types.
  func type(_ text: String, into field: TextInput) {
    field.becomeFirstResponder()
    let end = text.unicodeScalars.count
    field.hostDidEdit(text: text, selectedTextRange: end..<end)
  }

  /// Opens each tab, then goes back to the first place and caret.
  func visitAllTabs() {
    let focused = window.firstResponder
    defer { focused?.becomeFirstResponder() }
    for tabs in controllersOnScreen.compactMap({ $0 as? TabBarController }) {
      let selected = tabs.selectedIndex
      for index in tabs.viewControllers.indices { tabs.selectedIndex = index }
      tabs.selectedIndex = selected
    }
  }

  /// Clicks on the button with a title.
  func press(_ title: String) {
    let buttons = controllersOnScreen.lazy
      .flatMap { $0.view.selfAndSubviews }
      .compactMap { $0 as? Button }
    guard let button = buttons.first(where: { $0.title == title }) else {
      fatalError("No button \(title) is on screen.")
    }
    button.action?()
  }
}

extension View {
  /// This view and all subviews of the same controller.
  var selfAndSubviews: [View] {
    [self] + subviews.filter { $0.viewController == nil }.flatMap(\.selfAndSubviews)
  }
}
