// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectResolver {
  /// The way an object was obtained.
  enum Way: CustomStringConvertible {
    case restorationClass(RestorationClass)
    case delegate
    case existed
    case storyboard
    /// In another place that its containers allow.
    case elsewhere

    /// The step of the search, as diagnostics number it.
    var description: String {
      switch self {
      case .restorationClass(let maker): "① made by \(maker.name)"
      case .delegate: "② from the delegate"
      case .existed: "③ existed"
      case .storyboard: "④ from its storyboard"
      case .elsewhere: "③ existed in another place"
      }
    }
  }

  /// Returns the text that debug logging shows for an attempt.
  func verdictText(on number: ObjectNumber) -> String {
    if objects.isObtained(number) { return way.description }
    return switch failure(number) {
    case .dropped(let reason): "not found: \(reason)"
    case .unclaimed: "waits to be registered"
    default: "waits for what it depends on"
    }
  }
}
