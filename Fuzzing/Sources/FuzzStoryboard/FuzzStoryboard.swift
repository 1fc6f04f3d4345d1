// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// Fuzzes storyboard files.
///
/// It opens each file and creates all controllers that can be created.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] { writeSeeds(folder) }
  let bytes = Data(UnsafeBufferPointer(start: start, count: count))
  // The fuzzer calls from the main thread.
  MainActor.assumeIsolated { instantiate(bytes) }
  return 0
}

private let file = URL(fileURLWithPath: NSTemporaryDirectory())
  .appendingPathComponent("fuzz-\(getpid()).storyboard")

@MainActor private func instantiate(_ bytes: Data) {
  guard (try? bytes.write(to: file)) != nil,
    let storyboard = try? Storyboard(contentsOf: file, application: nil)
  else { return }
  guard let controller = storyboard.instantiateInitialViewController() else { return }
  show(controller, depth: 0)
}

/// Loads all views, as a window does.
@MainActor private func show(_ controller: ViewController, depth: Int) {
  guard depth < 16 else { return }
  _ = controller.view
  for child in controller.children { show(child, depth: depth + 1) }
}

/// Writes the tests' fixtures as seeds.
private func writeSeeds(_ folder: String) -> Never {
  let fixtures = URL(fileURLWithPath: "Tests/StoryboardsTests/Fixtures")
  let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
  for name in names where name.hasSuffix(".storyboard") {
    try? FileManager.default.copyItem(
      atPath: fixtures.appendingPathComponent(name).path, toPath: folder + "/" + name)
  }
  _exit(names.isEmpty ? 1 : 0)
}
