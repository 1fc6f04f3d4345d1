// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing
import ViewControllers
import ViewControllersTesting

@MainActor final class EditorController: ViewController {
  var text = "" { didSet { invalidateRestorableState() } }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(text, forKey: "text")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    text = coder.decodeString(forKey: "text") ?? ""
  }
}

@MainActor @Suite struct EditorTests {
  @Test("R30, R57, R150: typed text comes back, even after a kill")
  func typedTextComesBack() {
    let program = TestApplication(EditorController())
    program.root.text = "Half a sen"
    program.relaunch(.killed)
    #expect(program.root.text == "Half a sen")
  }
}
