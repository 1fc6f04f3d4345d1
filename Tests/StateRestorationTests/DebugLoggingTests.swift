// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Every step of a pass as one line with its time.
@Suite struct DebugLoggingTests {
  let machine = Machine()
  let log = LogRecorder()
  let clock = FixedClock()

  private func coordinator(tree: FakeTree) -> RestorationCoordinator {
    let coordinator = machine.coordinator(tree: tree, logger: log.logger)
    coordinator.isDebugLoggingEnabled = true
    coordinator.archiver.uptime = { [timer = clock.timer, start = clock.timer.now] in
      start.duration(to: timer.now)
    }
    return coordinator
  }

  /// Returns a stack with a slow screen.
  ///
  /// It takes two milliseconds to encode, three to decode and four to finish.
  private func tree() -> FakeTree {
    let slow = Screen("Slow")
    slow.parts = [Part("Field")]
    slow.onEncode = { [clock] _ in clock.advance(by: .milliseconds(2)) }
    slow.onDecode = { [clock] _ in clock.advance(by: .milliseconds(3)) }
    slow.onFinish = { [clock] in clock.advance(by: .milliseconds(4)) }
    return FakeTree(Screen("Root", [slow]))
  }

  private func lines(_ activity: String) -> [String] {
    log.lines.filter { $0.hasPrefix("notice: \(activity)") }.map { String($0.dropFirst(8)) }
  }

  @Test("R132: the log of a preserve pass shows what each object wrote and what was carried")
  func preserving() throws {
    let tree = tree()
    let coordinator = coordinator(tree: tree)
    let loose = Node("lost")
    coordinator.register(loose, as: "Loose")
    let whole = try coordinator.save()
    coordinator.invalidate(try #require(tree.root))
    tree.root?.text = "new"
    let change = try coordinator.saveChanges()
    #expect(
      lines("preserve") == [
        "preserve      0.00 ms  begin                   reason explicit, everything",
        "preserve      0.00 ms  encode         0.00 ms  (application), 0 bytes",
        "preserve      0.00 ms  encode         0.00 ms  Root, StateRestorationTests.Screen, 23 bytes",
        "preserve      2.00 ms  encode         2.00 ms  Root/Slow, StateRestorationTests.Screen, "
          + "30 bytes",
        "preserve      2.00 ms  encode         0.00 ms  Root/Slow/Field, StateRestorationTests.Part, "
          + "15 bytes",
        "preserve      2.00 ms  note                    Loose: registered, but no preserved object "
          + "refers to it, so it is left out; encode a reference to it in one that is preserved, or "
          + "in the application record",
        "preserve      2.00 ms  end                     4 objects, \(whole.byteCount) bytes",
        "preserve      0.00 ms  begin                   reason changed, changes",
        "preserve      0.00 ms  encode         0.00 ms  (application), 0 bytes",
        "preserve      0.00 ms  encode         0.00 ms  Root, StateRestorationTests.Screen, 22 bytes",
        "preserve      0.00 ms  carry                   Root/Slow, 30 bytes",
        "preserve      0.00 ms  carry                   Root/Slow/Field, 15 bytes",
        "preserve      0.00 ms  note                    Loose: registered, but no preserved object "
          + "refers to it, so it is left out; encode a reference to it in one that is preserved, or "
          + "in the application record",
        "preserve      0.00 ms  end                     4 objects, \(change.byteCount) bytes",
      ])
    #expect(loose.encodedCount == 0)
  }

  @Test("R132: the log of a restore shows how each object was found, its result and its duration")
  func restoring() throws {
    try machine.coordinator(
      tree: FakeTree(Screen("Root", [tree().root?.children[0] ?? Screen(nil), Screen("Gone")]))
    ).save()
    let coordinator = coordinator(tree: tree())
    let reason = try #require(coordinator.restore()["Root/Gone"]?.droppedReason)
    #expect(
      lines("restore") == [
        "restore       0.00 ms  begin                   reason launch, save 1, 5 objects",
        "restore       0.00 ms  decode         0.00 ms  (application)",
        "restore       0.00 ms  obtain         0.00 ms  Root, StateRestorationTests.Screen, "
          + "③ existed",
        "restore       0.00 ms  obtain         0.00 ms  Root/Slow, StateRestorationTests.Screen, "
          + "③ existed",
        "restore       0.00 ms  obtain         0.00 ms  Root/Gone, StateRestorationTests.Screen, "
          + "not found: \(reason)",
        "restore       0.00 ms  decode         0.00 ms  Root, StateRestorationTests.Screen, restored",
        "restore       3.00 ms  obtain         0.00 ms  Root/Slow/Field, StateRestorationTests.Part, "
          + "③ existed",
        "restore       3.00 ms  decode         0.00 ms  Root/Slow/Field, StateRestorationTests.Part, "
          + "restored",
        "restore       3.00 ms  decode         3.00 ms  Root/Slow, StateRestorationTests.Screen, "
          + "restored",
        "restore       3.00 ms  decode         0.00 ms  (application)",
        "restore       3.00 ms  finish         0.00 ms  Root, StateRestorationTests.Screen",
        "restore       7.00 ms  finish         4.00 ms  Root/Slow, StateRestorationTests.Screen",
        "restore       7.00 ms  note                    Root/Gone: \(reason)",
        "restore       7.00 ms  end                     3 restored, 1 dropped",
      ])
  }

  @Test("R111, R132: the log of a launch shows its extension and its confirmation")
  func launching() throws {
    try machine.coordinator(tree: tree()).save()
    let coordinator = coordinator(tree: tree())
    coordinator.beginLaunch(installsSignalHandlers: false)
    clock.advance(by: .milliseconds(1))
    _ = coordinator.restore()
    coordinator.extendStateRestoration()
    coordinator.launchDidEnd()
    coordinator.didProveGood()
    clock.advance(by: .seconds(1))
    coordinator.completeStateRestoration()
    #expect(
      lines("launch") == [
        "launch        8.00 ms  extend                  1 under way",
        "launch        8.00 ms  end                     launch is over",
        "launch     1008.00 ms  complete                0 under way",
        "launch     1008.00 ms  verdict                 the restored state becomes the last good one",
      ])
  }

  @Test("R132, R189: without debug logging, a pass logs nothing above debug level")
  func silence() throws {
    let coordinator = machine.coordinator(tree: tree(), logger: log.logger)
    coordinator.isDebugLoggingEnabled = false
    try coordinator.save()
    #expect(log.lines.allSatisfy { $0.hasPrefix("debug: ") })
  }

  @Test("R132, R189: the debug log contains no values, even in diagnostics")
  func valuesAreNotLogged() throws {
    let coordinator = coordinator(tree: FakeTree(Screen("Root")))
    let root = try #require((coordinator.tree as? FakeTree)?.root)
    root.text = "Yosemite Valley"
    root.onEncode = { coder in
      coder.encode("Mirror Lake", forKey: "lake")
      coder.encode("Taft Point", forKey: "lake")
    }
    root.onDecode = { _ = $0.decodeInteger(forKey: "lake") }
    try coordinator.save()
    let next = self.coordinator(tree: FakeTree(root))
    _ = next.restore()
    #expect(log.lines.contains { $0.contains("Root") })
    for value in ["Yosemite", "Mirror", "Taft"] {
      #expect(!log.lines.contains { $0.contains(value) })
    }
  }
}
