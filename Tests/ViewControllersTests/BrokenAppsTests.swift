// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

/// Deliberately broken applications, and the messages that lead to each cause.
@MainActor struct BrokenAppsTests {
  /// Saves everything once and returns the report of the pass.
  private func diagnostics(_ interface: @escaping (Window) -> Void) throws -> [String] {
    let session = Device(interface).launch()
    session.application.terminate()
    return try #require(session.preservationReports.last).diagnostics
  }

  /// Returns the newest saved state of a device.
  private func state(of device: Device) throws -> RestorationSnapshot {
    try #require(Archiver(store: device.store, keys: device.keys).load().snapshot)
  }

  @Test("R151, R155: the report names the class, key and size of an oversized value, and a command")
  func fatScreen() throws {
    let device = Device { $0.rootViewController = FatScreen("Home") }
    let session = device.launch()
    session.application.terminate()
    let report = try #require(session.preservationReports.last)
    let size = try #require(report.omissions.first).byteCount
    #expect(size > FatScreen.size)
    let sentence =
      "key pixels of ViewControllersTests.FatScreen has \(size) bytes and is not saved, since an "
      + "object may have 1048576; save what identifies the data instead, or raise the "
      + "coordinator's budget; restoration-archive sizes shows what else is large"
    #expect(report.diagnostics == ["Home: " + sentence])
    let notes = try state(of: device).notes
    #expect(notes.map(\.outcome) == [.incomplete] && notes.map(\.sentence) == [sentence])
  }

  @Test("R62, R151, R179: the report says whether the restore was complete, and what is missing")
  func missingScreen() throws {
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let first = device.launch()
    // The mistake: no lookup step of the next launch can create this screen.
    first.navigation?.pushViewController(Screen("Detail"), animated: false)
    let second = first.relaunch()
    #expect(second.stack == ["Home"])
    let report = try #require(second.restorationReport)
    #expect(!report.isComplete)
    #expect(report.summary == "2 restored, 1 dropped")
    #expect(
      report.diagnostics == [
        "Nav/:[1]:/Detail: no step could make it: ① it has no restoration class, ② the delegate "
          + "returned nil, ③ none exists at this path, ④ it came from no storyboard"
      ])
    let whole = Device { $0.rootViewController = Screen("Home") }
    let complete = try #require(whole.launch().relaunch().restorationReport)
    #expect(complete.isComplete && complete.summary == "1 restored")
    #expect(try #require(whole.launch().restorationReport).isComplete)
  }

  @Test("R10, R11, R151: a relaunch in a test finds the controller without an identifier")
  func forgottenIdentifier() throws {
    let device = Device { window in
      window.rootViewController = PairController("Pair", [Screen(nil), Screen("Named")])
    }
    let first = device.launch()
    first.root?.children.forEach { ($0 as? Screen)?.note = 7 }
    let second = first.relaunch()
    #expect(second.root?.children.map { ($0 as? Screen)?.note } == [0, 7])
    #expect(
      first.preservationReports.last?.diagnostics == [
        "Pair: key children: the reference to ViewControllersTests.Screen is written as nil, "
          + "because ViewControllersTests.Screen has no restoration identifier; set its "
          + "restorationIdentifier"
      ])
  }

  @Test("R151, R164: references outside of all windows and of saved controllers are named")
  func referencesOutside() throws {
    let (elsewhere, field) = (Screen("Elsewhere"), LoggingView("Field"))
    let said = try diagnostics { window in
      let unnamed = Screen(nil)
      unnamed.view.addSubview(field)
      let home = PointingScreen("Home")
      home.addChild(unnamed)
      home.targets = ["elsewhere": elsewhere, "field": field]
      window.rootViewController = home
    }
    #expect(
      said.contains(
        "Home: key elsewhere: the reference to ViewControllersTests.Screen is written as nil, "
          + "because ViewControllersTests.Screen is not contained in a controller of any window; "
          + "add it with addChild(_:), push it, present it or make it a window's root"))
    #expect(
      said.contains(
        "Home: key field: the reference to ViewControllersTests.LoggingView is written as nil, "
          + "because the controller ViewControllersTests.Screen of the view is not preserved; give "
          + "it a restoration identifier"))
  }
}

/// A screen that saves its pixels instead of their source.
@MainActor private final class FatScreen: Screen {
  static let size = 2 << 20

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(Data(count: Self.size), forKey: "pixels")
  }
}

/// A screen that saves references to objects anywhere.
@MainActor private final class PointingScreen: Screen {
  var targets: [String: any StateRestoring] = [:]

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    for (key, target) in targets.sorted(by: { $0.key < $1.key }) {
      coder.encode(target, forKey: key)
    }
  }
}
