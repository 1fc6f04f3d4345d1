// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// What Schedule's restoration takes with UIKit, beside `Examples/Sources/Schedule`: the state of the
// classes and the code that saves and restores it. How they look and what else they do is left out.

import UIKit

final class AppDelegate: UIResponder, UIApplicationDelegate {
  let conference = Conference()

  func makeInterface() -> UITabBarController {
    Conference.current = conference
    let favorites = UINavigationController(
      rootViewController: FavoritesController(conference))
    favorites.restorationIdentifier = "Favorites Nav"
    let tabs = UITabBarController()
    tabs.viewControllers = [ScheduleNavigation(conference), favorites]
    tabs.restorationIdentifier = "Root Tab Bar"
    return tabs
  }

  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool
  {
    coder.encode(conference.title, forKey: "conference")
    return true
  }

  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder)
    -> Bool
  { coder.decodeObject(forKey: "conference") as? String == conference.title }
}

final class ScheduleNavigation: UISplitViewController {
  convenience init(_ conference: Conference) {
    self.init(nibName: nil, bundle: nil)
    let list = UINavigationController(rootViewController: ScheduleController(conference))
    list.restorationIdentifier = "List Nav"
    let details = UINavigationController(rootViewController: UIViewController())
    details.restorationIdentifier = "Details Nav"
    viewControllers = [list, details]
    restorationIdentifier = "Schedule Nav"
  }
}

final class ScheduleController: UIViewController {
  let conference: Conference
  let tableView = UITableView()
  var filter = SessionFilter() { didSet { update() } }
  private(set) var selectedDay = 0
  private let list: SessionList
  private let searchController = UISearchController()

  init(_ conference: Conference) {
    self.conference = conference
    list = SessionList(conference)
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "Schedule"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.restorationIdentifier = "Schedule Table"
    tableView.dataSource = list
  }

  private func update() {
    list.show(day: selectedDay, filter: filter, search: searchController.searchBar.text ?? "")
    tableView.reloadData()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    applyRestoredSearch()
  }

  /// The restored search, until the schedule is on screen.
  private var restoredSearch: (isActive: Bool, isEditing: Bool, text: String?)?

  private func applyRestoredSearch() {
    guard let search = restoredSearch else { return }
    restoredSearch = nil
    searchController.isActive = search.isActive
    searchController.searchBar.text = search.text
    if search.isEditing { searchController.searchBar.becomeFirstResponder() }
  }

  private enum Key {
    static let selectedDay = "SelectedDateKey"
    static let filter = "FilterKey"
    static let searchIsActive = "SearchIsActiveKey"
    static let searchIsEditing = "SearchIsEditingKey"
    static let searchText = "SearchTextKey"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    coder.encode(selectedDay, forKey: Key.selectedDay)
    coder.encode(try? PropertyListEncoder().encode(filter), forKey: Key.filter)
    let search =
      restoredSearch
      ?? (
        searchController.isActive, searchController.searchBar.isFirstResponder,
        searchController.searchBar.text
      )
    coder.encode(search.isActive, forKey: Key.searchIsActive)
    coder.encode(search.isEditing, forKey: Key.searchIsEditing)
    coder.encode(search.text, forKey: Key.searchText)
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: NSCoder) {
    let day = coder.decodeInteger(forKey: Key.selectedDay)
    if conference.days.indices.contains(day) { selectedDay = day }
    if let data = coder.decodeObject(forKey: Key.filter) as? Data,
      let saved = try? PropertyListDecoder().decode(SessionFilter.self, from: data)
    {
      filter = saved
    }
    restoredSearch = (
      coder.decodeBool(forKey: Key.searchIsActive), coder.decodeBool(forKey: Key.searchIsEditing),
      coder.decodeObject(forKey: Key.searchText) as? String
    )
    update()
    super.decodeRestorableState(with: coder)
  }
}

extension SessionList: UIDataSourceModelAssociation {
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
    session(at: idx)?.id
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath? {
    indexPath(ofSessionWithID: identifier)
  }
}

final class FavoritesController: UIViewController {
  private let list: SessionList
  private let tableView = UITableView()

