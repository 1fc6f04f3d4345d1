// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// State that no screen shows, kept in the application record.
///
/// The delegate saves it there, with a reference to a screen.
@MainActor final class OpenServer: Sample {
  private var server = "none"
  private var lastRead: ViewController?
  private let articles = ArticlesController()

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: articles, restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool {
    coder.encode("Kim", forKey: "account")
    return true
  }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool {
    coder.decodeString(forKey: "account") == "Kim"
      && coder.decodeString(forKey: ReservedKey.bundleVersion) == "1.0"
  }

  func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder
  ) {
    coder.encode(server, forKey: "server")
    coder.encode(lastRead, forKey: "lastRead")
  }

  func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder
  ) {
    server = coder.decodeString(forKey: "server") ?? "none"
    lastRead = coder.decodeObject(ViewController.self, forKey: "lastRead")
  }

  func use(_ user: User) {
    server = "news.example.org"
    lastRead = articles
    articles.invalidateRestorableState()
  }

  func remarks(_ user: User) -> [String] {
    ["connected to \(server)", "read last in the list: \(lastRead === articles)"]
  }
}

private final class ArticlesController: ViewController {
  init() {
    super.init(restorationIdentifier: "Articles")
    title = "Articles"
  }
}
