// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import RestorationTesting
public import ViewControllers

import struct Foundation.CGSize

/// A host to check, with the facts that its checks need.
@MainActor public struct HostUnderTest {
  let make: () throws -> any Host
  let turn: (any Host) -> Void

  /// Describes a host to check.
  ///
  /// - Parameters:
  ///   - turn: Lets a little time pass for a host that is not in `run(_:)`: a few milliseconds at
  ///     most. It runs what has become due by then. The checks call it until the expected event has
  ///     happened.
  ///   - make: Makes a host. Its `run(_:)` must continue on its own until the application is
  ///     terminated, or for at least a second of the host's own time.
  public init(
    turn: @escaping @MainActor (any Host) -> Void, make: @escaping @MainActor () throws -> any Host
  ) {
    (self.turn, self.make) = (turn, make)
  }
}

extension ConformanceCheck<HostUnderTest> {
  /// Returns the host's violations, for programs other than tests.
  ///
  /// - Parameter host: The host to check; new hosts are made.
  /// - Returns: A sentence for each violation; none when the host conforms.
  @MainActor public func problems(of host: HostUnderTest) -> [String] { findings(on: host) }

  /// Checks a host; the running test fails with each violation.
  ///
  /// - Parameters:
  ///   - host: The host to check; new hosts are made.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  @MainActor public func run(
    on host: HostUnderTest, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(host, at: place)
  }
}

/// The requirements of `Host`, as checks for your own host.
///
/// ```swift
/// @MainActor @Test(arguments: HostConformance.checks)
/// func conforms(check: HostConformance.Check) {
///   check.run(on: HostUnderTest(turn: { ($0 as? MyHost)?.turnLoopOnce() }) { MyHost() })
/// }
/// ```
///
/// The checks run on the main actor. Each runs small applications of its own, whose state stays in
/// memory. If a host's `run(_:)` does not end when the host is stopped, the test does not end
/// either.
public enum HostConformance {
  /// One requirement.
  public typealias Check = ConformanceCheck<HostUnderTest>

  /// All requirements.
  public static var checks: [Check] { clockChecks + lifeChecks + windowChecks }