  init(_ conference: Conference) {
    list = SessionList(conference)
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "Favorites"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.restorationIdentifier = "Favorites Table"
    tableView.dataSource = list
  }
}

final class SessionDetailsController: UIViewController {
  let session: Session
  private(set) var launchedFromTheScheduleView: Bool
  private let conference: Conference
  private let scrollView = UIScrollView()

  init(_ session: Session, in conference: Conference, fromSchedule: Bool) {
    self.session = session
    self.conference = conference
    launchedFromTheScheduleView = fromSchedule
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "SessionDetails"
    restorationClass = SessionDetailsController.self
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.restorationIdentifier = "Details View"
  }

  private enum Key {
    static let session = "SessionID"
    static let launchedFromTheScheduleView = "LaunchedFromScheduleView"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    coder.encode(session.id, forKey: Key.session)
    coder.encode(launchedFromTheScheduleView, forKey: Key.launchedFromTheScheduleView)
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: NSCoder) {
    launchedFromTheScheduleView = coder.decodeBool(forKey: Key.launchedFromTheScheduleView)
    super.decodeRestorableState(with: coder)
  }
}

extension SessionDetailsController: UIViewControllerRestoration {
  /// Refuses a session that is gone or whose conference has ended.
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    let saved = coder.decodeObject(forKey: UIApplication.stateRestorationTimestampKey) as? Date
    guard let conference = Conference.current, !conference.hasEnded(since: saved),
      let id = coder.decodeObject(forKey: Key.session) as? String,
      let session = conference.session(withID: id)
    else { return nil }
    return SessionDetailsController(session, in: conference, fromSchedule: false)
  }
}

protocol FeedbackControllerDelegate: AnyObject {
  func feedbackController(_ controller: FeedbackController, didFinishWith comment: String?)
}

final class FeedbackController: UIViewController {
  let session: Session
  weak var delegate: (any UIViewController & FeedbackControllerDelegate)?
  private let commentTextView = UITextView()

  init(_ session: Session) {
    self.session = session
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "Feedback"
    restorationClass = FeedbackController.self
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    commentTextView.restorationIdentifier = "Comment"
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    if restoredEditing { commentTextView.becomeFirstResponder() }
  }

  private var restoredEditing = false

  private enum Key {
    static let session = "SessionID"
    static let delegate = "Delegate"
    static let text = "Text"
    static let isEditing = "IsEditing"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    coder.encode(session.id, forKey: Key.session)
    coder.encode(delegate, forKey: Key.delegate)
    coder.encode(commentTextView.text, forKey: Key.text)
    coder.encode(commentTextView.isFirstResponder, forKey: Key.isEditing)
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: NSCoder) {
    commentTextView.text = coder.decodeObject(forKey: Key.text) as? String
    restoredEditing = coder.decodeBool(forKey: Key.isEditing)
    super.decodeRestorableState(with: coder)
  }
}

extension FeedbackController: UIViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    guard let conference = Conference.current,
      let id = coder.decodeObject(forKey: Key.session) as? String,
      let session = conference.session(withID: id)
    else { return nil }
    let controller = FeedbackController(session)
    controller.delegate =
      coder.decodeObject(forKey: Key.delegate) as? any UIViewController & FeedbackControllerDelegate
    return controller
  }
}

final class FilterController: UIViewController {
  private let scheduleController: ScheduleController
  private let scrollView = UIScrollView()

  init(_ scheduleController: ScheduleController) {
    self.scheduleController = scheduleController
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "Filter"
    restorationClass = FilterController.self
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.restorationIdentifier = "Filter View"
  }

  private enum Key {
    static let scheduleController = "ScheduleViewController"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    coder.encode(scheduleController, forKey: Key.scheduleController)
    super.encodeRestorableState(with: coder)
  }
}

extension FilterController: UIViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    (coder.decodeObject(forKey: Key.scheduleController) as? ScheduleController)
      .map(FilterController.init)
  }
}

final class WebPageController: UIViewController {
  private let webView = UIWebView()

  init() {
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "Web Page"
    restorationClass = WebPageController.self
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    webView.restorationIdentifier = "Web View"
  }
}

extension WebPageController: UIViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? { WebPageController() }
}
