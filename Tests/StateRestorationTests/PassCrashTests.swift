// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct PassCrashTests {
  @Test("Starting a pass inside a pass ends the process with a sentence")
  func passInsideAPass() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let coordinator = Machine().coordinator()
      let node = Node()
      node.onEncode = { _ in _ = coordinator.preserve(reason: .explicit) }
      coordinator.registerObject(forStateRestoration: node, restorationIdentifier: "Node")
      _ = coordinator.preserve(reason: .explicit)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A restoration pass was started inside another pass"))
  }

  @Test("R43: using a coder after its hook has returned ends the process with a sentence")
  func coderAfterItsHook() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let coordinator = Machine().coordinator()
      let node = Node()
      var kept: RestorationEncoder?
      node.onEncode = { kept = $0 }
      coordinator.registerObject(forStateRestoration: node, restorationIdentifier: "Node")
      _ = coordinator.preserve(reason: .explicit)
      kept?.encode(node, forKey: "late")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A restoration encoder was used for late"))
  }
}
