// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

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
