// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// Half-typed text over two documents, one of which changes between lives.
///
/// Another program changes it. The text over the unchanged document is restored. The changed
/// document shows its new version, and each launch offers the typed text until the user answers.
@MainActor final class HalfTyped: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [DocumentController("Letter"), DocumentController("Report")],
      restorationIdentifier: "Documents")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.type("First version of Letter, with a", into: "Body")
    user.view("Body", TextView.self).hostDidSelect(6..<13)
    user.controller(TabBarController.self).selectedIndex = 1
    user.type("First version of Report, and half of a", into: "Body")
  }

  func prepareNextLaunch(_ user: User) {
    let report = user.controller(DocumentController.self)
    report.changeOnDisk()
    report.offer("First version of Report, and half of a")
  }
}

private final class DocumentController: ViewController {
  private let file: URL
  private let name: String
  private let offered = Label()
  private let body = TextView(restorationIdentifier: "Body")

  init(_ name: String) {
    self.name = name
    file = SampleFolder.url(of: "half-typed").appendingPathComponent(name)
    super.init(restorationIdentifier: name)
    title = name
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    body.text = SampleFolder.text(of: file, madeWith: "First version of \(name)")
    body.onUnrestoredTextChange = { [weak self] text in self?.offer(text) }
    view.addSubview(body)
    view.addSubview(offered)
  }

  /// Shows text that was typed over another version of the document.
  func offer(_ text: String?) {
    offered.text = text.map { "You had typed: \($0)" } ?? ""
  }

  func changeOnDisk() {
    SampleFolder.write("Second version of \(name)", to: file)
    body.text = "Second version of \(name)"
  }
}
