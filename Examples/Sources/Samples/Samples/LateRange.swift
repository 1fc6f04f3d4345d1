// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Controls whose range arrives with late data; their values wait.
@MainActor final class LateRange: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = PlayerController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.controller(PlayerController.self).trackDidLoad()
    user.view("Position", Slider.self).value = 187.5
    user.view("Part", SegmentedControl.self).selectedSegmentIndex = 2
  }

  func lookAround(_ user: User) { user.controller(PlayerController.self).trackDidLoad() }
}

private final class PlayerController: ViewController {
  private let position = Slider()
  private let part = SegmentedControl(restorationIdentifier: "Part")

  init() { super.init(restorationIdentifier: "Player") }

  override func viewDidLoad() {
    super.viewDidLoad()
    position.restorationIdentifier = "Position"
    view.addSubview(position)
    view.addSubview(part)
  }

  func trackDidLoad() {
    position.maximumValue = 240
    part.titles = ["Intro", "Theme", "Finale"]
  }
}
