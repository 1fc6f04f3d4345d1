// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct ActivitySheetTests {
  @Test(
    "R84, R151: an activity sheet, named or not, is never restored, which needs no diagnostic",
    arguments: ["ActivitySheet", nil])
  func sheetIsNotRestored(identifier: String?) {
    let device = SharingDevice()
    let (first, sheet) = device.share(sheet: identifier)
    #expect(first.sheets == [identifier])
    let second = device.relaunch(first)
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.sheets == [])
    #expect(second.restorationReport?.outcomes.contains { $0.result != .restored } == false)
    #expect(!first.preservationReports.isEmpty)
    let diagnostics = first.preservationReports.flatMap(\.diagnostics)
    #expect(!diagnostics.contains { $0.contains("ActivityViewController") })
    _ = sheet
  }

  @Test("R84, R164: a reference to an activity sheet is written as nil, and a diagnostic says so")
  func sheetIsNoTarget() {
    let first = SharingDevice().share()
    var diagnostics: [String] = []
    let delegate = first.session.application.delegate as? TestDelegate
    delegate?.willEncode = { $0.encode(first.sheet, forKey: "sheet") }
    first.session.application.onPreserve = { diagnostics = $1.diagnostics }
    first.session.application.terminate()
    #expect(diagnostics.contains { $0.contains("ActivityViewController is never saved") })
  }

  @Test(
    "R84: an activity sheet stays when presented again, and reports once when closed or replaced",
    arguments: [true, false])
  func sheetEndsWithoutActivity(isReplaced: Bool) {
    let (session, sheet) = SharingDevice().share()
    var results: [Bool] = []
    sheet.completionHandler = { results.append($0 == nil && !$1) }
    session.root?.present(sheet, animated: false)
    #expect(session.sheets == ["ActivitySheet"] && results == [], "it is there already")
    if isReplaced {
      session.root?.present(Screen("Login"), animated: false)
    } else {
      sheet.button("Cancel")?.action?()
    }
    #expect(session.sheets == (isReplaced ? ["Login"] : []))
    #expect(sheet.presentingViewController == nil)
    #expect(results == [true])
  }

  @Test("An activity sheet over another sheet uncovers it when it closes")
  func sheetOverSheet() {
    let session = SharingDevice().launch()
    let below = Screen("Below")
    session.root?.present(below, animated: false)
    let sheet = ActivityViewController(activityItems: [.text("Hello")])
    below.present(sheet, animated: false)
    sheet.choose(.mail)
    #expect(session.sheets == ["Below", nil])
    session.window.presentationChain.last?.dismiss(animated: false)
    #expect(session.sheets == ["Below"])
  }

  @Test("The sheet offers the activities that fit the items, and the application's own ones")
  func rows() {
    let (session, sheet) = SharingDevice().share(activities: [Wave(), Refusal()])
    #expect(sheet.activities.map(\.activityTitle) == ["Mail", "Copy Text", "Wave"])
    #expect(sheet.button("Wave")?.showsTitleBesideIcon == true)
    #expect(sheet.button("Mail") === session.window.firstResponder, "Return chooses it")
    #expect(ActivityViewController(activityItems: []).activities.isEmpty)
  }

  @Test("Copying puts texts and titles on the clipboard and closes the sheet")
  func copying() {
    let (session, sheet) = SharingDevice().share()
    var results: [Activity.ActivityType?: Bool] = [:]
    sheet.completionHandler = { results[$0] = $1 }
    sheet.button("Copy Text")?.action?()
    #expect(session.host.copiedText == "Look!\nThe Dune")
    #expect(session.sheets == [])
    #expect(results == [.copyToPasteboard: true])
  }

  @Test("The application's own activity gets the items, is alone, and ends when it says so")
  func oneActivityAtATime() {
    let wave = Wave()
    let (session, sheet) = SharingDevice().share(activities: [wave])
    var results: [Activity.ActivityType?: Bool] = [:]
    sheet.completionHandler = { results[$0] = $1 }
    sheet.perform(wave)
    sheet.perform(wave)
    sheet.choose(.copyToPasteboard)
    #expect(wave.items == sheet.activityItems)
    #expect(session.host.copiedText == nil)
    #expect(session.sheets == ["ActivitySheet"], "it has not ended yet")
    wave.activityDidFinish(true)
    wave.activityDidFinish(false)
    #expect(results == [Wave.type: true])
    #expect(session.sheets == [])
  }
}

/// An activity that finishes on request.
@MainActor private final class Wave: Activity {
  static let type = ActivityType(rawValue: "org.example.wave")
  var items: [ActivityItem] = []

  override var activityType: ActivityType? { Wave.type }
  override var activityTitle: String { "Wave" }
  override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { true }
  override func prepare(withActivityItems items: [ActivityItem]) { self.items = items }
}

/// An activity that cannot perform any item.
@MainActor private final class Refusal: Activity {
  override var activityTitle: String { "Refusal" }
}
