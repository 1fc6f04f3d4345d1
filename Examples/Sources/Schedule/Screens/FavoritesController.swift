// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
import Foundation
import ViewControllers

/// The sessions with a star on all days.
///
/// It is created at launch and found by its path, so it needs no restoration code.
@MainActor final class FavoritesController: ViewController {
  private let conference: Conference
  private let list: SessionList
  private let tableView = TableView(restorationIdentifier: "Favorites Table")
  let emptyPage = StatusPage(
    iconName: "starred-symbolic", title: "No Favorites",
    sentence: "Star a session to find it here.")

  init(_ conference: Conference) {
    self.conference = conference
    list = SessionList(conference)
    super.init(restorationIdentifier: "Favorites")
    title = "Favorites"
    conference.notes.observe(self) { [weak self] in self?.update() }
  }

  override func loadView() -> View {
    tableView.delegate = self
    return list.makeContent(tableView, emptyPage)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    update()
  }

  private func update() {
    list.showFavorites()
    emptyPage.isHidden = !list.sections.isEmpty
    if let selected = tableView.indexPathsForSelectedRows.first {
      tableView.deselectRow(at: selected)
    }
    tableView.reloadData()
  }
}

extension FavoritesController: TableViewDelegate {
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    guard let session = list.session(at: indexPath) else { return }
    navigationController?.pushViewController(
      SessionDetailsController(session, in: conference, fromSchedule: false), animated: true)
  }
}
