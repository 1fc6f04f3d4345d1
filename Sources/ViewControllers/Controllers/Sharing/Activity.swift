// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An action on the items that an ``ActivityViewController`` shares.
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
  /// An identifier that tells activities apart.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The name of the activity.
    public var rawValue: String

    /// Creates a type.
    ///
    /// - Parameter rawValue: The name, such as `org.example.set-background`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Writes a mail in a ``MailComposeViewController``.
    public static let mail = Self(rawValue: "Mail")

    /// Copies texts and titles.
    public static let copyToPasteboard = Self(rawValue: "CopyToPasteboard")
  }

  /// The sheet that the activity was chosen on.
  ///
  /// `nil` before that, and once the sheet is gone.
  public internal(set) weak var sheet: ActivityViewController?

  /// Called once, when the activity has ended.
  var onFinish: (@MainActor (Bool) -> Void)?

  /// Creates an activity.
  public init() {}

  /// The identifier of the activity; the default is `nil`.
  open var activityType: ActivityType? { nil }

  /// The title of the activity in the sheet.
  open var activityTitle: String { "" }

  /// The name of the host's icon beside the title.
  ///
  /// The default is no icon.
  open var activityIconName: String? { nil }

  /// Decides whether the sheet offers the activity; the default is `false`.
  ///
  /// - Parameter items: The shared items.
  /// - Returns: Whether the activity can use them.
  open func canPerform(withActivityItems items: [ActivityItem]) -> Bool { false }

  /// Called first, when the user has chosen the activity.
  ///
  /// - Parameter items: The shared items.
  open func prepare(withActivityItems items: [ActivityItem]) {}

  /// The activity's interface, which replaces the sheet; the default is none.
  ///
  /// Read once, after ``prepare(withActivityItems:)``.
  open var activityViewController: ViewController? { nil }

  /// Performs an activity that has no interface.
  ///
  /// An override calls ``activityDidFinish(_:)`` at the end.
  open func perform() {}

  /// Ends the activity, and the sheet if it is still there.
  ///
  /// Called by subclasses.
  ///
  /// - Parameter completed: Whether the activity was done, as opposed to given up.
  public final func activityDidFinish(_ completed: Bool) {
    let finish = onFinish
    onFinish = nil
    finish?(completed)
  }
}
