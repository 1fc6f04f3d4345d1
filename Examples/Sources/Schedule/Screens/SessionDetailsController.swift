// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// Everything about one session, with a star to set and feedback to write.
@MainActor final class SessionDetailsController: ViewController {
  let session: Session
  private let conference: Conference
  private(set) var launchedFromTheScheduleView: Bool
  private let feedbackLabel = Label()
  private let scheduleButton = Button("Show in Schedule")

  private lazy var starItem = BarButtonItem(title: "Favorite") { [weak self] in
    guard let self else { return }
    conference.notes.toggleFavorite(session)
  }

  private lazy var feedbackItem = BarButtonItem(title: "Feedback") { [weak self] in
    self?.writeFeedback()
  }

  init(_ session: Session, in conference: Conference, fromSchedule: Bool) {
    self.session = session
    self.conference = conference
    launchedFromTheScheduleView = fromSchedule
    super.init()
    restorationIdentifier = "SessionDetails"
    restorationClass = SessionDetailsController.self
    title = "Session"
    rightBarButtonItems = [feedbackItem, starItem]
    keyCommands = [
      KeyCommand(input: "s") { [weak self] in self?.starItem.action() },
      KeyCommand(input: "w") { [weak self] in self?.writeFeedback() },
    ]
    conference.notes.observe(self) { [weak self] in self?.update() }
    update()
  }

  // MARK: Views

  override func loadView() -> View {
    scheduleButton.layout.horizontal = .start
    scheduleButton.layout.margins.top = 8
    scheduleButton.action = { [weak self] in self?.showInSchedule() }
    feedbackLabel.styleNames = ["dim-label"]
    let labels: [(text: String, style: String)] = [
      (session.title, "session-title"), (session.subtitle, "session-subtitle"),
      (place, "session-place"), (session.persons.joined(separator: ", "), "session-persons"),
      (session.abstract, "session-abstract"),
    ]
    let column = StackView(axis: .vertical, spacing: 8)
    for (text, style) in labels where !text.isEmpty {
      let label = Label(text)
      label.styleNames = [style]
      column.addSubview(label)
    }
    linkButtons.forEach(column.addSubview)
    column.addSubview(feedbackLabel)
    column.addSubview(scheduleButton)
    column.layout.margins = EdgeInsets(top: 20, left: 24, bottom: 24, right: 24)
    column.layout.vertical = .start
    let scrollView = ScrollView()
    scrollView.restorationIdentifier = "Details View"
    scrollView.layout = .expanding
    scrollView.addSubview(column)
    return scrollView
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    update()
  }

  private var place: String {
    let day = conference.day(of: session).map { conference.schedule.days[$0].name(.long) } ?? ""
    let times = [session.start, session.end].filter { !$0.isEmpty }.joined(separator: "–")
    return [day, times, session.room, session.track].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func update() {
    let isFavorite = conference.notes.isFavorite(session)
    starItem.title = isFavorite ? "Remove from Favorites" : "Add to Favorites"
    starItem.iconName = isFavorite ? "starred-symbolic" : "non-starred-symbolic"
    let feedback = conference.notes.feedback(on: session)
    feedbackLabel.text = feedback.map { "Your feedback: \($0)" } ?? ""
    feedbackLabel.isHidden = feedback == nil
    scheduleButton.isHidden = launchedFromTheScheduleView
  }

  private func showInSchedule() {
    guard let tabs = tabBarController,
      let schedule = tabs.viewControllers.compactMap({ $0 as? ScheduleNavigation }).first
    else { return }
    tabs.selectedViewController = schedule
    schedule.scheduleController.reveal(session)
  }

  private func writeFeedback() {
    let feedback = FeedbackController(session)
    feedback.delegate = self
    present(feedback, animated: true)
    feedback.beginEditing()
  }

  // MARK: State

  private enum Key {
    static let session = "SessionID"
    static let launchedFromTheScheduleView = "LaunchedFromScheduleView"
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(session.id, forKey: Key.session)
    coder.encode(launchedFromTheScheduleView, forKey: Key.launchedFromTheScheduleView)
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    launchedFromTheScheduleView = coder.decodeBool(forKey: Key.launchedFromTheScheduleView)
    super.decodeRestorableState(with: coder)
  }
}

extension SessionDetailsController: ViewControllerRestoration {
  /// A session that is gone is refused, and so is one of a conference that has ended since (R181).
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard let conference = Conference.current,
      !conference.hasEnded(since: coder.decodeDate(forKey: ReservedKey.timestamp)),
      let session = coder.decodeString(forKey: Key.session).flatMap(conference.session)
    else { return nil }
    return SessionDetailsController(session, in: conference, fromSchedule: false)
  }
}

extension SessionDetailsController: FeedbackControllerDelegate {
  func feedbackController(_ controller: FeedbackController, didFinishWith comment: String?) {
    if let comment { conference.notes.send(comment, on: session) }
    controller.dismiss(animated: true)
  }
}
