// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

import struct Foundation.CGSize

/// The activity sheet, which offers actions on shared items.
///
/// ```swift
/// let sheet = ActivityViewController(
///   activityItems: [.model(identifier: photo.id, title: photo.title)],
///   restorationIdentifier: "ActivitySheet")
/// sheet.attachmentSource = library
/// present(sheet, animated: true)
/// ```
///
/// The sheet itself is never saved. What is presented over it takes its place, so the interface of
/// an activity, such as a mail draft, lies where the sheet lay. That interface is restored only if
/// the sheet has an identifier.
@MainActor public final class ActivityViewController: ViewController {
  /// The shared items.
  public let activityItems: [ActivityItem]

  /// The offered activities: built-in ones first, then the application's own.
  public let activities: [Activity]

  /// The source of the shared model objects' files; held weakly.
  public weak var attachmentSource: (any StateRestoring & AttachmentSource)?

  /// Called once, when an activity has ended or the sheet was closed.
  ///
  /// Receives the activity and whether it was done. The activity is `nil` if the sheet was closed.
  /// A restored draft has no sheet, so the handler is not called for it.
  public var completionHandler: (@MainActor (Activity.ActivityType?, Bool) -> Void)?

  private var isPerforming = false

  /// Creates a sheet.
  ///
  /// - Parameters:
  ///   - activityItems: The items to share.
  ///   - applicationActivities: Activities in addition to the built-in ones.
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

  /// Performs an activity, as a click on its row does.
  ///
  /// Has no effect while another activity is in progress.
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
    // Return performs the most likely activity.
    view.subviews.dropFirst().first?.becomeFirstResponder()
  }

  /// Calls the completion handler if the sheet has gone for good.
  ///
  /// A sheet that is in no window has gone for good.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard window == nil, let handler = completionHandler else { return }
    completionHandler = nil
    handler(nil, false)
  }
}
