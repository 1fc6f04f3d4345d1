// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// Screens that a storyboard defines without any code.
@MainActor final class DesignedProfile: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    do {
      let profile = try Storyboard(name: "Profile", bundle: .module, application: application)
      window.rootViewController = profile.instantiateInitialViewController()
    } catch {
      fatalError("The sample's own storyboard cannot be read: \(error)")
    }
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.type("Kim", into: "Nickname")
    user.view("Age", Slider.self).value = 42
    user.view("Public", Switch.self).isOn = true
    user.view("Guests", Stepper.self).value = 2
    user.view("Diet", SegmentedControl.self).selectedSegmentIndex = 1
    user.press("More")
    user.type("I like", into: "About Me")
    user.press("Terms")
    user.view("Accepted", Switch.self).isOn = true
  }
}
