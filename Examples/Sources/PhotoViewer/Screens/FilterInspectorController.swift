// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A sheet with the switch and the slider of one filter.
///
/// Changes are visible at once on the photo behind it. The storyboard creates it, also at restore.
/// It saves only a reference to its filter: the filter saves itself.
@MainActor final class FilterInspectorController: ViewController {
  @Restorable(key: "FilterKey") var filter: ImageFilter? = nil
  var heading: Label?
  var activeSwitch: Switch?
  var sliderTitle: Label?
  var slider: Slider?

  override func viewDidLoad() {
    super.viewDidLoad()
    dimsContentBehind = false
    heading?.styleNames = ["heading"]
    slider?.accessibilityLabelView = sliderTitle
  }

  /// Shows the filter, which is set or restored by now.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    update()
  }

  func activeDidChange() {
    if let activeSwitch { filter?.isActive = activeSwitch.isOn }
  }

  func intensityDidChange() {
    if let slider { filter?.intensity = Float(slider.value) }
  }

  private func update() {
    guard let filter else { return }
    heading?.text = filter.name
    sliderTitle?.text = filter.intensityTitle
    activeSwitch?.isOn = filter.isActive
    slider?.value = Double(filter.intensity)
  }
}
