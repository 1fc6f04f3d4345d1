// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Synchronization
import Testing
import ViewControllers

/// What a failure says.
private final class Sentence: Sendable {
  let text = Mutex("")
}

@MainActor @Suite struct ExpectRestoredTests {
  let recorder = HookRecorder()

  private func controller(_ name: String, _ note: String = "") -> RecordingViewController {
    RecordingViewController(name, recorder: recorder, values: ["note": note])
  }

  private func navigation() -> NavigationController {
    NavigationController(rootViewController: controller("List"))
  }

  /// Runs something that has to fail, and gives the sentence.
  private func failure(_ body: () -> Void) -> String {
    let sentence = Sentence()
    withKnownIssue {
      body()
    } matching: { issue in
      sentence.text.withLock { $0 = issue.comments.map(\.rawValue).joined() }
      return true
    }
    return sentence.text.withLock { $0 }
  }

  @Test("R62, R151, R179: what was not restored is listed, each with its reason")
  func lostIsListed() {
    let program = TestApplication(navigation())
    program.root.pushViewController(controller("Details"), animated: false)
    program.relaunch()
    #expect(program.root.viewControllers.count == 1)
    let text = failure { expectRestored(program.report) }
    #expect(text.hasPrefix("1 of 3 objects were not restored:\n- Root/:[1]:/Details ("))
    #expect(text.contains("was dropped: no step could make it"))
  }

  @Test("R5: nothing restored, and nothing launched, are failures with the reason")
  func nothingIsAFailure() {
    #expect(failure { expectRestored(nil) } == "Nothing was restored yet.")
    let program = TestApplication(navigation())
    #expect(failure { expectRestored(program.report) } == "Nothing was restored (pristine).")
  }

  @Test("R151: a difference shows object, key and both values")
  func differenceShowsValues() {
    let program = TestApplication(controller("Root", "then"))
    let before = program.state
    program.root.values["note"] = "now"
    let text = failure { expectRestored(before, program.state) }
    #expect(text.contains("\n~ Root\n    note: \"then\" → \"now\""))
    #expect(failure { expectRestored(before, nil) } == "There is no state after.")
    expectRestored(before, before)
    expectRestored(nil, nil)
  }
}
