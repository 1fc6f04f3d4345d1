// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Unopened tabs whose controllers fill their outlets while they decode.
@MainActor final class UnvisitedTabs: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let volume = LevelController("Volume")
    let brightness = LevelController("Brightness")
    let presets = PresetsController(volume: volume, brightness: brightness)
    window.rootViewController = TabBarController(
      viewControllers: [presets, volume, brightness], restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  /// Sets values in the tabs, which stay closed.
  func use(_ user: User) { user.press("Night") }
}

/// Sets the levels in other tabs.
private final class PresetsController: ViewController {
  private let volume: LevelController
  private let brightness: LevelController

  init(volume: LevelController, brightness: LevelController) {
    self.volume = volume
    self.brightness = brightness
    super.init(restorationIdentifier: "Presets")
    title = "Presets"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let night = Button("Night") { [volume, brightness] in
      volume.level = 0.125
      brightness.level = 0.25
    }
    view.addSubview(night)
  }
}

/// Shows a level on a slider.
///
/// The slider has no identifier, so the controller saves its value.
private final class LevelController: ViewController {
  var level = 0.5 {
    didSet {
      slider?.value = level
      invalidateRestorableState()
    }
  }

  private var slider: Slider?

  init(_ title: String) {
    super.init(restorationIdentifier: title)
    self.title = title
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let slider = Slider()
    slider.value = level
    view.addSubview(slider)
    self.slider = slider
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(slider?.value ?? level, forKey: "level")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    precondition(isViewLoaded, "decode is called without a view")
    guard let slider else { fatalError("viewDidLoad has not run before decode") }
    slider.value = coder.decodeDouble(forKey: "level")
  }
}
