// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import ViewControllers

/// A row for a session: time, title, room, and a favorite's star.
@MainActor final class SessionCell: TableViewCell {
  private let startLabel = Label()
  private let endLabel = Label()
  private let starLabel = Label("★")

  required init() {
    super.init()
    startLabel.styleNames = ["session-start"]
    endLabel.styleNames = ["session-end"]
    starLabel.styleNames = ["session-star"]
    starLabel.layout.vertical = .center
    starLabel.accessibilityLabel = "Favorite"

    let times = StackView(axis: .vertical, spacing: 2, arrangedSubviews: [startLabel, endLabel])
    times.layout.vertical = .center
    times.layout.minimumSize.width = 48
    let texts = subviews
    let row = StackView(axis: .horizontal, spacing: 12, arrangedSubviews: [times])
    for view in texts {
      view.layout.expandsHorizontally = true
      row.addSubview(view)
    }
    row.addSubview(starLabel)
    row.layout.minimumSize.height = 48
    addSubview(row)
  }

  func show(_ session: Session, isFavorite: Bool) {
    startLabel.text = session.start
    endLabel.text = session.end
    textLabel.text = session.title
    detailTextLabel.text = [session.room, session.track].filter { !$0.isEmpty }
      .joined(separator: " · ")
    starLabel.isHidden = !isFavorite
    accessibilityLabel = "\(session.start), \(session.title), \(session.room)"
  }
}
