// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Distinguishes UIKit storyboards from Interface Builder's other documents.
enum DocumentKind {
  private static let supported: Set<String> = [
    "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB",
    "com.apple.InterfaceBuilder.AppleTV.Storyboard",
  ]

  /// Checks the root element.
  ///
  /// - Parameter root: The root element.
  /// - Throws: `StoryboardError` for anything but a storyboard for UIKit.
  static func check(_ root: Element) throws(StoryboardError) {
    func refuse(_ code: StoryboardError.Code, _ reason: String) -> StoryboardError {
      StoryboardError(code, reason, line: root.line)
    }
    if root.name == "archive" {
      throw refuse(.unsupported, "this is a nib archive of Xcode 4 or older, not a storyboard")
    }
    guard root.name == "document", let type = root["type"] else {
      throw refuse(
        .malformed, "the root element is <\(root.name)>, not a <document> of Interface Builder")
    }
    guard !supported.contains(type) else { return try checkVersion(root) }
    switch type {
    case let type where type.contains(".Cocoa.Storyboard"):
      throw refuse(.unsupported, "this is a storyboard for macOS, not for UIKit")
    case let type where type.contains("WatchKit"):
      throw refuse(.unsupported, "this is a storyboard for watchOS, not for UIKit")
    case let type where !type.contains("Storyboard"):
      throw refuse(.unsupported, "this is a nib (.xib), not a storyboard")
    default:
      throw refuse(.unsupported, "storyboards of type \(type) are not read")
    }
  }

  private static func checkVersion(_ root: Element) throws(StoryboardError) {
    let version = root["version"] ?? "no version"
    guard let number = Double(version), number >= 1, number < 4 else {
      throw StoryboardError(
        .unsupported, "format \(version) is not read, only 1.0 to 3.x", line: root.line)
    }
  }
}
