// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Controllers and views whose records have an older schema.
@MainActor struct MigrationTests {
  private let device = Device { window in
    window.rootViewController = navigation(root: VersionedScreen(restorationIdentifier: "Home"))
  }

  /// Saves captions in version 1 of the schema.
  ///
  /// The launch-time screen, its view and a pushed screen have one.
  private func saveFirstVersion() {
    let first = device.launch()
    let home = first.navigation?.topViewController as? VersionedScreen
    home?.caption = "home"
    home?.marked.mark = 4
    let detail = VersionedScreen(restorationIdentifier: "Detail")
    detail.restorationClass = VersionedScreen.self
    detail.caption = "detail"
    first.navigation?.pushViewController(detail, animated: false)
    first.application.terminate()
  }

  private func launchSecondVersion(_ steps: (RestorationCoordinator) -> Void) -> Session {
    VersionedScreen.$version.withValue(2) {
      let delegate = TestDelegate { window in
        window.rootViewController = navigation(root: VersionedScreen(restorationIdentifier: "Home"))
      }
      let session = Session(device: device, version: "2", delegate: delegate)
      steps(session.application.restoration)
      session.application.launch()
      return session
    }
  }

  private func register(_ coordinator: RestorationCoordinator) {
    coordinator.migrate(VersionedScreen.self, from: 1, named: "Call it a title") {
      $0.rename("caption", to: "title")
    }
    coordinator.migrate(MarkedView.self, from: 1, named: "Count in tens") { record in
      try record.encode((record.decode(Int.self, forKey: "mark") ?? 0) * 10, forKey: "mark")
    }
  }

  @Test("R154: migrations apply to controllers and views, and to what lookups create")
  func controllersAndViews() {
    saveFirstVersion()
    let second = launchSecondVersion(register)
    let screens = second.navigation?.viewControllers.compactMap { $0 as? VersionedScreen }
    #expect(screens?.map(\.caption) == ["home", "detail"])
    #expect(screens?.first?.marked.mark == 40)
    #expect(second.restorationReport?.diagnostics == [])
    #expect(
      second.restorationReport?.migrations.map(\.name).sorted() == [
        "Call it a title", "Count in tens",
      ])
  }

  @Test("R154: a controller without a migration keeps its defaults, and so do its views")
  func missingStep() throws {
    saveFirstVersion()
    let second = launchSecondVersion { coordinator in
      coordinator.migrate(MarkedView.self, from: 1, named: "Count in tens") { _ in }
    }
    let home = second.navigation?.viewControllers.first as? VersionedScreen
    #expect(home?.caption == "")
    #expect(home?.marked.mark == 0)
    let report = try #require(second.restorationReport)
    let reason = try #require(report["Nav/:[0]:/Home"]?.defaultedReason)
    #expect(reason.contains("no step from 1 to 2"))
    #expect(report["Nav"] == .restored)
    let viewReason = report["Nav/:[0]:/Home/Marked"]?.defaultedReason
    #expect(viewReason == "its controller was not decoded")
  }
}

/// A screen whose second version writes its caption under another name.
@MainActor final class VersionedScreen: ViewController, ViewControllerRestoration {
  @TaskLocal static var version = 1

  override class var schemaVersion: Int { version }

  var caption = ""
  let marked = MarkedView("Marked")

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard coder.containsValue(forKey: key) else { return nil }
    let screen = VersionedScreen(restorationIdentifier: identifierComponents.last)
    screen.restorationClass = VersionedScreen.self
    return screen
  }

  private static var key: String { version == 1 ? "caption" : "title" }

  override func viewDidLoad() {
    view.addSubview(marked)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(caption, forKey: Self.key)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    caption = coder.decodeString(forKey: Self.key) ?? "absent"
  }
}

/// A view whose second version counts in tens.
@MainActor final class MarkedView: LoggingView {
  override class var schemaVersion: Int { VersionedScreen.version }
}
