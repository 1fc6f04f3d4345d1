// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Typed text that exceeds an object's budget or the archive's.
@MainActor struct LongTextTests {
  @Test("R206: long text comes back whole, byte for byte", arguments: [900_000, 1_100_000])
  func longText(count: Int) {
    let text = String(repeating: "é", count: count)
    let view = relaunched({ TextView() }) { (view: TextView) in
      view.hostDidEdit(text: text, selectedTextRange: count..<count)
    }
    #expect(view?.text.utf8.count == 2 * count)
    #expect(view?.selectedRange == count..<count)
  }

  @Test("R206: an object's budget never cuts typed text, whatever its view")
  func typedTextHasNoObjectBudget() throws {
    let text = String(repeating: "x", count: 5_000)
    for kind in TextKind.allCases {
      let first = device { kind.make() }.launch()
      first.application.restoration.budget.objectSize = 1_000
      let input: TextInput = try #require(content(first))
      input.hostDidEdit(text: text, selectedTextRange: 0..<0)
      let again: TextInput? = content(first.relaunch())
      #expect(again?.text == text)
    }
    let first = searchDevice().launch()
    first.application.restoration.budget.objectSize = 1_000
    let search = searchList(first).search
    search.isActive = true
    search.searchBar.hostDidEdit(text: text, selectedTextRange: 0..<0)
    #expect(searchList(first.relaunch()).search.searchBar.text == text)
  }

  @Test("R206: the last text that fitted the budget stays, and the application hears once")
  func newestThatFittedStays() throws {
    let session = device { TextView() }.launch()
    let application = session.application
    application.restoration.budget = PreservationBudget(objectSize: 1_000, archiveSize: 10_000)
    var heard: [[PreservationReport.Omission]] = []
    application.restoration.onOmission = { heard.append($0) }
    let view: TextView = try #require(content(session))
    let (short, long) = (
      String(repeating: "s", count: 8_000), String(repeating: "l", count: 20_000)
    )
    view.hostDidEdit(text: short, selectedTextRange: 8_000..<8_000)
    application.preserve()
    #expect(heard.isEmpty)
    view.hostDidEdit(text: long, selectedTextRange: 20_000..<20_000)
    application.preserve()
    application.preserve()
    #expect(heard.count == 1, "once, not at each save")
    let omission = try #require(heard.first?.first)
    #expect(omission.key == "TextInput.text" && omission.byteCount > 20_000)
    #expect(omission.isTypedText && omission.keepsFormerValue)
    #expect(heard.first?.count == 1)
    let second = session.relaunch()
    let again: TextView = try #require(content(second))
    #expect(again.text == short)

    view.hostDidEdit(text: "fits", selectedTextRange: 4..<4)
    let pass = application.restoration.preserve(reason: .explicit)
    #expect(pass.report.omissions.isEmpty)
    #expect(heard.count == 2 && heard.last?.isEmpty == true)
  }

  @Test("R155, R206: other values give way to typed text")
  func otherValuesGoFirst() throws {
    let device = Device { window in
      let home = PictureScreen(restorationIdentifier: "Home")
      let view = TextView()
      view.restorationIdentifier = "Text"
      home.view.addSubview(view)
      window.rootViewController = home
    }
    let first = device.launch()
    let text = String(repeating: "t", count: 2 * PictureScreen.size)
    first.application.restoration.budget = PreservationBudget(
      objectSize: 2 * PictureScreen.size, archiveSize: 5 * PictureScreen.size / 2)
    let view: TextView = try #require(content(first))
    view.hostDidEdit(text: text, selectedTextRange: 0..<0)
    let second = first.relaunch()
    #expect(first.preservationReports.last?.omissions.map(\.key) == ["pixels"])
    let again: TextView? = content(second)
    #expect(again?.text == text)
  }

  @Test("R206: text longer than the archive's budget drops no other value")
  func longestText() throws {
    let first = device { TextView() }.launch()
    first.application.restoration.budget.archiveSize = 5_000
    let view: TextView = try #require(content(first))
    view.isEditable = false
    (first.root as? Screen)?.note = 7
    view.hostDidEdit(text: String(repeating: "l", count: 9_000), selectedTextRange: 0..<0)
    let second = first.relaunch()
    #expect(first.preservationReports.last?.omissions.map(\.key) == ["TextInput.text"])
    let again: TextView? = content(second)
    #expect(again?.text == "" && again?.isEditable == false)
    #expect((second.root as? Screen)?.note == 7)
  }

  @Test("R84, R206: a long mail draft comes back whole")
  func longDraft() throws {
    let text = String(repeating: "m", count: 5_000)
    let first = Device { $0.rootViewController = Screen("Home") }.launch()
    first.application.restoration.budget.objectSize = 1_000
    let draft = MailComposeViewController(restorationIdentifier: "Draft")
    draft.messageBody = text
    first.root?.present(draft, animated: false)
    let again = first.relaunch().root?.presentedViewController as? MailComposeViewController
    #expect(again?.messageBody == text)
  }
}

/// A screen that saves data that belongs in a file.
@MainActor private final class PictureScreen: ViewController {
  static let size = 8_000

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(String(repeating: "p", count: Self.size), forKey: "pixels")
  }
}
