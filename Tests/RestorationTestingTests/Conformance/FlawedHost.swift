// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import ViewControllers

import struct Foundation.CGSize
import struct Foundation.Date

/// Flaws of a host; a check finds each of them.
enum HostFlaw: CaseIterable {
  case runsAtOnce, ignoresCancelling, turnsTimeBack
  case launchesTwice, failsEarlyEnds, losesStatus, relaunches, cutsBackgroundWork
  case tellsOfNoFrame, resizesWindows, forgetsMaximising, hasEmptyPictures, keepsPeers
  case shrinksSizes
}

/// A host with one flaw, or none.
@MainActor final class FlawedHost: Host {
  private let flaw: HostFlaw?
  private let base: HeadlessHost
  private var timesAsked = 0.0

  init(_ flaw: HostFlaw?) {
    self.flaw = flaw
    let box = Box()
    base = HeadlessHost { _ in box.host?.advance(by: .seconds(1)) }
    box.host = base
  }

  @MainActor private final class Box { weak var host: HeadlessHost? }

  func turn() { base.advance(by: .milliseconds(1)) }

  var userInterfaceIdiom: UserInterfaceIdiom { .headless }

  var currentDate: Date {
    timesAsked += 1
    return Date(timeIntervalSinceReferenceDate: flaw == .turnsTimeBack ? -timesAsked : 0)
  }

  func run(_ application: Application) -> Int32 {
    if flaw == .launchesTwice { application.launch() }
    if flaw == .cutsBackgroundWork, application.isLaunchedInBackground {
      application.launch()
      application.terminate()
      return 0
    }
    let status = base.run(application)
    if flaw == .relaunches {
      application.launch()
      application.terminate()
    }
    if flaw == .failsEarlyEnds, base.shownWindows.isEmpty { return 1 }
    return flaw == .losesStatus ? 0 : status
  }

  func stop(status: Int32) { base.stop(status: status) }

  func show(_ window: Window) {
    if flaw == .keepsPeers { window.peer = Peer() }
    if flaw == .resizesWindows { window.size.width += 8 }
    if flaw == .forgetsMaximising { window.isMaximized = false }
    if flaw != .tellsOfNoFrame { base.show(window) }
  }

  func hide(_ window: Window) { base.hide(window) }

  func sizeOnScreen(_ size: CGSize) -> CGSize {
    flaw == .shrinksSizes ? CGSize(width: size.width - 1, height: size.height) : size
  }

  func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
    flaw == .hasEmptyPictures ? WindowPicture(size: window.size) { [] } : nil
  }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    if flaw == .runsAtOnce, delay < .seconds(10) { action() }
    let scheduled = base.schedule(after: delay, action)
    return flaw == .ignoresCancelling ? Uncancellable() : scheduled
  }

  func copy(_ text: String) {}

  private final class Uncancellable: ScheduledAction {
    func cancel() {}
  }

  private final class Peer: WindowPeer {
    func windowDidChange(_ window: Window) {}
  }
}
