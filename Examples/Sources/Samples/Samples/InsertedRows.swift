// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A table with model identifiers, which gains rows between two lives.
@MainActor final class InsertedRows: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = ContactsController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let table = user.view("Contacts", TableView.self)
    table.hostDidScroll(to: CGPoint(x: 0, y: 44 * 40 + 11))
    table.hostDidSelectElement(at: IndexPath(item: 42, section: 0), extending: false)
    table.hostDidSelectElement(at: IndexPath(item: 45, section: 0), extending: true)
  }

  func remarks(_ user: User) -> [String] {
    let hidden = user.view("Contacts", TableView.self).contentOffset.y
      .truncatingRemainder(dividingBy: 44)
    return ["points of the first row that are out of sight: \(hidden)"]
  }

  /// Adds rows above and between, and removes a selected one.
  func prepareNextLaunch(_ user: User) {
    var names = ContactsController.names
    names.remove(at: 45)
    names.insert("New in between", at: 42)
    names.insert(contentsOf: ["New at the top", "New, too"], at: 0)
    ContactsController.names = names
    user.controller(ContactsController.self).reload()
  }
}

private final class ContactsController: ViewController {
  private static let file = SampleFolder.url(of: "inserted-rows").appendingPathComponent("names")

  static var names: [String] {
    get {
      let initial = (0..<100).map { "Contact \($0)" }.joined(separator: "\n")
      return SampleFolder.text(of: file, madeWith: initial).components(separatedBy: "\n")
    }
    set { SampleFolder.write(newValue.joined(separator: "\n"), to: file) }
  }

  private let table = TableView(restorationIdentifier: "Contacts")
  private var contacts: [String] = []

  init() { super.init(restorationIdentifier: "List") }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    super.viewDidLoad()
    table.allowsMultipleSelection = true
    table.dataSource = self
    reload()
  }

  func reload() {
    contacts = Self.names
    table.reloadData()
  }
}

extension ContactsController: TableViewDataSource, DataSourceModelAssociation {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    contacts.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = contacts[indexPath.item]
    return cell
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    contacts[indexPath.item]
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    contacts.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) }
  }
}
