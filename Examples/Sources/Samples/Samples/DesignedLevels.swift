// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// Storyboard outlets filled while decoding, in a tab that stays closed.
///
/// The controller embeds another one of its class. Only the storyboard's segue contains that one.
@MainActor final class DesignedLevels: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.storyboards.register(
      DesignedLevelController.self, outlets: ["slider": .outlet(\.slider)]
    ) { DesignedLevelController() }
    let window = Window(application: application, restorationIdentifier: "Main")
    do {
      let levels = try Storyboard(name: "Levels", bundle: .module, application: application)
      window.rootViewController = levels.instantiateInitialViewController()
    } catch {
      fatalError("The sample's own storyboard cannot be read: \(error)")
    }
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    tabs.selectedIndex = 1
    let outer = user.controller(DesignedLevelController.self)
    outer.move(to: 8)
    (outer.children.first as? DesignedLevelController)?.move(to: 2)
    user.type("Quiet", into: "Remark")
    tabs.selectedIndex = 0
  }
}

private final class DesignedLevelController: ViewController {
  var slider: Slider?

  /// Moves the slider, as the user does.
  func move(to value: Double) {
    slider?.value = value
    invalidateRestorableState()
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    if let slider { coder.encode(slider.value, forKey: "level") }
    coder.encode(children.first, forKey: "inner")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    guard let slider else { fatalError("The outlet is not connected.") }
    if coder.containsValue(forKey: "level") {
      slider.value = coder.decodeDouble(forKey: "level")
    }
  }
}
