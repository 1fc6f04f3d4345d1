// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

extension SceneInstance {
  /// Configures a view's properties and actions by its kind.
  func configure(_ view: View, _ element: Element, in scope: ObjectScope) {
    switch view {
    case let label as Label:
      label.text = element.viewText ?? ""
      label.truncates = element["lineBreakMode"] == "tailTruncation"
    case let button as Button:
      configure(button, element, in: scope)
    case let image as ImageView:
      image.image = self.image(element["image"], element)
      image.contentMode =
        element["contentMode"] == "scaleAspectFill" ? .scaleAspectFill : .scaleAspectFit
    case let progress as ProgressView:
      progress.progress = min(max(element.number("progress") ?? 0, 0), 1)
    case let stack as StackView:
      if element["axis"] == "vertical" { stack.axis = .vertical }
      stack.spacing = element.length("spacing") ?? stack.spacing
    case let input as TextInput:
      configure(input, element, in: scope)
    default:
      configureValue(of: view, element, in: scope)
    }
  }

  static let buttonEvents: Set<String> = ["touchUpInside", "primaryActionTriggered", "touchDown"]

  private func configure(_ button: Button, _ element: Element, in scope: ObjectScope) {
    button.title = element.buttonTitle ?? ""
    button.isEnabled = element.flag("enabled") ?? true
    button.action = trigger(element, events: Self.buttonEvents, sender: button, in: scope)
  }

  private func configure(_ input: TextInput, _ element: Element, in scope: ObjectScope) {
    input.text = element.viewText ?? ""
    switch input {
    case let field as TextField:
      field.placeholder = element.string("placeholder") ?? ""
      field.isSecure = element.value(of: "textInputTraits")?.flag("secureTextEntry") ?? false
      field.onReturn = trigger(
        element, events: ["editingDidEndOnExit", "primaryActionTriggered"], sender: field, in: scope
      )
    case let text as TextView:
      text.isEditable = element.flag("editable") ?? true
    case let search as SearchBar:
      search.placeholder = element.string("placeholder") ?? ""
      search.scopeTitles = element.list("scopeButtonTitles").map(\.text)
    default:
      break
    }
    if let changed = trigger(element, events: ["editingChanged"], sender: input, in: scope),
      element.connections.contains(where: { $0["eventType"] == "editingChanged" })
    {
      input.onChange = { _ in changed() }
    }
  }

  /// Configures a control that has a value.
  private func configureValue(of view: View, _ element: Element, in scope: ObjectScope) {
    let changed = trigger(
      element, events: ["valueChanged", "touchUpInside", "primaryActionTriggered"], sender: view,
      in: scope)
    switch view {
    case let slider as Slider:
      slider.minimumValue = element.number("minValue") ?? 0
      slider.maximumValue = max(element.number("maxValue") ?? 1, slider.minimumValue)
      slider.value = clamp(element.number("value"), slider.minimumValue, slider.maximumValue)
      if let changed { slider.onChange = { _ in changed() } }
    case let toggle as Switch:
      toggle.isOn = element.flag("on") ?? false
      if let changed { toggle.onChange = { _ in changed() } }
    case let stepper as Stepper:
      stepper.minimumValue = element.number("minimumValue") ?? 0
      stepper.maximumValue = max(element.number("maximumValue") ?? 100, stepper.minimumValue)
      stepper.stepValue = max(element.number("stepValue") ?? 1, 0)
      stepper.value = clamp(element.number("value"), stepper.minimumValue, stepper.maximumValue)
      if let changed { stepper.onChange = { _ in changed() } }
    case let control as SegmentedControl:
      control.titles = element.list("segments").map { $0.string("title") ?? $0["image"] ?? "" }
      if let index = element.number("selectedSegmentIndex").flatMap(Int.init(exactly:)),
        control.titles.indices.contains(index)
      {
        control.selectedSegmentIndex = index
      }
      if let changed { control.onChange = { _ in changed() } }
    default:
      break
    }
  }

  private func clamp(_ value: Double?, _ least: Double, _ greatest: Double) -> Double {
    min(max(value ?? least, least), greatest)
  }

  /// Returns a picture from the storyboard's bundle or folder.
  ///
  /// It may be in an asset catalogue there.
  private func image(_ name: String?, _ element: Element) -> Image? {
    guard let name, !name.isEmpty else { return nil }
    let folder = storyboard.bundle.map { $0.resourceURL ?? $0.bundleURL } ?? storyboard.folder
    let names = name.contains("/") ? [] : ["", ".png", ".jpg", ".jpeg"].map { name + $0 }
    let file = names.lazy.map { folder.appendingPathComponent($0) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    let image = file.map(Image.init(contentsOf:)) ?? storyboard.assets.image(named: name)
    if image == nil {
      note(
        "shows the picture \(name), which the bundle lacks", element, isOncePerFile: true)
    }
    return image
  }
}

extension Element {
  /// The title of a button.
  ///
  /// Else the name of its picture, type or system item.
  var buttonTitle: String? {
    let state = children.first { $0.name == "state" && $0["key"] == "normal" }
    let configuration = value(of: "configuration")
    return string("title") ?? configuration?.string("title") ?? configuration?.string(
      "attributedTitle")
      ?? state?.string("title") ?? state?.string("attributedTitle") ?? state?["image"]
      ?? drawnType ?? SystemItem.title(self["systemItem"])
  }

  /// The type of a button that UIKit draws a symbol for.
  private var drawnType: String? {
    guard name == "button", let type = self["buttonType"],
      !["custom", "system", "roundedRect", "plain"].contains(type)
    else { return nil }
    return type
  }
}