  /// Checks a host against all requirements.
  ///
  /// - Parameters:
  ///   - turn: See ``HostUnderTest/init(turn:make:)``.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  ///   - makeHost: See ``HostUnderTest/init(turn:make:)``.
  @MainActor public static func check(
    turn: @escaping @MainActor (any Host) -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ makeHost: @escaping @MainActor () throws -> any Host
  ) {
    let host = HostUnderTest(turn: turn, make: makeHost)
    for check in checks {
      check.run(on: host, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// A check whose body runs on the main actor, like its callers.
  private static func check(
    _ rules: String, demand: String,
    _ body: @escaping @MainActor @Sendable (HostUnderTest, inout ConformanceFindings) throws -> Void
  ) -> Check {
    Check(rules, demand: demand) { subject, findings in
      let sentences = try MainActor.assumeIsolated {
        var found = ConformanceFindings()
        try body(subject, &found)
        return found.sentences
      }
      sentences.forEach { findings.add($0) }
    }
  }

  // MARK: The clock

  private static var clockChecks: [Check] {
    [
      check("R150", demand: "Scheduled actions run later, once, and in order of their time") {
        subject, findings in
        let host = try subject.make()
        let runs = Notes()
        for (name, delay) in [("late", 30), ("early", 10), ("now", 0)] {
          _ = host.schedule(after: .milliseconds(delay)) { runs.add(name) }
        }
        findings.expect(
          runs.all.isEmpty, "An action runs before the call that schedules it returns.")
        subject.turn(host) { runs.all.count >= 3 }
        let end = Notes()
        _ = host.schedule(after: .milliseconds(30)) { end.add("end") }
        subject.turn(host) { !end.all.isEmpty }
        findings.expect(
          runs.all == ["now", "early", "late"],
          "Actions due after 0, 10 and 30 milliseconds run as \(runs.all).")
      },
      check("R150", demand: "A cancelled action does not run; an action that nothing holds runs") {
        subject, findings in
        let host = try subject.make()
        let runs = Notes()
        let cancelled = host.schedule(after: .milliseconds(5)) { runs.add("cancelled") }
        _ = host.schedule(after: .milliseconds(10)) { runs.add("kept") }
        cancelled.cancel()
        subject.turn(host) { runs.all.contains("kept") }
        findings.expect(
          runs.all == ["kept"], "Of the actions \"cancelled\" and \"kept\", \(runs.all) run.")
        cancelled.cancel()  // again, without effect
      },
      check("R45", demand: "The time of day does not go backwards") { subject, findings in
        let host = try subject.make()
        let before = host.currentDate
        let runs = Notes()
        _ = host.schedule(after: .milliseconds(10)) { runs.add("later") }
        subject.turn(host) { !runs.all.isEmpty }
        findings.expect(host.currentDate >= before, "The time of day went back.")
      },
    ]
  }

  // MARK: The application's life

  private static var lifeChecks: [Check] {
    [
      check("R52, R190", demand: "A run launches once, and ends in order with the state saved") {
        subject, findings in
        let program = HostedProgram()
        let store = MemoryStore()
        program.terminateSoon()
        let status = program.run(on: HostRecorder(try subject.make()), store: store)
        findings.expect(status == 0, "An application that ended in order has the status \(status).")
        findings.expect(
          program.calls == ["will finish launching", "did finish launching", "will terminate"],
          "The application hears of \(program.calls).")
        findings.expect(
          store.load(.current, slot: nil) != nil, "Nothing is saved when the run ends.")
      },
      check("R190", demand: "An application that ends while it launches ends the run") {
        subject, findings in
        let program = HostedProgram()
        program.onLaunch = { $0.terminate() }
        let recorder = HostRecorder(try subject.make())
        let status = program.run(on: recorder)
        findings.expect(status == 0, "An application that ended in order has the status \(status).")
        findings.expect(recorder.shown.isEmpty, "A window is shown after the application ended.")
      },
      check("R190", demand: "A host that is stopped returns the status to the process") {
        subject, findings in
        let program = HostedProgram()
        program.onLaunch = { application in
          _ = application.host.schedule(after: .milliseconds(20)) {
            application.host.stop(status: 3)
          }
        }
        let status = program.run(on: HostRecorder(try subject.make()))
        findings.expect(status == 3, "Stopped with status 3, the run returns \(status).")
      },
      check("R130", demand: "A force quit ends the run and leaves no state") { subject, findings in
        let program = HostedProgram()
        let store = MemoryStore()
        program.terminateSoon()
        _ = program.run(on: HostRecorder(try subject.make()), store: store)
        program.onLaunch = { application in
          _ = application.host.schedule(after: .milliseconds(20)) { application.forceQuit() }
        }
        _ = program.run(on: HostRecorder(try subject.make()), store: store)
        findings.expect(
          store.load(.current, slot: nil) == nil, "There is still a state after a force quit.")
      },
      check("R121", demand: "A run in the background shows nothing, and ends when its work is done")
      {
        subject, findings in
        let program = HostedProgram()
        let store = MemoryStore()
        let works = Notes()
        program.onLaunch = { application in
          application.beginBackgroundTask()
          _ = application.host.schedule(after: .milliseconds(50)) {
            works.add("done")
            application.backgroundTaskDidComplete()
          }
        }
        let recorder = HostRecorder(try subject.make())
        let status = program.run(on: recorder, store: store, isInBackground: true)
        findings.expect(status == 0, "The run returns the status \(status).")
        findings.expect(works.all == ["done"], "The run ends before the work is done.")
        findings.expect(recorder.shown.isEmpty, "A window is shown.")
        findings.expect(store.load(.current, slot: nil) != nil, "Nothing is saved.")
      },
    ]
  }

  // MARK: Windows

  private static var windowChecks: [Check] {
    [
      check("R131", demand: "The application is told of its first frame") { subject, findings in
        let program = HostedProgram()
        program.terminateSoon()
        let recorder = HostRecorder(try subject.make())
        _ = program.run(on: recorder)
        findings.expect(recorder.shown.count == 1, "A visible window is not shown.")
        findings.expect(
          recorder.probations == 1, "It is told \(recorder.probations) times instead of once.")
      },
      check("R15", demand: "A window comes back in the size it had, and showing it changes nothing")
      {
        subject, findings in
        let store = MemoryStore()
        let sizes = Notes()
        for isFirst in [true, false] {
          let program = HostedProgram()
          if isFirst { program.onWindow = { $0.size = CGSize(width: 640, height: 480) } }
          program.terminateSoon { window in
            sizes.add("\(Int(window.size.width)) by \(Int(window.size.height))")
            if window.isMaximized || window.isFullScreen { sizes.add("filling the screen") }
          }
          _ = program.run(on: HostRecorder(try subject.make()), store: store)
        }
        findings.expect(
          sizes.all == ["640 by 480", "640 by 480"],
          "Windows of 640 by 480 points, new and restored, are \(sizes.all).")
      },
      check("R15", demand: "A maximised window comes back maximised") { subject, findings in
        let store = MemoryStore()
        let found = Notes()
        for isFirst in [true, false] {
          let program = HostedProgram()
          if isFirst { program.onWindow = { $0.isMaximized = true } }
          program.terminateSoon { found.add($0.isMaximized ? "maximised" : "not maximised") }
          _ = program.run(on: HostRecorder(try subject.make()), store: store)
        }
        findings.expect(
          found.all == ["maximised", "maximised"],
          "Maximised windows, new and restored, are \(found.all).")
      },
      check("R212", demand: "A saved size is cut to what fits on a screen, and no further") {
        subject, findings in
        let host = try subject.make()
        let large = CGSize(width: 60_000, height: 60_000)
        let cut = host.sizeOnScreen(large)
        findings.expect(
          cut.width <= large.width && cut.height <= large.height,
          "A size of \(large) becomes \(cut).")
        for size in [cut, CGSize(width: 200, height: 100)] {
          let again = host.sizeOnScreen(size)
          findings.expect(again == size, "A size of \(size), which fits, becomes \(again).")
        }
      },
      check("R114", demand: "A picture of a window, if there is one, has a size and bytes") {
        subject, findings in
        let program = HostedProgram()
        let problems = Notes()
        program.terminateSoon { window in
          for isBlurred in [false, true] {
            guard let picture = window.application?.host.picture(of: window, isBlurred: isBlurred)
            else { continue }
            if picture.size.width < 1 || picture.size.height < 1 {
              problems.add("A picture has the size \(picture.size).")
            }
            if picture.encode()?.isEmpty ?? true { problems.add("A picture has no bytes.") }
          }
        }
        _ = program.run(on: HostRecorder(try subject.make()))
        problems.all.forEach { findings.add($0) }
      },
      check("R60", demand: "A hidden window releases its peer, and can be shown again") {
        subject, findings in
        let program = HostedProgram()
        let problems = Notes()
        program.terminateSoon { window in
          guard let host = window.application?.host else { return }
          let hadPeer = window.peer != nil
          host.hide(window)
          if window.peer != nil { problems.add("A hidden window still has a peer.") }
          host.hide(window)  // again, without effect
          host.show(window)
          if hadPeer != (window.peer != nil) {
            problems.add("A window that is shown again has no peer.")
          }
        }
        _ = program.run(on: HostRecorder(try subject.make()))
        problems.all.forEach { findings.add($0) }
      },
    ]
  }
}

extension HostUnderTest {
  /// Turns a host's loop until a condition holds, at most ten seconds.
  fileprivate func turn(_ host: any Host, until condition: () -> Bool) {
    let end = ContinuousClock.now + .seconds(10)
    while !condition(), ContinuousClock.now < end { turn(host) }
  }
}

/// A log of events, in order.
@MainActor private final class Notes {
  private(set) var all: [String] = []

  func add(_ note: String) { all.append(note) }
}
