// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation
import Measuring
import Screens

/// A suite of measurements.
enum Suite: String, CaseIterable {
  case codecs, growth, saves, changes, late, passes, screens
}

/// Runs suites and reports progress on standard error.
struct Measurement {
  let suites: [Suite]
  let isQuick: Bool
  let folder: String

  func run() throws -> Report {
    var report = Report()
    for suite in suites { try run(suite, &report) }
    return report
  }

  private func run(_ suite: Suite, _ report: inout Report) throws {
    let (few, middle, many) = (size(1_000), size(10_000), size(100_000))
    switch suite {
    case .codecs:
      for size in [size(50), few, middle] {
        say("codecs, \(size.text) objects")
        report.codecs.add(
          try CodecSuite(size: size, rounds: rounds(size), folder: folder).run(), size)
      }
    case .growth:
      say("growth")
      report.others += try GrowthSuite(few: few, many: many, rounds: rounds(many)).run()
    case .saves:
      for size in [few, middle, many] {
        say("full saves, \(size.text) objects")
        report.others += try SaveSuite(size: size, rounds: rounds(size), folder: folder).run()
      }
    case .changes:
      say("single changes")
      report.others += try ChangeSuite(
        few: few, middle: middle, many: many, rounds: rounds(101), folder: folder
      ).run()
    case .late:
      say("objects that come after launch")
      report.others += try LateSuite(few: few, many: many, rounds: rounds(101)).run()
    case .passes:
      say("passes")
      report.others += try PassSuite(size: middle, rounds: rounds(201)).run()
    case .screens:
      say("an application with screens")
      report.others += try MainActor.assumeIsolated {
        let program = ScreenProgram(tabs: 4, screens: isQuick ? 2 : 10, fields: 10)
        return try ScreenSuite(program: program, rounds: rounds(51)).run()
      }
    }
  }

  private func size(_ name: Int) -> Size { Size(name, isQuick: isQuick) }

  /// Returns more rounds for fewer objects.
  private func rounds(_ size: Size) -> Rounds { rounds(min(101, max(21, 200_000 / size.count))) }

  private func rounds(_ count: Int) -> Rounds { Rounds(count: isQuick ? 1 : count) }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data("measuring \(text)\n".utf8))
  }
}
