// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Synchronization
import Testing
import ViewControllers
import ViewControllersTesting

/// The text of a failure.
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

  /// Runs a body that must fail, and returns the failure's text.
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

  @Test("R62, R151, R179: objects that were not restored are listed with their reasons")
  func lostIsListed() {
    let program = TestApplication(navigation())
    program.root.pushViewController(controller("Details"), animated: false)
    program.relaunch()
    #expect(program.root.viewControllers.count == 1)
    let text = failure { expectRestored(program.report) }
    #expect(text.hasPrefix("1 of 3 objects were not restored:\n- Root/:[1]:/Details ("))
    #expect(text.contains("was dropped: no step could make it"))
  }

  @Test("R5: expectRestored fails, with the reason, if nothing was launched or restored")
  func nothingIsAFailure() {
    #expect(failure { expectRestored(nil) } == "Nothing was restored yet.")
    let program = TestApplication(navigation())
    #expect(failure { expectRestored(program.report) } == "Nothing was restored (pristine).")
  }

  @Test("R151: a difference shows the object, the key and both values")
  func differenceShowsValues() {
    let program = TestApplication(controller("Root", "then"))
    let before = program.state
    program.root.values["note"] = "now"
    let text = failure { expectRestored(before, program.state) }
    #expect(text.contains("\n~ Root\n    note: \"then\" → \"now\""))
    #expect(
      failure { expectRestored(before, nil) } == "The states cannot be compared: the second is nil."
    )
    expectRestored(before, before)
  }

  @Test("R215: saving nothing is a failure unless the test allows it")
  func nothingSavedIsAFailure() {
    let choices = Choices()
    (choices.windowIdentifier, choices.rootIdentifier) = ("Main", nil)
    let program = TestApplication<ViewController> { ChoosyDelegate(choices) }
    program.relaunch()
    #expect(program.report?.isRestored == true && program.report?.isComplete == true)
    #expect(failure { expectRestored(program.report) }.contains("Give the root a restoration"))
    #expect(failure { expectRestored(program.state, program.state) }.hasPrefix("Nothing is saved"))
    #expect(failure { expectRoundTrip(program) }.contains("has no restoration identifier"))
    expectRestored(program.report, allowingNothing: true)
    expectRestored(program.state, program.state, allowingNothing: true)
    choices.makesWindow = false
    let empty = TestApplication<ViewController> { ChoosyDelegate(choices) }
    #expect(failure { expectRoundTrip(empty) }.hasPrefix("Nothing is saved"))
    expectRoundTrip(empty, allowingNothing: true)
    let neither = failure { expectRestored(nil as RestorationSnapshot?, nil) }
    #expect(neither == "The states cannot be compared: both are nil.")
    expectRestored(nil, nil, allowingNothing: true)
  }

  @Test("R215: a restored object in no window at the end of launch is named")
  func restoredAndInNoWindowIsNamed() throws {
    let program = TestApplication(ForgetfulBox()) { $0.register(MadeAgain.self) }
    program.root.fill()
    program.relaunch()
    let report = try #require(program.report)
    #expect(report["Root/Inner"] == .restored)
    #expect(report.unplaced.map(\.path.description) == ["Root/Inner"])
    #expect(!report.isComplete)
    #expect(report.diagnostics.contains { $0.contains("is in no window now that launch has") })
    let text = failure { expectRestored(report) }
    #expect(text.contains("- Root/Inner is in no window when launch has ended"))
  }
}

/// A controller that saves its child but does not put it back.
///
/// The child is created again at launch.
@MainActor private final class ForgetfulBox: ViewController {
  func fill() {
    let child = MadeAgain(restorationIdentifier: "Inner")
    child.restorationClass = MadeAgain.self
    addChild(child)
    view.addSubview(child.view)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children.first, forKey: "child")
  }
}

@MainActor private final class MadeAgain: ViewController, ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MadeAgain(restorationIdentifier: "Inner") }
}
