// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization
import Testing
import ViewControllersTesting

/// The debug log of a launch.
@MainActor struct DebugLoggingTests {
  @Test("R131, R132: the debug log shows the steps of a launch and probation with their times")
  func launching() {
    let interface = { (window: Window) in window.rootViewController = Screen("Home") }
    let device = Device(interface)
    device.launch().application.terminate()
    let time = Time()
    let delegate = TestDelegate(interface: interface)
    delegate.willFinish = { _ in time.advance(.milliseconds(3)) }
    delegate.didFinish = { _, _ in time.advance(.milliseconds(2)) }
    let session = Session(device: device, version: "1", delegate: delegate)
    let log = LogRecorder()
    let restoration = session.application.restoration
    restoration.logger = log.logger
    restoration.archiver.uptime = { time.now }
    session.application.isDebugLoggingEnabled = true
    #expect(restoration.isDebugLoggingEnabled)
    session.application.launch()
    time.advance(.seconds(10))
    session.host.advance(by: .seconds(10))
    #expect(
      log.lines.filter { $0.hasPrefix("notice: launch") }.map { String($0.dropFirst(8)) } == [
        "launch        3.00 ms  delegate       3.00 ms  will-finish-launching",
        "launch        5.00 ms  delegate       2.00 ms  did-finish-launching",
        "launch        5.00 ms  end                     launch is over",
        "launch        5.00 ms  show           0.00 ms  windows on screen: 1",
        "launch    10005.00 ms  verdict                 the restored state becomes the last good one",
      ])
    session.application.terminate()
  }
}

/// A clock that moves only when a test moves it.
private final class Time: Sendable {
  private let elapsed = Mutex(Duration.zero)
  var now: Duration { elapsed.withLock { $0 } }
  func advance(_ duration: Duration) { elapsed.withLock { $0 += duration } }
}
