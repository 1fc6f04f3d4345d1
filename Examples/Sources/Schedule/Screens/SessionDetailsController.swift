// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import ViewControllers

/// The details of a session, with a star and a feedback button.
@MainActor final class SessionDetailsController: ViewController {
  @RestorableModel private(set) var session: Session
  let conference: Conference
  @Restorable(key: "LaunchedFromScheduleView") private(set) var launchedFromTheScheduleView = false
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
    super.init(restorationIdentifier: "SessionDetails")
    launchedFromTheScheduleView = fromSchedule
    title = "Session"
    rightBarButtonItems = [feedbackItem, starItem]
    keyCommands = [
      KeyCommand(input: "s", discoverabilityTitle: "Star") { [weak self] in
        self?.starItem.action()
      },
      KeyCommand(input: "w", discoverabilityTitle: "Write feedback") { [weak self] in
        self?.writeFeedback()
      },
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
    let scrollView = ScrollView(restorationIdentifier: "Details View")
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
}

extension SessionDetailsController: FeedbackControllerDelegate {
  func feedbackController(_ controller: FeedbackController, didFinishWith comment: String?) {
    if let comment { conference.notes.send(comment, on: session) }
    controller.dismiss(animated: true)
  }
}
