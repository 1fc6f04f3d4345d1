// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// The examples of `Diagnostics.md` and `Inspector.md`.
@MainActor @Suite struct DiagnosticsExamples {
  @Test("The examples print reports and an inspection")
  func printing() {
    let program = TestApplication { OneWindow() }
    let application = program.application
    application.onPreserve = { _, report in report.diagnostics.forEach { print($0) } }
    application.onRestore = { report in report.diagnostics.forEach { print($0) } }

    let inspection = RestorationInspection(of: application)
    for object in inspection.problems { print(object.className, object.sentences) }
    #expect(inspection.problems.isEmpty)
  }
}
