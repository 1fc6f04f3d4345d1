// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateRestoration
import Testing
import ViewControllers

@testable import Storyboards

/// Translated texts, and a message that gives a position.
@MainActor @Suite struct TranslationTests {
  private static let storyboard = Fixtures.document(
    initial: "vc",
    """
    <viewController id="vc" title="Start"><view key="view" id="v"><subviews>
    <label text="One" id="lbl"/><button id="btn"><state key="normal" title="Two"/></button>
    <segmentedControl id="seg"><segments><segment title="A"/><segment title="B"/></segments>
    </segmentedControl>
    <searchBar id="bar" placeholder="Find"><scopeButtonTitles><string>All</string></scopeButtonTitles>
    </searchBar>
    <textView id="txt"><string key="text">Long</string></textView>
    </subviews></view></viewController>
    """)

  /// Writes a strings table to a language folder beside `Base.lproj`.
  private func translation(
    _ table: String, _ language: String = "de", languages: [String] = ["de-AT", "en"],
    encoding: String.Encoding = .utf8, folder: String = "Base.lproj"
  ) throws -> StoryboardTranslation? {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: parent) }
    for name in [folder, "\(language).lproj"] {
      try FileManager.default.createDirectory(
        at: parent.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let bytes = try #require(table.data(using: encoding))
    try bytes.write(to: parent.appendingPathComponent("\(language).lproj/Main.strings"))
    return StoryboardTranslation(
      of: "Main", in: parent.appendingPathComponent(folder), languages: languages)
  }

  private func texts(_ translation: StoryboardTranslation?) throws -> [String?] {
    let objects = try StoryboardDocument(Data(Self.storyboard.utf8), translation: translation)
      .objects
    return [
      objects["vc"]?.string("title"), objects["lbl"]?.viewText,
      objects["btn"]?.children.first { $0["key"] == "normal" }?.string("title"),
      objects["seg"]?.list("segments").last?.string("title"), objects["bar"]?.string("placeholder"),
      objects["bar"]?.list("scopeButtonTitles").first?.text, objects["txt"]?.viewText,
    ]
  }

  @Test("R142: a strings table translates every kind of text", arguments: [true, false])
  func tableGivesTexts(isWide: Bool) throws {
    let table = #"""
      /* Class = "UIViewController"; title = "Start"; */
      "vc.title" = "Anfang";
      "lbl.text" = "Eins \"und\"\nmehr";  // a comment
      "btn.normalTitle" = "Zwei \U00E4";
      "seg.segmentTitles[1]" = "B2"; "bar.placeholder"="Suchen";
      "bar.scopeButtonTitles[0]" = "Alle";
      "txt.text" = "Lang";
      "gone.text" = "nobody";
      """#
    let translation = try #require(
      try translation(table, encoding: isWide ? .utf16 : .utf8))
    #expect(
      try texts(translation) == [
        "Anfang", "Eins \"und\"\nmehr", "Zwei ä", "B2", "Suchen", "Alle", "Lang",
      ])
  }

  @Test("Without a table in a user's language, the file's texts are used")
  func otherLanguages() throws {
    let table = "\"lbl.text\" = \"Eins\";"
    #expect(try translation(table, languages: ["fr", "en"]) == nil)
    #expect(try translation(table, folder: "en.lproj") == nil)
    #expect(try translation(table, languages: ["en-US", "de"]) == nil, "the file is in English")
    #expect(try translation(table, languages: ["de"]) != nil)
    #expect(try texts(nil) == ["Start", "One", "Two", "B", "Find", "All", "Long"])
  }

  @Test("The environment names the user's languages")
  func languagesOfTheEnvironment() {
    #expect(UserLanguages.preferred(["LANG": "de_AT.UTF-8"]) == ["de-AT"])
    #expect(
      UserLanguages.preferred(["LANG": "en_US.UTF-8", "LC_ALL": "fr_FR", "LANGUAGE": "pt_BR:pt"])
        == ["pt-BR", "pt"])
    #expect(UserLanguages.preferred(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == [])
    #expect(UserLanguages.preferred([:]) == [])
    #expect(UserLanguages.folders(of: "zh-CN") == ["zh-CN.lproj", "zh-Hans.lproj", "zh.lproj"])
  }

  @Test("A broken table keeps the entries before the break")
  func brokenTables() throws {
    for rest in [
      "\"", "\"lbl.text\" \"x\";", "\"lbl.text\" = \"\\", "/* ", "\"seg.segmentTitles[\" = \"x\";",
      "\"seg.segmentTitles[99999999999999999999]\" = \"x\";",
      "\"bar.scopeButtonTitles[-1]\" = \"x\";",
      "\".\" = \"x\";", "\"lbl.id\" = \"\\U12\";",
    ] {
      let found = try texts(try translation("\"vc.title\" = \"Anfang\";\n" + rest))
      #expect(found.first == "Anfang", "\(rest)")
      #expect(found.dropFirst().first == "One" || rest.contains("lbl"), "\(rest)")
    }
  }

  @Test("R151: a diagnostic names a missing identifier's file and line")
  func missingIdentifierIsNamedWithItsPlace() throws {
    let device = Device(storyboard: "Tabs")
    let first = device.launch()
    let tabs = try #require(first.root as? TabBarController)
    let nameless = try #require(tabs.children[1].children.first)
    #expect(nameless.restorationIdentifier == nil)
    nameless.view.restorationIdentifier = "View"
    first.application.terminate()
    let text = first.application.lastPreservationReport?.diagnostics.joined(separator: "\n") ?? ""
    #expect(text.contains("(Tabs.storyboard, line "), "\(text)")
    #expect(text.contains("has no restoration identifier"))
  }
}
