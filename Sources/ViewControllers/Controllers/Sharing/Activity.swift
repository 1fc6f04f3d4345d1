// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

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

/// The activity that opens a mail draft.
///
/// Texts go into the body, and model objects are attached.
@MainActor final class MailActivity: Activity {
  private var items: [ActivityItem] = []

  override var activityType: ActivityType? { .mail }
  override var activityTitle: String { ChromeString.mail.localized }
  override var activityIconName: String? { "mail-message-new-symbolic" }
  override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { !items.isEmpty }
  override func prepare(withActivityItems items: [ActivityItem]) { self.items = items }

  override var activityViewController: ViewController? {
    let draft = MailComposeViewController()
    draft.restorationIdentifier = MailComposeViewController.draftIdentifier
    draft.subject = items.titles.first ?? ""
    draft.messageBody = items.texts.joined(separator: "\n")
    draft.attachments = items.modelIdentifiers
    draft.attachmentSource = sheet?.attachmentSource
    draft.completionHandler = { self.activityDidFinish($0 == .sent) }
    return draft
  }
}

/// The activity that copies texts, and the titles of model objects.
@MainActor final class CopyActivity: Activity {
  private var text = ""

  override var activityType: ActivityType? { .copyToPasteboard }
  override var activityTitle: String { ChromeString.copyText.localized }
  override var activityIconName: String? { "edit-copy-symbolic" }
  override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { !items.isEmpty }

  override func prepare(withActivityItems items: [ActivityItem]) {
    text = (items.texts + items.titles).joined(separator: "\n")
  }

  override func perform() {
    let host = sheet?.window?.application?.host
    host?.copy(text)
    activityDidFinish(host != nil)
  }
}

extension [ActivityItem] {
  fileprivate var texts: [String] {
    compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  fileprivate var titles: [String] {
    compactMap { if case .model(_, let title) = $0 { title } else { nil } }
  }

  fileprivate var modelIdentifiers: [String] {
    compactMap { if case .model(let identifier, _) = $0 { identifier } else { nil } }
  }
}

/// An item that an activity sheet can share.
public enum ActivityItem: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A model object of the application.
  ///
  /// - Parameters:
  ///   - identifier: The name of the object; an ``AttachmentSource`` knows its file.
  ///   - title: The title for the user.
  case model(identifier: String, title: String)
}

/// A model object's file, as it is handed to another program.
public struct Attachment: Hashable, Sendable {
  /// The location of the file.
  public var url: URL

  /// The name for the user.
  public var name: String

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - name: The name for the user.
  public init(url: URL, name: String) {
    self.url = url
    self.name = name
  }
}

/// An object that knows the files of model objects.
///
/// An attachment is saved as its model identifier. Its file is requested when the attachment is
/// shown and when it is sent. After a relaunch the source is found again if saved state can refer
/// to it: if it is registered, or is a controller with an identifier.
@MainActor public protocol AttachmentSource: AnyObject {
  /// Returns the file of a model object.
  ///
  /// - Parameter identifier: The name of the object; it may come from an older state.
  /// - Returns: `nil` if the object no longer exists.
  func attachment(withModelIdentifier identifier: String) -> Attachment?
}
