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

extension SceneInstance {
  /// Sets titles, buttons and tab of a controller.
  func configureBars(of controller: ViewController) {
    let item = element.value(of: "navigationItem")
    controller.title = item?.string("title") ?? element.string("title")
    if let tab = element.value(of: "tabBarItem") { controller.tabBarItem = tabBarItem(tab) }
    controller.toolbarItems = barButtonItems(element.list("toolbarItems"))
    guard let item else { return }
    controller.leftBarButtonItems = barButtonItems(barButtons(of: item, "left"))
    controller.leftItemsSupplementBackButton = item.flag("leftItemsSupplementBackButton") ?? false
    // Interface Builder lists the right buttons from the edge inwards.
    controller.rightBarButtonItems = barButtonItems(barButtons(of: item, "right").reversed())
  }

  func barButtons(of item: Element, _ side: String) -> [Element] {
    let single = item.value(of: "\(side)BarButtonItem")
    return ([single].compactMap(\.self) + item.list("\(side)BarButtonItems"))
      .filter { $0.name == "barButtonItem" }
  }

  private func barButtonItems(_ elements: [Element]) -> [BarButtonItem] {
    elements.compactMap { element in
      let system = element["systemItem"]
      guard element.name == "barButtonItem", !SystemItem.isSpace(system)
      else { return nil }
      // A custom view in place of a button is used as a button, too.
      let custom = element.value(of: "customView")
      let title =
        element.string("title") ?? custom?.buttonTitle ?? SystemItem.title(system)
        ?? element["image"] ?? ""
      let item = BarButtonItem(title: title) {}
      item.iconName = SystemItem.iconName(system)
      item.isEnabled = element.flag("enabled") ?? true
      if let action = trigger(element, sender: item) {
        item.action = action
      } else if let custom,
        let action = trigger(custom, events: Self.buttonEvents, sender: item)
      {
        item.action = action
      }
      objects.add(item, id: element.id, element)
      return item
    }
  }

  private func tabBarItem(_ element: Element) -> TabBarItem {
    let system = element["systemItem"]
    return TabBarItem(
      title: element.string("title") ?? SystemItem.title(system) ?? "",
      iconName: SystemItem.iconName(system))
  }
}

/// The bar items that UIKit titles and draws on its own.
enum SystemItem {
  private static let iconNames = [
    "add": "list-add-symbolic", "trash": "user-trash-symbolic", "action": "send-to-symbolic",
    "search": "system-search-symbolic", "refresh": "view-refresh-symbolic",
    "edit": "document-edit-symbolic", "compose": "document-new-symbolic",
    "organize": "folder-symbolic", "bookmarks": "user-bookmarks-symbolic",
    "trace": "media-playback-start-symbolic", "pause": "media-playback-pause-symbolic",
    "rewind": "media-seek-backward-symbolic", "fastForward": "media-seek-forward-symbolic",
    "stop": "window-close-symbolic", "camera": "camera-photo-symbolic",
    "favorites": "starred-symbolic", "history": "document-open-recent-symbolic",
    "recents": "document-open-recent-symbolic", "contacts": "avatar-default-symbolic",
    "downloads": "folder-download-symbolic", "more": "view-more-symbolic",
  ]

  static func isSpace(_ system: String?) -> Bool {
    system == "flexibleSpace" || system == "fixedSpace"
  }

  static func iconName(_ system: String?) -> String? { system.flatMap { iconNames[$0] } }

  /// Returns the item's name as words: `mostRecent` becomes Most Recent.
  static func title(_ system: String?) -> String? {
    guard let system, let first = system.first else { return nil }
    if system == "action" { return "Share" }
    return system.dropFirst().reduce(into: String(first).uppercased()) { title, character in
      title += character.isUppercase ? " \(character)" : String(character)
    }
  }
}
