// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation
import Measuring
import Screens

/// Runs all suites, and says on standard error how far it is.
struct Measurement {
  let sizes: [Int]
  let isQuick: Bool
  let folder: String

  func run() throws -> Results {
    var results = Results()
    for count in sizes {
      say("codecs, \(count) objects")
      let path = folder + "/codecs-\(count)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let suite = CodecSuite(count: count, rounds: rounds(count), folder: path)
      let valueByteCount = Corpus(count: count).valueByteCount
      results.codecs.add(try suite.run(), count: count, valueByteCount: valueByteCount)
    }
    for count in sizes {
      say("full saves, \(count) objects")
      results.others += try SaveSuite(count: count, rounds: rounds(count), folder: folder).run()
    }
    let few = sizes.first { $0 >= 1_000 } ?? sizes[0]
    say("single changes")
    results.others += try ChangeSuite(
      few: few, many: sizes.last ?? few, rounds: fixedRounds(101), folder: folder
    ).run()
    say("objects that come after launch")
    // Each round takes an object that has not come yet.
    let lateRounds = fixedRounds(min(101, few / 4))
    results.others += try LateSuite(few: few, many: sizes.last ?? few, rounds: lateRounds).run()
    let middle = sizes.first { $0 >= 10_000 } ?? few
    say("objects that are there before")
    results.others += try EarlySuite(count: middle, rounds: rounds(middle)).run()
    say("the owning actor's time")
    results.others += try PauseSuite(count: middle, rounds: fixedRounds(201)).run()
    say("an application with screens")
    results.others += try MainActor.assumeIsolated {
      let program = ScreenProgram(tabs: 4, screens: isQuick ? 2 : 10, fields: 10)
      return try ScreenSuite(program: program, rounds: fixedRounds(51)).run()
    }
    say("declared state")
    results.others.append(try DeclaredSuite(count: few, rounds: fixedRounds(15)).run())
    return results
  }

  /// The fewer objects, the more rounds; never fewer than nine.
  private func rounds(_ count: Int) -> Rounds {
    fixedRounds(min(101, max(9, 200_000 / count)))
  }

  private func fixedRounds(_ count: Int) -> Rounds {
    isQuick ? Rounds(count: 1, slowCount: 1) : Rounds(count: count, slowCount: 3)
  }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data("measuring \(text)\n".utf8))
  }
}
