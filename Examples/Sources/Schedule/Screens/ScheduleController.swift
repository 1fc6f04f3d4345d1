// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import ExampleSupport
import Foundation
import ViewControllers

/// One day of the conference.
@MainActor final class ScheduleController: ViewController {
  let conference: Conference
  private let list: SessionList
  private let dayControl: SegmentedControl
  private let tableView = TableView(restorationIdentifier: "Schedule Table")
  let emptyPage = StatusPage(iconName: "", title: "", sentence: "")

  /// The index of the shown day.
  @Restorable(key: "SelectedDateKey") private(set) var selectedDay = 0

  /// The filter of the day's sessions; the filter sheet changes it.
  @Restorable var filter = SessionFilter() { didSet { update() } }

  /// The search text of the list's last update.
  private var shownSearch = ""

  private lazy var filterItem = BarButtonItem(title: "Filter") { [weak self] in
    self?.presentFilter()
  }

  init(_ conference: Conference) {
    self.conference = conference
    list = SessionList(conference)
    dayControl = SegmentedControl(titles: conference.schedule.days.map { $0.name(.short) })
    super.init(restorationIdentifier: "Schedule")
    title = conference.schedule.title
    rightBarButtonItems = [filterItem]
    let search = SearchController(restorationIdentifier: "Search")
    search.searchBar.placeholder = "Title, speaker or track"
    search.searchResultsUpdater = self
    searchController = search
    let days = conference.schedule.days.indices.prefix(9)
    keyCommands = days.map { day in
      KeyCommand(
        input: Character("\(day + 1)"), discoverabilityTitle: "Day \(day + 1)"
      ) { [weak self] in self?.show(day: day) }
    }
    keyCommands.append(
      KeyCommand(input: "f", discoverabilityTitle: "Filter") { [weak self] in
        self?.presentFilter()
      })
    update()
    conference.notes.observe(self) { [weak self] in self?.update() }
  }

  // MARK: Views

  override func loadView() -> View {
    dayControl.layout.margins = EdgeInsets(top: 8, left: 12, bottom: 8, right: 12)
    dayControl.layout.horizontal = .center
    dayControl.onChange = { [weak self] in self?.show(day: $0) }

    tableView.delegate = self
    let content = list.makeContent(tableView, emptyPage)
    content.layout = .expanding
    return StackView(axis: .vertical, arrangedSubviews: [dayControl, content])
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    update()
  }

  /// Selects the session whose details are beside the list.
  ///
  /// A narrow window may have left another selection, and is restored as a wide one.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard let navigation = splitViewController as? ScheduleNavigation, !navigation.isCollapsed,
      let session = navigation.details?.session,
      let row = list.indexPath(ofSessionWithID: session.id)
    else { return }
    tableView.selectRow(at: row)
  }

  /// The selected session in the list.
  var selectedSession: Session? {
    tableView.indexPathsForSelectedRows.first.flatMap(list.session)
  }

  /// Shows the beginning of a day.
  func show(day: Int) {
    guard day != selectedDay, conference.schedule.days.indices.contains(day) else { return }
    selectedDay = day
    tableView.contentOffset = .zero
    update()
  }

  /// Shows a session's day, selects the session and opens its details.
  func reveal(_ session: Session) {
    if let day = conference.day(of: session) { show(day: day) }
    if let row = list.indexPath(ofSessionWithID: session.id) { tableView.selectRow(at: row) }
    open(session)
  }

  private var searchText: String {
    guard let searchController, searchController.isActive else { return "" }
    return searchController.searchBar.text.trimmingCharacters(in: .whitespaces)
  }

  private func presentFilter() {
    let filter = FilterController(self)
    filter.modalPresentationStyle = .popover
    filter.popoverPresentationController?.barButtonItem = filterItem
    present(filter, animated: true)
  }

  private func open(_ session: Session) {
    let details = SessionDetailsController(session, in: conference, fromSchedule: true)
    (splitViewController as? ScheduleNavigation)?.show(details)
  }

  /// Updates the list; the open session stays selected.
  ///
  /// Day, filter, search text and favorites determine the list.
  private func update() {
    if !conference.schedule.days.indices.contains(selectedDay) { selectedDay = 0 }
    let open = selectedSession ?? (splitViewController as? ScheduleNavigation)?.details?.session
    let old = tableView.indexPathsForSelectedRows.first
    shownSearch = searchText
    list.show(day: selectedDay, filter: filter, search: shownSearch)
    dayControl.selectedSegmentIndex = selectedDay
    filterItem.title = filter.isActive ? "Filter •" : "Filter"
    if list.sections.isEmpty { sayWhyEmpty() }
    emptyPage.isHidden = !list.sections.isEmpty
    tableView.reloadData()
    if let row = open.flatMap({ list.indexPath(ofSessionWithID: $0.id) }) {
      if row != old { tableView.selectRow(at: row) }
    } else if let old {
      tableView.deselectRow(at: old)
    }
  }

  /// Explains the empty list: no sessions, or no matches.
  private func sayWhyEmpty() {
    let days = conference.schedule.days
    guard days.indices.contains(selectedDay), !days[selectedDay].events.isEmpty else {
      let day = days.indices.contains(selectedDay) ? days[selectedDay].name(.long) : nil
      return emptyPage.show(
        iconName: "x-office-calendar-symbolic", title: "No Sessions",
        sentence: day.map { "There are no sessions on \($0)." }
          ?? "The schedule has no days.")
    }
    let advice =
      switch (shownSearch.isEmpty, filter.isActive) {
      case (true, _): "Show more with the filter."
      case (false, true): "Search for something else, or show more with the filter."
      case (false, false): "Search for something else."
      }
    emptyPage.show(
      iconName: "edit-find-symbolic", title: "No Session Matches", sentence: advice)
  }

  // MARK: State

  /// Shows the day's rows before the table decodes.
  ///
  /// The table decodes after this method.
  override func decodeRestorableState(with coder: RestorationDecoder) {
    update()
    super.decodeRestorableState(with: coder)
  }
}

extension ScheduleController: TableViewDelegate {
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    if let session = list.session(at: indexPath) { open(session) }
  }

  /// Lets the details follow the arrow keys, unless they would cover the list.
  func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath)
    -> Bool
  {
    splitViewController?.isCollapsed == false
  }
}

extension ScheduleController: SearchResultsUpdating {
  /// Updates the list after each key press and a restored search.
  ///
  /// The results are shown from the beginning. A restored list has no size yet and keeps its
  /// position.
  func updateSearchResults(for searchController: SearchController) {
    guard searchText != shownSearch else { return }
    if tableView.bounds.size.height > 0 { tableView.contentOffset = .zero }
    update()
  }
}
