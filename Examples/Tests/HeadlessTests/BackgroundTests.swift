// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting
import Testing

@Suite struct BackgroundTests {
  @Test("R121: a background run continues at the saved place, saves again, and ends")
  func backgroundRunSaves() throws {
    let home = try ProgramHome()
    let place = try home.save(times: 1)
    for run in 1...2 {
      let background = try home.start("--background")
      #expect(try background.line(after: "restored") == "restored \(run)")
      #expect(try background.line(after: "reminder") == "reminder \(run)")
      #expect(try background.line(after: "2026") == place)
      #expect(try background.line(after: "saved") == "saved \(run + 1)")
      #expect(background.waitForEnd() == 0)
    }
    let again = try home.start()
    #expect(try again.line(after: "restored") == "restored 3")
    #expect(try again.line(after: "2026") == place)
    again.kill()
  }
}
