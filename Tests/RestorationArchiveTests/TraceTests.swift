// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import Testing

/// Debug logging of archives, and its switch.
struct TraceTests {
  private let log = LogRecorder()

  @Test(
    "R132: environment and arguments set each switch, and arguments have priority",
    arguments: DebugSwitch.allCases)
  func switches(debugSwitch: DebugSwitch) {
    func isOn(_ value: String?, _ arguments: String...) -> Bool {
      debugSwitch.isOn(
        environment: value.map { [debugSwitch.variable: $0] } ?? [:],
        arguments: ["program"] + arguments)
    }
    #expect(!isOn(nil) && !isOn("") && !isOn("0") && !isOn("no") && !isOn("FALSE"))
    #expect(isOn("1") && isOn("YES") && isOn("true"))
    let argument = debugSwitch.argument
    #expect(isOn(nil, argument, "YES") && isOn("0", "other", argument, "1"))
    #expect(!isOn("1", argument, "NO") && !isOn(nil, argument, "YES", argument, "NO"))
    #expect(!isOn(nil, argument) && !isOn(nil, "--", argument, "YES"))
    #expect(!isOn(nil, "YES") && isOn("1", "--", argument, "NO"))
  }

  @Test("R132: the command line for a program's own parser omits the switches and their values")
  func strictParsers() {
    let (mode, logging) = (DebugSwitch.developerMode.argument, DebugSwitch.debugLogging.argument)
    func rest(_ arguments: String...) -> [String] { DebugSwitch.removed(from: arguments) }
    #expect(rest("--trace", logging, "YES", "file", mode, "NO") == ["--trace", "file"])
    #expect(rest("file", logging) == ["file"])
    #expect(rest(logging, mode, "file") == ["file"])
    #expect(rest("a", "--", mode, "YES") == ["a", "--", mode, "YES"])
    #expect(rest().isEmpty)
  }

  @Test("R132: control characters in identifiers are escaped in the trace")
  func linesStayLines() {
    let log = log
    let trace = RestorationTrace(.restore, logger: log.logger, uptime: { .zero })
    trace.say("decode", "Nav/a\nnotice: b\u{1B}[2J")
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasSuffix("Nav/a\\nnotice: b\\u{1B}[2J") == true)
  }

  @Test("R132: the switches have their documented names")
  func names() {
    #expect(Archiver.developerModeVariable == "RESTORATION_DEVELOPER_MODE")
    #expect(Archiver.debugLoggingVariable == "RESTORATION_DEBUG_LOGGING")
    #expect(DebugSwitch.developerMode.argument == "-StateRestorationDeveloperMode")
    #expect(DebugSwitch.debugLogging.argument == "-StateRestorationDebugLogging")
  }

  @Test("R132: saves and loads are traced step by step")
  func savesAndLoads() throws {
    let (store, keys) = (MemoryStore(), MemoryKeyProvider(key: fixedKey(2)))
    func archiver() -> Archiver {
      let archiver = Archiver(store: store, keys: keys, logger: log.logger)
      archiver.isDebugLoggingEnabled = true
      archiver.uptime = { .zero }
      return archiver
    }
    let first = archiver()
    _ = try first.saveAndWait(smallSnapshot())
    let size = try #require(store.load(.current, slot: nil)).count
    _ = archiver().load()
    store.replace(with: [1, 2, 3], slot: nil)
    _ = archiver().load()
    #expect(
      log.lines.filter { $0.hasPrefix("notice: ") }.map { String($0.dropFirst(8)) } == [
        "commit        0.00 ms  seal           0.00 ms  the whole state, \(size) bytes",
        "commit        0.00 ms  replace        0.00 ms  current archive, written and synced",
        "commit        0.00 ms  end                     save 1 is on disk",
        "load          0.00 ms  read           0.00 ms  current archive, \(size) bytes",
        "load          0.00 ms  open           0.00 ms  current archive, save 1, 3 objects",
        "load          0.00 ms  verdict                 no earlier launch marker, all is restored",
        "load          0.00 ms  end                     instance 1, save 1, from the current archive",
        "load          0.00 ms  read           0.00 ms  current archive, 3 bytes",
        "load          0.00 ms  pass over               current archive, set aside, The file does not "
          + "begin like an archive (byte 0)",
        "load          0.00 ms  read           0.00 ms  previous archive, \(size) bytes",
        "load          0.00 ms  open           0.00 ms  previous archive, save 1, 3 objects",
        "load          0.00 ms  verdict                 the previous process ended for an unknown "
          + "reason while it was launching, all is restored",
        "load          0.00 ms  end                     instance 1, save 1, from the previous archive, "
          + "recovery: olderGeneration",
      ])
  }
}
