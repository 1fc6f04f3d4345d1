// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measuring
import Screens

/// A suite of measurements.
enum Suite: String, CaseIterable {
  case jobs, screens, saves, growth, codecs
}

/// Runs suites and reports progress on standard error.
struct Measurement {
  let suites: [Suite]
  let isQuick: Bool
  let folder: String

  func run() throws -> Report {
    try Report(figures: suites.flatMap(run), jobSizes: jobSizes)
  }

  private func run(_ suite: Suite) throws -> [Figure] {
    switch suite {
    case .jobs:
      return try jobSizes.flatMap { size in
        say("whole jobs, \(size.text) objects")
        return try JobSuite(size: size, rounds: rounds(101), folder: folder).run()
      }
    case .screens:
      say("an application with screens")
      return try MainActor.assumeIsolated {
        let program = ScreenProgram(tabs: 4, screens: isQuick ? 2 : 10, fields: 10)
        return try ScreenSuite(program: program, rounds: rounds(101)).run()
      }
    case .saves:
      return try [size(1_000), size(10_000)].flatMap { size in
        say("full saves, \(size.text) objects")
        return try SaveSuite(size: size, rounds: rounds(101), folder: folder).run()
      }
    case .growth:
      say("growth")
      return try GrowthSuite(
        few: size(1_000), many: size(100_000), rounds: rounds(21), changeRounds: rounds(105),
        folder: folder
      ).run()
    case .codecs:
      say("codecs")
      return try CodecSuite(size: size(1_000), rounds: rounds(101)).run()
    }
  }

  private var jobSizes: [Size] { [size(50), size(500), size(5_000)] }

  private func size(_ name: Int) -> Size { Size(name, isQuick: isQuick) }

  private func rounds(_ count: Int) -> Rounds { Rounds(count: isQuick ? 1 : count) }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data("measuring \(text)\n".utf8))
  }
}
