// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Testing

struct PresentationTests {
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

  @Test("The longest bar fills the chart, and the others are in proportion")
  func bars() {
    let chart = BarChart(
      "One & two", legend: ["first"],
      [.init("one", [10, 30], label: "40 ms"), .init("<two", [20], label: "20 ms")])
    #expect(chart.svg.contains("<title>One &amp; two</title>"))
    #expect(chart.svg.contains("&lt;two</text>"))
    #expect(rectangles(chart) == ["150+120", "270+360", "150+240", "150+14"])
  }

  @Test("A bar more than twice as long as the next ends in a gap")
  func cutBar() {
    let chart = BarChart(
      "", legend: [],
      [
        .init("one", [50], label: ""), .init("two", [10], label: ""),
        .init("three", [1], label: ""),
      ]
    )
    #expect(rectangles(chart) == ["150+456", "614+16", "150+400", "150+40"])
  }

  @Test("A bar that fits has no gap, whatever its parts add up to")
  func barsThatFit() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let parts = (0..<2).map { _ in Double.random(in: 1...2, using: &random) }
      let bars = [parts, [parts[0] + parts[1]]].map { BarChart.Bar("", $0, label: "") }
      let chart = BarChart("", legend: [], bars)
      #expect(rectangles(chart).count == 3, "\(parts)")
    }
  }

  @Test("A chart without lengths has bars without width")
  func noBars() {
    #expect(rectangles(BarChart("", legend: [], [.init("one", [0], label: "–")])) == ["150+0"])
  }

  /// The place and the width of every bar.
  private func rectangles(_ chart: BarChart) -> [String] {
    chart.svg.matches(of: #/class="part\d" x="([\d.]+)" y="\d+" width="([\d.]+)"/#)
      .map { "\($0.1)+\($0.2)" }
  }
}
