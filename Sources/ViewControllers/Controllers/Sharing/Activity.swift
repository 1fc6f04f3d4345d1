// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Something that can be done with what an ``ActivityViewController`` shares.
///
/// Mail and copying are built in. An application's own activities are subclasses:
///
/// ```swift
/// final class SetBackground: Activity {
///   override var activityTitle: String { "Set as Background" }
///   override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { true }
///   override func perform() { …; activityDidFinish(true) }
/// }
/// ```
@MainActor open class Activity {
  /// Tells activities apart.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The name of the activity.
    public var rawValue: String

    /// Creates a type.
    ///
    /// - Parameter rawValue: The name, such as `org.example.set-background`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Writes a mail, in a ``MailComposeViewController``.
    public static let mail = Self(rawValue: "Mail")

    /// Copies texts and titles.
    public static let copyToPasteboard = Self(rawValue: "CopyToPasteboard")
  }

  /// The sheet that the activity was chosen on; `nil` before, and once the sheet is gone.
  public internal(set) weak var sheet: ActivityViewController?

  /// Told once, when the activity has ended.
  var onFinish: (@MainActor (Bool) -> Void)?

  /// Creates an activity.
  public init() {}

  /// What tells the activity apart from others; the default is `nil`.
  open var activityType: ActivityType? { nil }

  /// What the sheet calls the activity.
  open var activityTitle: String { "" }

  /// The name of the host's icon beside the title; the default is none.
  open var activityIconName: String? { nil }

  /// Whether the sheet offers the activity; the default is `false`.
  ///
  /// - Parameter items: What is shared.
  /// - Returns: Whether it can do something with that.
  open func canPerform(withActivityItems items: [ActivityItem]) -> Bool { false }

  /// Called first when the user chose the activity.
  ///
  /// - Parameter items: What is shared.
  open func prepare(withActivityItems items: [ActivityItem]) {}

  /// The interface of the activity, which takes the place of the sheet; the default is none.
  ///
  /// Asked for once, after ``prepare(withActivityItems:)``.
  open var activityViewController: ViewController? { nil }

  /// Does what the activity is for, where it has no interface.
  ///
  /// An override calls ``activityDidFinish(_:)`` in the end.
  open func perform() {}

  /// Ends the activity, and the sheet if it is still there; called by subclasses.
  ///
  /// - Parameter completed: Whether it was done, as opposed to given up.
  public final func activityDidFinish(_ completed: Bool) {
    let finish = onFinish
    onFinish = nil
    finish?(completed)
  }
}
