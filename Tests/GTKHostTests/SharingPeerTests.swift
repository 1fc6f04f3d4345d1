// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class SharingPeerTests: XCTestCase {
  /// R84: the sheet has a row for each activity.
  ///
  /// A row has an icon and a title. Escape closes the sheet.
  func testActivitySheetHasRowsAndEscapeClosesIt() throws {
    try withFixture { fixture in
      let root = ViewController()
      fixture.show(root)
      let sheet = ActivityViewController(activityItems: [.text("Hello")])
      var results: [Bool] = []
      sheet.completionHandler = { results.append($0 == nil && !$1) }
      root.present(sheet, animated: true)
      fixture.settle()
      let rows = sheet.view.subviews.dropFirst().compactMap { $0.peer as? ButtonPeer }
      XCTAssertEqual(rows.count, 2)
      for (row, title) in zip(rows, ["Mail", "Copy Text"]) {
        XCTAssertNotEqual(gtk_widget_get_mapped(row.widget), 0)
        let icon = try XCTUnwrap(
          gtk_widget_get_first_child(gtk_widget_get_first_child(row.widget)))
        let label = try XCTUnwrap(gtk_widget_get_next_sibling(icon))
        XCTAssertEqual(String(cString: gtk_label_get_text(label.opaque)), title)
      }
      let peer = try XCTUnwrap(fixture.windowPeer)
      XCTAssertEqual(fixture.focus, rows[0].widget, "Return chooses Mail")
      XCTAssertTrue(peer.userDidPressEscape())
      fixture.settle()
      XCTAssertEqual(fixture.window.presentationChain.count, 1)
      XCTAssertEqual(results, [true])
    }
  }

  /// R84: a click on a row replaces the sheet with the draft.
  ///
  /// Escape discards the draft.
  func testClickOpensTheDraft() throws {
    try withFixture { fixture in
      let root = ViewController()
      fixture.show(root)
      let sheet = ActivityViewController(activityItems: [.text("Hello")])
      root.present(sheet, animated: true)
      fixture.settle()
      let mail = try XCTUnwrap(sheet.view.subviews[1].peer as? ButtonPeer)
      gtk_widget_activate(mail.widget)
      fixture.pump { fixture.window.presentationChain.last is MailComposeViewController }
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(mail.widget), 0)
      let draft = try XCTUnwrap(
        fixture.window.presentationChain.last as? MailComposeViewController)
      let recipients = try XCTUnwrap(draft.input("To")?.peer as? TextFieldPeer)
      let peer = try XCTUnwrap(fixture.windowPeer)
      XCTAssertEqual(fixture.focus, WidgetPointer(recipients.text))
      gtk_editable_set_text(recipients.text, "jane@example.org")
      XCTAssertEqual(draft.toRecipients, ["jane@example.org"])
      XCTAssertEqual((draft.input("Body")?.peer as? TextViewPeer)?.shownText, "Hello")
      XCTAssertTrue(peer.userDidPressEscape())
      fixture.settle()
      let alert = try XCTUnwrap(fixture.window.presentationChain.last as? AlertController)
      let answers = alert.view.subviews.last?.subviews.compactMap { $0.peer as? ButtonPeer } ?? []
      XCTAssertEqual(fixture.focus, answers.first?.widget)
      gtk_widget_activate(try XCTUnwrap(answers.last).widget)
      fixture.pump { fixture.window.presentationChain.count == 1 }
    }
  }

  func testCopiedTextIsOnTheClipboard() throws {
    try withFixture { fixture in
      fixture.show(ViewController())
      fixture.host.copy("Grace 👍🏽")
      let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
      let content = try XCTUnwrap(gdk_clipboard_get_content(clipboard))
      var value = GValue()
      g_value_init(&value, GType(16 << 2))  // `G_TYPE_STRING` is a macro
      defer { g_value_unset(&value) }
      XCTAssertNotEqual(gdk_content_provider_get_value(content, &value, nil), 0)
      XCTAssertEqual(g_value_get_string(&value).map { String(cString: $0) }, "Grace 👍🏽")
    }
  }
}

extension ViewController {
  /// Returns the input with an identifier.
  fileprivate func input(_ identifier: String) -> TextInput? {
    func find(_ view: View) -> TextInput? {
      if let input = view as? TextInput, input.restorationIdentifier == identifier {
        return input
      }
      for subview in view.subviews {
        if let found = find(subview) { return found }
      }
      return nil
    }
    return find(view)
  }
}
#endif
