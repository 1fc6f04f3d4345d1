// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Returns the texts of newly created parts of the interface.
@MainActor private func shownTexts() throws -> [String] {
  let fixture = try HostFixture()
  defer { fixture.close() }
  let (home, page) = (ViewController(), ViewController())
  home.title = "Start"
  let navigation = NavigationController(rootViewController: home)
  fixture.show(navigation)
  navigation.pushViewController(page, animated: false)
  fixture.settle()
  let window = try XCTUnwrap(fixture.windowPeer)
  let back = try XCTUnwrap(backButton(below: window.window))
  let sheet = ActivityViewController(activityItems: [.text("Hello")])
  page.present(sheet, animated: false)
  fixture.settle()
  let buttons = [sheet.view.subviews[0].subviews[1]] + sheet.view.subviews.dropFirst()
  return [String(cString: gtk_widget_get_tooltip_text(back)), sheet.title ?? ""]
    + buttons.compactMap { ($0 as? Button)?.title }
    + window.menuEntries().joined().map(\.title)
    + [MailComposeViewController().title ?? ""]
}

@MainActor private func backButton(below widget: WidgetPointer) -> WidgetPointer? {
  if gtk_widget_has_css_class(widget, "back") != 0,
    gtk_widget_get_visible(widget) != 0
  {
    return widget
  }
  return widget.children.lazy.compactMap { backButton(below: $0) }.first
}

/// Skips a test in a locale that the C library never translates.
///
/// From version 2.39 on, the C library translates nothing in `C.UTF-8`.
@MainActor private func requireTranslations(in folder: String, copiedTo copy: URL) throws {
  let messages = copy.appendingPathComponent("de/LC_MESSAGES")
  try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
  try FileManager.default.copyItem(
    atPath: "\(folder)/de/LC_MESSAGES/swift-state-restoration.mo",
    toPath: messages.appendingPathComponent("control.mo").path)
  bindtextdomain("control", copy.path)
  let text = "Cancel".withCString { String(cString: g_dgettext("control", $0)) }
  try XCTSkipIf(text == "Cancel", "Nothing is translated in the locale C.UTF-8.")
}

final class ChromeStringTests: XCTestCase {
  private static let english = [
    "Back to Start", "Share", "Cancel", "Mail", "Copy Text", "Full screen", "Keyboard shortcuts",
    "Quit", "New Message",
  ]

  /// The program's own texts win; all others stay as they are.
  func testProgramReplacesTexts() throws {
    try MainActor.assumeIsolated {
      defer { ChromeString.replacement = nil }
      ChromeString.replacement = { string in
        switch string {
        case .backTo: "« %1$@"
        case .cancel: "Never mind"
        case .quit: "Leave"
        default: nil
        }
      }
      XCTAssertEqual(
        try shownTexts(),
        [
          "« Start", "Share", "Never mind", "Mail", "Copy Text", "Full screen",
          "Keyboard shortcuts", "Leave", "New Message",
        ])
      ChromeString.replacement = nil
      XCTAssertEqual(try shownTexts(), Self.english, "it is asked whenever something is shown")
    }
  }

  /// An inserted text may contain anything, even a placeholder.
  ///
  /// Placeholders may stand anywhere in a text.
  func testTextsArePutIn() {
    MainActor.assumeIsolated {
      defer { ChromeString.replacement = nil }
      XCTAssertEqual(ChromeString.pageOfPages.localized("2", "5"), "Page 2 of 5")
      XCTAssertEqual(ChromeString.backTo.localized("100 %1$@"), "Back to 100 %1$@")
      ChromeString.replacement = { _ in "%2$@/%1$@%3$@" }
      XCTAssertEqual(ChromeString.pageOfPages.localized("2", "5"), "5/2")
      ChromeString.replacement = { _ in "Page" }
      XCTAssertEqual(ChromeString.pageOfPages.localized("2", "5"), "Page")
      XCTAssertEqual(
        MailError(.failed, status: 7).description,
        "The mail program could not be opened (xdg-email ended with status 7). Open it yourself, "
          + "then send again.")
    }
  }

  /// In German, all texts come from the files beside the program.
  func testTextsAreGerman() throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    addTeardownBlock { try? FileManager.default.removeItem(at: copy) }
    try MainActor.assumeIsolated {
      try requireDisplay(GTKHost())
      let folder = try XCTUnwrap(Translations.folder(besides: "/proc/self/exe"))
      let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) }
      let language = g_getenv("LANGUAGE").map { String(cString: $0) }
      defer {
        if let language { g_setenv("LANGUAGE", language, 1) } else { g_unsetenv("LANGUAGE") }
        // A change of the locale clears the cached translations.
        setlocale(LC_MESSAGES, "C")
        setlocale(LC_MESSAGES, locale)
      }
      g_setenv("LANGUAGE", "de", 1)
      setlocale(LC_MESSAGES, "C")
      setlocale(LC_MESSAGES, "C.UTF-8")
      try requireTranslations(in: folder, copiedTo: copy)
      XCTAssertEqual(
        try shownTexts(),
        [
          "Zurück zu „Start“", "Teilen", "Abbrechen", "E-Mail", "Text kopieren", "Vollbild",
          "Tastenkürzel", "Beenden", "Neue Nachricht",
        ])
      XCTAssertEqual(MailError(.mailProgramMissing).localizedText.prefix(11), "Es wurde ke")
      XCTAssertTrue(
        ShortcutsWindow.description(of: [], canFind: false).contains("Das Fenster schließen"))
    }
  }

  /// A program without the module's resources runs in English.
  func testNoResourcesAreNoTranslations() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    try MainActor.assumeIsolated {
      XCTAssertNil(Translations.folder(besides: "/usr/bin/env"))
      XCTAssertNil(Translations.folder(besides: "/no/such/program"))
      let resources = folder.appendingPathComponent("swift-state-restoration_GTKHost.resources")
      try FileManager.default.createDirectory(
        at: resources.appendingPathComponent("locale"), withIntermediateDirectories: true)
      let program = folder.appendingPathComponent("program")
      try Data().write(to: program)
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
      XCTAssertEqual(
        Translations.folder(besides: link.path)?.hasSuffix("GTKHost.resources/locale"), true)
    }
  }
}
#endif
