// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import ViewControllers

/// One process of a sample, from launch to kill.
@MainActor struct Life {
  let entry: Catalog.Entry
  let number: Int
  let save: SaveTrigger?
  let visitsTabs: Bool

  func run() async throws {
    let sample = entry.make(number)
    let program = ApplicationDescription(
      identifier: SampleFolder.identifier(of: entry.name), version: "1.0",
      schemaVersion: sample.schemaVersion)
    let host = HeadlessHost(userInterfaceIdiom: .desktop)
    let application = Application(
      program, delegate: sample, host: host, archiver: try Archiver(for: program))
    let user = User(application: application)
    application.launch()
    layOut(application)
    if number == 1 {
      sample.use(user)
      layOut(application)
    } else {
      try check(application.lastRestorationReport, of: sample)
    }
    if let save {
      if visitsTabs { user.visitAllTabs() }
      // Makes a change, so that there is something to save.
      if number > 1 { application.windows.forEach { $0.size.height += 1 } }
      try await wait(for: save, application, host)
      if number == 1, sample.useAgain(user) { try await wait(for: save, application, host) }
    }
    if number == 1 { sample.prepareNextLaunch(user) }
    sample.lookAround(user)
    InterfaceText(application.windows).lines.forEach { say("| \($0)") }
    sample.remarks(user).forEach { say("| \($0)") }
    say("waiting")
    _ = readLine()
  }

  /// Gives every view the size of its window, as a host would.
  private func layOut(_ application: Application) {
    func layOut(_ controller: ViewController, _ size: CGSize) {
      guard controller.isViewLoaded else { return }
      controller.view.selfAndSubviews.forEach { $0.hostDidLayOut(size: size) }
      controller.children.forEach { layOut($0, size) }
    }
    for window in application.windows {
      window.presentationChain.forEach { layOut($0, window.size) }
    }
  }

  /// Checks that the interface was really restored.
  ///
  /// An equal description proves nothing if launch code alone creates the interface.
  private func check(_ report: RestorationReport?, of sample: any Sample) throws {
    guard let report, report.isRestored else { throw Failure("nothing was restored") }
    report.diagnostics.forEach { say("note: \($0)") }
    guard report.isComplete || sample.losesSomething else { throw Failure(report.summary) }
    say("restored: \(report.summary)")
  }

  /// Triggers a save, and returns when it is on disk.
  private func wait(
    for trigger: SaveTrigger, _ application: Application, _ host: HeadlessHost
  ) async throws {
    let (results, continuation) = AsyncStream.makeStream(of: Result<UInt64, ArchiveError>.self)
    application.onPreserve = { result, report in
      report.diagnostics.forEach { say("note: \($0)") }
      continuation.yield(result)
    }
    switch trigger {
    case .changed: host.advance(by: .seconds(1))
    case .left:
      application.didEnterBackground()
      application.didBecomeActive()
    }
    for await result in results {
      say("saved \(try result.get())")
      return
    }
  }
}

/// The reason that a sample was not restored.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line immediately, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
