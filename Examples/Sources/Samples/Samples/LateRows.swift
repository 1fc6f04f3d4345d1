// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A table whose rows arrive after launch; position and selection wait.
@MainActor final class LateRows: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = HeadlinesController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.controller(HeadlinesController.self).rowsDidArrive()
    let table = user.view("Headlines", TableView.self)
    table.hostDidScroll(to: CGPoint(x: 0, y: 44 * 20))
    table.hostDidSelectElement(at: IndexPath(item: 23, section: 0), extending: false)
  }

  func lookAround(_ user: User) { user.controller(HeadlinesController.self).rowsDidArrive() }
}

private final class HeadlinesController: ViewController {
  private let table = TableView(restorationIdentifier: "Headlines")
  private var headlines: [String] = []

  init() { super.init(restorationIdentifier: "News") }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    super.viewDidLoad()
    table.dataSource = self
  }

  func rowsDidArrive() {
    headlines = (0..<60).map { "Headline \($0)" }
    table.reloadData()
  }
}

extension HeadlinesController: TableViewDataSource, DataSourceModelAssociation {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    headlines.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = headlines[indexPath.item]
    return cell
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    headlines[indexPath.item]
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    headlines.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) }
  }
}
