// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// A sheet with the switch and the slider of one filter, live on the photo behind it.
///
/// Saves a reference to its filter only: the filter saves itself.
@MainActor final class FilterInspectorController: ViewController {
  private(set) var filter: ImageFilter?
  private let activeSwitch = Switch()
  private let slider = Slider()
  private let heading = Label()
  private let sliderTitle = Label()

  init(_ filter: ImageFilter?) {
    self.filter = filter
    super.init()
    restorationIdentifier = "Filter Inspector"
    restorationClass = FilterInspectorController.self
    preferredContentSize = CGSize(width: 460, height: 0)
  }

  override func loadView() -> View {
    heading.styleNames = ["heading"]
    heading.layout.horizontal = .start
    heading.layout.expandsHorizontally = true
    activeSwitch.layout.vertical = .center
    activeSwitch.onChange = { [weak self] in self?.filter?.isActive = $0 }
    slider.layout.expandsHorizontally = true
    slider.onChange = { [weak self] in self?.filter?.intensity = Float($0) }
    let done = Button("Done") { [weak self] in self?.dismiss(animated: true) }
    done.layout.vertical = .center

    let top = StackView(
      axis: .horizontal, spacing: 16, arrangedSubviews: [heading, activeSwitch, done])
    let bottom = StackView(axis: .horizontal, spacing: 16, arrangedSubviews: [sliderTitle, slider])
    let column = StackView(axis: .vertical, spacing: 14, arrangedSubviews: [top, bottom])
    column.layout.margins = EdgeInsets(all: 20)
    return column
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    update()
  }

  private func update() {
    guard let filter else { return }
    heading.text = filter.name
    sliderTitle.text = filter.intensityTitle
    activeSwitch.isOn = filter.isActive
    slider.value = Double(filter.intensity)
  }

  // MARK: State

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(filter, forKey: "FilterKey")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    filter = coder.decodeObject(forKey: "FilterKey")
  }

  /// The filter has decoded by now.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    update()
  }
}

extension FilterInspectorController: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { FilterInspectorController(nil) }
}
