// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import Testing
import ViewControllers

/// Broken and hostile files cause errors with a line number, nothing else.
@MainActor @Suite struct HostileStoryboardTests {
  private func expect(
    _ text: String, _ code: StoryboardError.Code, line: Int?, _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: StoryboardError.self, sourceLocation: sourceLocation) {
      try Fixtures.open(text: text)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.line == line, sourceLocation: sourceLocation)
    #expect(
      error?.description.contains(reason) == true, "\(String(describing: error))",
      sourceLocation: sourceLocation)
  }

  @Test(
    "Every truncation of a storyboard is an error with a line", arguments: ["Split", "Form"])
  func truncations(name: String) throws {
    let file = Fixtures.bundle.bundleURL.appendingPathComponent("\(name).storyboard")
    let data = try Data(contentsOf: file)
    let end = try #require(data.lastIndex(of: UInt8(ascii: ">")))
    for length in stride(from: 0, through: end, by: 97) {
      let error = #expect(throws: StoryboardError.self, "\(length)") {
        try Fixtures.open(bytes: data.prefix(length))
      }
      #expect(error?.code == .malformed)
      #expect((error?.line ?? 0) >= 1)
    }
  }

  @Test("XML that is not well-formed is refused")
  func malformedXML() {
    expect("", .malformed, line: 1, "not well-formed")
    expect("<document>\n<scenes>\n</document>", .malformed, line: 3, "not well-formed")
    expect("<document>\n\n<scenes a='1' a='2'/></document>", .malformed, line: 3, "well-formed")
    expect("<document>&undefined;</document>", .malformed, line: 1, "well-formed")
    expect("{}", .malformed, line: 1, "well-formed")
  }

  @Test("An XML instruction without content is refused, since it ends Foundation's parser")
  func emptyInstructions() {
    for text in [
      "<?xmF-8?>\nPo", "<?x?><document/>", "<document><![CDATA[<?a ]]><?b?></document>",
      "<document><?a b?><?c?></document>",
    ] {
      expect(text, .malformed, line: 1, "instruction without content")
    }
    expect("<document>\n\n<?a?></document>", .malformed, line: 3, "instruction without content")
    #expect(throws: Never.self) {
      try Fixtures.open(text: Fixtures.document("<?a b?>\n<!-- <? a?> -->"))
    }
  }

  @Test("A merge conflict is reported with its first line")
  func mergeConflicts() {
    let scene = "\n<<<<<<< HEAD\n<viewController id=\"a\"/>\n=======\n>>>>>>> other\n"
    expect(Fixtures.document(scene), .malformed, line: 5, "merge conflict")
  }

  @Test("A document type is refused, and so are all entities")
  func documentTypes() {
    let laughs = """
      <?xml version="1.0"?>
      <!-- harmless -->
      <!DOCTYPE document [
      <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c SYSTEM "file:///etc/passwd">
      ]>
      <document>&b;&c;</document>
      """
    expect(laughs, .malformed, line: 3, "document type")
    expect("<!DOCTYPE x SYSTEM 'http://example.org/x'><x/>", .malformed, line: 1, "document type")
  }

  @Test("Only text in UTF-8 is read")
  func encodings() throws {
    expect(
      "<?xml version=\"1.0\" encoding=\"UTF-7\"?><document/>", .malformed, line: 1, "encoding")
    let wide = try #require("<document/>".data(using: .utf16))
    let error = #expect(throws: StoryboardError.self) { try Fixtures.open(bytes: wide) }
    #expect(error?.code == .malformed)
  }

  @Test("Deep nesting and huge counts are refused")
  func sizes() {
    let deep =
      (0..<100).map { "<view id=\"v\($0)\"><subviews>\n" }.joined()
      + String(repeating: "</subviews></view>", count: 100)
    expect(
      Fixtures.document("<viewController id=\"c\">\(deep)</viewController>"), .limitExceeded,
      line: 101, "200 deep")
    expect(
      Fixtures.document(String(repeating: "<a/>\n", count: 400_001)), .limitExceeded,
      line: 400_000, "400000 elements")
  }

  @Test("Interface Builder's other documents are refused by name")
  func otherDocuments() {
    func document(_ type: String, version: String = "3.0") -> String {
      "<?xml version=\"1.0\"?>\n<document type=\"\(type)\" version=\"\(version)\"/>"
    }
    expect(
      document("com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB"), .unsupported, line: 2, "macOS")
    expect(document("com.apple.InterfaceBuilder3.CocoaTouch.XIB"), .unsupported, line: 2, ".xib")
    expect(
      document("com.apple.InterfaceBuilder.WatchKit.Storyboard"), .unsupported, line: 2, "watchOS")
    expect(
      document("com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB", version: "9"),
      .unsupported, line: 2, "format 9")
    expect(
      "<archive type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>", .unsupported, line: 1,
      "nib archive")
    expect("<html/>", .malformed, line: 1, "<html>")
  }

  @Test("Ids of no object, or of two objects, are refused")
  func ids() {
    expect(
      Fixtures.document(initial: "gone", "<viewController id=\"a\"/>"), .malformed, line: 2, "gone")
    expect(
      Fixtures.document("<viewController id=\"a\"/>", "<viewController id=\"a\"/>"), .malformed,
      line: 5, "the id a of <viewController> in line 4")
    func segue(_ attributes: String) -> String {
      Fixtures.document(
        "<viewController id=\"a\"/>",
        "<viewController id=\"b\"><connections><segue \(attributes)/></connections></viewController>"
      )
    }
    expect(segue("kind=\"show\""), .malformed, line: 5, "no destination")
    expect(segue("destination=\"zz\" kind=\"show\""), .malformed, line: 5, "zz")
  }

  @Test("Scenes that contain themselves or more than a thousand others are refused")
  func containment() {
    func tabs(_ id: String, _ destinations: String...) -> String {
      let segues = destinations.map {
        "<segue destination=\"\($0)\" kind=\"relationship\" relationship=\"viewControllers\"/>"
      }
      return "<tabBarController id=\"\(id)\"><connections>\(segues.joined())</connections>"
        + "</tabBarController>"
    }
    expect(Fixtures.document(tabs("a", "b"), tabs("b", "a")), .malformed, line: 5, "circle")
    expect(Fixtures.document(tabs("a", "a")), .malformed, line: 4, "circle")
    let embed = """
      <viewController id="a"><view key="view" id="v"><subviews><containerView id="c"><connections>
      <segue destination="a" kind="embed"/></connections></containerView></subviews></view>
      </viewController>
      """
    expect(Fixtures.document(embed), .malformed, line: 5, "circle")
    let doubling =
      (0..<30).map { tabs("t\($0)", "t\($0 + 1)", "t\($0 + 1)") }
      + ["<viewController id=\"t30\"/>"]
    let text = Fixtures.document(doubling.joined(separator: "</objects></scene>\n<scene><objects>"))
    expect(text, .limitExceeded, line: 25, "1000 controllers")
  }

  @Test("Impossible numbers lead to margins within limits")
  func numbers() throws {
    let text = Fixtures.document(
      initial: "c",
      """
      <viewController id="c"><view key="view" id="v">
      <rect key="frame" x="nan" y="-inf" width="1e300" height="-5"/><subviews>
      <slider id="s" value="nan" minValue="5" maxValue="-1e999"/>
      <stepper id="p" stepValue="-3" value="1e12"/>
      <label id="l" text="x"><rect key="frame" x="1e300" y="-1e300" width="inf" height="2"/></label>
      <segmentedControl id="g" selectedSegmentIndex="99999999999999999999"/>
      <tableView id="t" rowHeight="1e308" dataMode="static"/>
      </subviews></view></viewController>
      """)
    let screen = try #require(try Fixtures.open(text: text).instantiateInitialViewController())
    for view in screen.view.subviews {
      let margins = view.layout.margins
      for length in [margins.top, margins.left, margins.bottom, margins.right] {
        #expect((0...20_000).contains(length))
      }
    }
  }

  @Test("A missing file is an error")
  func missingFile() {
    let error = #expect(throws: StoryboardError.self) { try Fixtures.open("../Fixtures/Split") }
    #expect(error?.code == .notFound)
    let other = #expect(throws: StoryboardError.self) {
      try Storyboard(
        contentsOf: URL(fileURLWithPath: "/nonexistent/a.storyboard"), application: nil)
    }
    #expect(other?.code == .notFound)
  }

  @Test("A storyboard with damaged lines works, or fails with a line", arguments: 1...100)
  func damagedLines(seed: UInt64) throws {
    var random = Lottery(state: seed)
    let names = ["Photos", "Tabs", "Settings", "Form", "Sessions", "Embedding", "Wild"]
    let file = Fixtures.bundle.bundleURL
      .appendingPathComponent("\(names[Int(seed) % names.count]).storyboard")
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let ids = lines.joined().matches(of: /\s(?:id|identifier)="([^"]+)"/).map { String($0.1) }
    for _ in 0..<random.next(4) + 1 {
      let line = random.next(lines.count)
      switch random.next(5) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: random.next(lines.count))
      case 2: lines.swapAt(line, random.next(lines.count))
      case 3:
        lines[line] = lines[line].replacing(/(destination|id|kind|key)="[^"]*"/) { match in
          "\(match.1)=\"\(ids[random.next(ids.count)])\""
        }
      default:
        let odd = ["-1", "1e308", "nan", "", "/", "99999999999999999999", "YES", "\u{202E}"]
        lines[line] = lines[line].replacing(/="[^"]*"/) { _ in
          "=\"\(odd[random.next(odd.count)])\""
        }
      }
    }
    do {
      let storyboard = try Fixtures.open(text: lines.joined(separator: "\n"))
      let controllers = ids.compactMap {
        try? storyboard.instantiateViewController(withIdentifier: $0)
      }
      for controller in controllers {
        _ = controller.view
        ids.forEach { controller.performSegue(withIdentifier: $0) }
      }
    } catch let error as StoryboardError {
      #expect(error.line != nil, "\(error)")
    }
  }
}

/// A random number generator whose numbers depend only on the seed.
private struct Lottery {
  var state: UInt64

  /// Returns a number from 0 up to, not including, a bound.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }
}
