// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing
import ViewControllersTesting

/// A host for a terminal.
@MainActor final class TerminalHost: ViewControllers.Host {
  let userInterfaceIdiom = UserInterfaceIdiom.terminal
  let say: @MainActor (String) -> Void
  private var exitStatus: Int32?
  private var scheduled: [TerminalAction] = []

  init(saying say: @escaping @MainActor (String) -> Void = { print($0) }) { self.say = say }

  func run(_ application: Application) -> Int32 {
    exitStatus = nil
    application.launch()
    while exitStatus == nil { turn(for: 1) }
    return exitStatus ?? 0
  }

  func stop(status: Int32) { exitStatus = status }

  /// Waits for the next action, then runs what is due.
  func turn(for seconds: Double) {
    let due = scheduled.map { $0.time - .now }.min() ?? .seconds(seconds)
    let end = Date(timeIntervalSinceNow: min(seconds, max(0, due / .seconds(1))))
    if !RunLoop.current.run(mode: .default, before: end) { Thread.sleep(until: end) }
    let now = ContinuousClock.now
    while let next = scheduled.min(by: { $0.time < $1.time }), next.time <= now {
      scheduled.removeAll { $0 === next }
      next.run()
    }
  }

  func show(_ window: Window) {
    guard window.peer == nil else { return }
    let peer = TerminalWindow(say: say)
    window.peer = peer
    peer.windowDidChange(window)
    window.application?.didShowFirstFrame()
  }

  func hide(_ window: Window) { window.peer = nil }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let action = TerminalAction(at: .now + delay, action)
    scheduled.append(action)
    return action
  }

  func copy(_ text: String) { say("Copied: \(text)") }
}

/// An action that the host runs later.
@MainActor final class TerminalAction: ScheduledAction {
  let time: ContinuousClock.Instant
  private var action: (@MainActor () -> Void)?

  init(at time: ContinuousClock.Instant, _ action: @escaping @MainActor () -> Void) {
    (self.time, self.action) = (time, action)
  }

  func run() { action?() }
  func cancel() { action = nil }
}

/// Draws a window.
@MainActor final class TerminalWindow: WindowPeer {
  let say: @MainActor (String) -> Void

  init(say: @escaping @MainActor (String) -> Void) { self.say = say }

  func windowDidChange(_ window: Window) {
    say("== \(window.title)")
    if let top = window.presentationChain.last { draw(top) }
  }

  private func draw(_ controller: ViewController) {
    draw(controller.view)
    controller.visibleChildren.forEach(draw)
  }

  private func draw(_ view: View) {
    if view.peer == nil { view.peer = TerminalView(say: say) }
    view.peer?.viewDidChange(view)
    view.subviews.forEach(draw)
  }
}

@MainActor final class TerminalView: ViewPeer {
  let say: @MainActor (String) -> Void

  init(say: @escaping @MainActor (String) -> Void) { self.say = say }

  func viewDidChange(_ view: View) {
    if let label = view as? Label { say(label.text) }
  }
}

/// Ends an application in order when a signal arrives.
@MainActor func endInOrder(_ application: Application, on signals: [Int32])
  -> [any DispatchSourceSignal]
{
  signals.map { number in
    signal(number, SIG_IGN)  // the source hears it all the same
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { application.terminate() } }
    source.resume()
    return source
  }
}

/// The article's host conforms to the suite for hosts.
@Suite struct WritingAHostExampleTests {
  @MainActor @Test(arguments: HostConformance.checks)
  func terminalHostConforms(check: HostConformance.Check) {
    check.run(
      on: HostUnderTest(
        turn: { ($0 as? TerminalHost)?.turn(for: 0.002) },
        make: { TerminalHost(saying: { _ in }) }))
  }

  @MainActor @Test("Labels of the top screen are printed, and again when they change")
  func labelsArePrinted() {
    var lines: [String] = []
    let host = TerminalHost { lines.append($0) }
    let label = Label("Saturday")
    let window = Window(application: nil)
    let controller = ViewController()
    controller.view.addSubview(label)
    window.title = "Schedule"
    window.rootViewController = controller
    host.show(window)
    #expect(lines == ["== Schedule", "Saturday"])
    label.text = "Sunday"
    #expect(lines.last == "Sunday")
  }
}
