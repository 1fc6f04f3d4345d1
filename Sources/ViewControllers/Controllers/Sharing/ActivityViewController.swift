// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

import struct Foundation.CGSize

/// A sheet that offers what can be done with something: the activity sheet.
///
/// ```swift
/// let sheet = ActivityViewController(
///   activityItems: [.model(identifier: photo.id, title: photo.title)],
///   restorationIdentifier: "ActivitySheet")
/// sheet.attachmentSource = library
/// present(sheet, animated: true)
/// ```
///
/// The sheet itself is never saved: what it shares belongs to a moment. What is presented over it
/// takes its place, so the interface of an activity, such as a mail draft, lies where the sheet lay.
/// With an identifier on the sheet that interface is restored; without one it is not (R10, R84).
@MainActor public final class ActivityViewController: ViewController {
  /// What is shared.
  public let activityItems: [ActivityItem]

  /// What can be done with it: built-in activities first, then the application's own.
  public let activities: [Activity]

  /// Knows the files of the model objects that are shared; held weakly.
  public weak var attachmentSource: (any StateRestoring & AttachmentSource)?

  /// Called once, with the activity and whether it was done; without an activity when the sheet was
  /// closed.
  ///
  /// A draft that was restored has no sheet, and nobody is called for it.
  public var completionHandler: (@MainActor (Activity.ActivityType?, Bool) -> Void)?

  private var isPerforming = false

  /// Creates a sheet.
  ///
  /// - Parameters:
  ///   - activityItems: What is shared.
  ///   - applicationActivities: Activities besides the built-in ones.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(
    activityItems: [ActivityItem], applicationActivities: [Activity]? = nil,
    restorationIdentifier: String? = nil
  ) {
    self.activityItems = activityItems
    let offered: [Activity] = [MailActivity(), CopyActivity()] + (applicationActivities ?? [])
    activities = offered.filter { $0.canPerform(withActivityItems: activityItems) }
    super.init(restorationIdentifier: restorationIdentifier)
    title = ChromeString.share.localized
    preferredContentSize = CGSize(width: 360, height: 0)
  }

  override var isTransient: Bool { true }

  /// Does an activity, as a click on its row does; nothing while another is under way.
  ///
  /// - Parameter activity: One of ``activities``.
  public func perform(_ activity: Activity) {
    guard !isPerforming else { return }
    isPerforming = true
    let (handler, type) = (completionHandler, activity.activityType)
    completionHandler = nil
    activity.sheet = self
    activity.onFinish = { [weak self] completed in
      self?.isPerforming = false
      self?.presentingViewController?.dismiss(animated: true)
      handler?(type, completed)
    }
    activity.prepare(withActivityItems: activityItems)
    guard let controller = activity.activityViewController else { return activity.perform() }
    if restorationIdentifier.flatMap({ RestorationIdentifier($0) }) == nil {
      controller.restorationIdentifier = nil
    }
    present(controller, animated: true)
  }

  public override func loadView() -> View {
    let heading = Label(title ?? "")
    heading.styleNames = ["sheet-title"]
    heading.layout.expandsHorizontally = true
    heading.layout.horizontal = .start
    let cancel = Button(ChromeString.cancel.localized) { [weak self] in
      self?.dismiss(animated: true)
    }
    let top = StackView(axis: .horizontal, spacing: 12, arrangedSubviews: [heading, cancel])
    let rows = activities.map(row)
    let column = StackView(axis: .vertical, spacing: 6, arrangedSubviews: [top] + rows)
    column.layout.margins = EdgeInsets(all: 14)
    return column
  }

  private func row(_ activity: Activity) -> Button {
    let button = Button(activity.activityTitle) { [weak self] in self?.perform(activity) }
    button.iconName = activity.activityIconName
    button.showsTitleBesideIcon = true
    button.styleNames = ["flat", "activity"]
    return button
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    // Return does what is most likely wanted.
    view.subviews.dropFirst().first?.becomeFirstResponder()
  }

  /// The sheet has gone for good if it is in no window any more.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard window == nil, let handler = completionHandler else { return }
    completionHandler = nil
    handler(nil, false)
  }
}
