// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Testing

struct PresentationTests {
  @Test("Equal factors are equally far apart, between full powers of ten")
  func logScale() {
    let scale = LogScale(of: [50, 100_000], from: 10, to: 410)
    #expect(scale.powers == [10, 100, 1_000, 10_000, 100_000])
    #expect(scale.position(of: 10) == 10)
    #expect(scale.position(of: 1_000) == 210)
    #expect(scale.position(of: 100_000) == 410)
  }

  @Test("One value alone makes a scale, too")
  func logScaleOfOne() {
    let scale = LogScale(of: [100], from: 0, to: 1)
    #expect(scale.powers == [100, 1_000])
    #expect(scale.position(of: 100) == 0)
  }

  @Test(
    "Numbers have three digits",
    arguments: [
      (1.234, "1.23"), (0.0123, "0.0123"), (12.34, "12.3"), (1_234.5, "1,230"), (2, "2"),
      (0, "0"), (1_234_567, "1,230,000"), (999.6, "1,000"), (-12.34, "-12.3"),
    ])
  func numbers(value: Double, text: String) { #expect(NumberText.short(value) == text) }

  @Test("Durations have the unit that keeps them short")
  func durations() {
    #expect(NumberText.duration(nanoseconds: 250) == "250 ns")
    #expect(NumberText.duration(nanoseconds: 2_512) == "2.51 µs")
    #expect(NumberText.duration(nanoseconds: 16_700_000) == "16.7 ms")
  }

  @Test("Filling a part of a page in leaves the rest as it is, and can be repeated")
  func regions() {
    var regions = MarkdownRegions("a\n<!-- x -->\nold\n<!-- end -->\nb\n<!-- y -->\n<!-- end -->\n")
    for _ in 0..<2 {
      let isFilled = regions.fill("x", with: "new\n")
      #expect(isFilled)
    }
    #expect(
      regions.page == "a\n<!-- x -->\nnew\n<!-- end -->\nb\n<!-- y -->\n<!-- end -->\n")
    let isFilled = regions.fill("z", with: "")
    #expect(!isFilled)
  }

  @Test("A drawing names every line once, and no name lies upon another")
  func plotNames() throws {
    let series = ["one", "two", "three"].map { name in
      LogPlot.Series(name: name, points: [.init(x: 1, y: 5), .init(x: 10, y: 5)])
    }
    let svg = LogPlot([.init(title: "t", series: series)]).svg
    let names = svg.split(separator: "\n").filter { $0.contains("class=\"name") }
    let heights = try names.map { line in
      try #require(line.split(separator: "y=\"").dropFirst().first?.split(separator: "\"").first)
    }
    #expect(heights.count == 3)
    #expect(Set(heights).count == 3)
  }
}
