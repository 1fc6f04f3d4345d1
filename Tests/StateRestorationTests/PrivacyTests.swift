// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Identifiers, paths and values do not leak.
///
/// They are in no file name, in no byte on disk, and in no line of the normal log.
@Suite struct PrivacyTests {
  private let folder = NSTemporaryDirectory() + "restoration-\(UUID().uuidString)"
  private let log = LogRecorder()
  private let secrets = [
    "Diary of Ansel", "Yosemite Valley", "half-dome-key", "Mirror Lake", "Taft Point", "Glacier",
    "Half Dome",
  ]

  private func archiver() -> Archiver {
    Archiver(
      store: FileStore(folder: folder + "/state"), keys: KeyFile(path: folder + "/data/key"),
      logger: log.logger)
  }

  private func coordinator(
    schema: Int = 1, tree: FakeTree? = nil, delegate: Delegate? = nil
  ) -> RestorationCoordinator {
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Private", schemaVersion: schema),
      archiver: archiver(), logger: log.logger)
    coordinator.tree = tree
    coordinator.delegate = delegate
    return coordinator
  }

  /// Saves and restores with every kind of error that is reported.
  private func makeTrouble() throws {
    let diary = Node("Yosemite Valley")
    let (lake, twin) = (SpecialNode("Glacier"), SpecialNode("Glacier"))
    diary.links = [OtherNode("Glacier"), lake]
    diary.onEncode = { coder in
      coder.encode(String(repeating: "Mirror Lake", count: 200), forKey: "half-dome-key")
      coder.encode(1, forKey: "half-dome-key")
    }
    let first = coordinator()
    first.budget.objectSize = 1000
    first.register(diary, as: "Diary of Ansel")
    first.register(lake, as: "Taft Point")
    first.register(twin, as: "Taft Point")
    first.registerObject(forStateRestoration: Node(), restorationIdentifier: "Taft/Half Dome")
    first.completeStateRestoration()
    try first.save()
    diary.text = "Glacier"
    try first.save()

    let again = Node()
    again.onDecode = { _ = $0.decodeInteger(forKey: "text") }
    let second = coordinator()
    second.register(SpecialNode.self) { _, _ in nil }
    second.register(again, as: "Diary of Ansel")
    _ = second.restore()
    try second.save()
    second.didProveGood()

    let delegate = Delegate()
    delegate.isRestoring = false
    _ = coordinator(delegate: delegate).restore()
    let newer = coordinator(schema: 2)
    try newer.save()
    _ = coordinator().restore()
    try damageCurrent()
    _ = coordinator(schema: 2).restore()
  }

  private func damageCurrent() throws {
    let file = URL(fileURLWithPath: FileStore(folder: folder + "/state").path(of: .current))
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file, options: .atomic)
  }

  @Test("R151, R189: files and the usual log show no name or value, the debug log shows no value")
  func nothingIsShown() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try makeTrouble()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(names.contains { $0.hasSuffix("current.archive") || $0.hasSuffix("previous.archive") })
    #expect(names.contains { $0.hasSuffix("damaged-1.archive") })
    for name in names {
      for secret in secrets { #expect(!name.contains(secret), "\(name)") }
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      for secret in secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(name)")
      }
    }

    let usual = log.lines.filter { !$0.hasPrefix("debug: ") && !$0.hasPrefix("trace: ") }
    #expect(usual.count >= 5)
    for line in usual {
      for secret in secrets { #expect(!line.contains(secret), "\(line)") }
    }

    let debug = log.lines.filter { $0.hasPrefix("debug: ") }
    #expect(debug.contains { $0.contains("Diary of Ansel: key half-dome-key") })
    #expect(debug.contains { $0.contains("Taft Point: ") })
    #expect(debug.contains { $0.contains("Taft/Half Dome") })
    for value in ["Yosemite Valley", "Mirror Lake", "Glacier"] {
      #expect(!log.lines.contains { $0.contains(value) })
    }
  }

  @Test("R151: every diagnostic of a report is also logged")
  func diagnosticsAreLogged() throws {
    let machine = Machine()
    let node = Node()
    node.links = [OtherNode()]
    let coordinator = machine.coordinator(["Node": node], logger: log.logger)
    let saved = try coordinator.save()
    #expect(saved.diagnostics.count == 1)
    let other = Counter()
    let relaunched = machine.coordinator(["Node": other], logger: log.logger)
    let restored = relaunched.restore()
    #expect(restored.diagnostics.count == 1)
    for diagnostic in saved.diagnostics + restored.diagnostics {
      #expect(log.lines.contains("debug: \(diagnostic)"))
    }
  }
}
