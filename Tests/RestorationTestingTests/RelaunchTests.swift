// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing
import ViewControllers
import ViewControllersTesting

@MainActor @Suite struct RelaunchTests {
  let recorder = HookRecorder()

  private func program() -> TestApplication<RecordingViewController> {
    TestApplication(
      RecordingViewController("Root", recorder: recorder, values: ["note": "empty"]))
  }

  @Test(
    "R27, R150: the way a program ends decides which changes come back",
    arguments: ProgramEnd.allCases)
  func endDecides(end: ProgramEnd) {
    let program = program()
    program.root.values["note"] = "first"
    program.relaunch()
    program.root.values["note"] = "second"
    program.relaunch(end)
    #expect(program.root.values["note"] == (end == .killedAtOnce ? "first" : "second"))
    #expect(program.report?.isRestored == true)
  }

  @Test("R150: an object that is registered while a program runs comes back after a kill")
  func registeredWhileRunning() {
    let program = TestProgram { _ in [RecordingObject]() }
    let object = RecordingObject("Late", recorder: recorder, values: ["page": "7"])
    program.coordinator.registerObject(forStateRestoration: object, restorationIdentifier: "Late")
    program.relaunch(.killed)
    let again = RecordingObject("Late", recorder: recorder, values: ["page": "0"])
    program.coordinator.registerObject(forStateRestoration: again, restorationIdentifier: "Late")
    #expect(again.values["page"] == "7")
  }

  @Test("R150: a controller's unannounced change is lost in a kill, but not in the background")
  func silentChangeIsLost() {
    let program = TestApplication(SilentController())
    program.root.page = 1
    program.relaunch(.killed)
    #expect(program.root.page == 0)
    program.root.page = 2
    program.relaunch(.background)
    #expect(program.root.page == 2)
  }

  /// Returns two objects that do not announce their changes on their own.
  private func loudAndSilent() -> TestProgram<[RecordingObject]> {
    let recorder = recorder
    return TestProgram { coordinator in
      ["Loud", "Silent"].map { name in
        let object = RecordingObject(name, recorder: recorder, values: ["page": "0"])
        coordinator.registerObject(forStateRestoration: object, restorationIdentifier: name)
        return object
      }
    }
  }

  @Test("R150: an unannounced change is named with its object, key and values")
  func unannouncedChange() {
    let program = TestApplication(SilentController())
    program.relaunch()
    expectAnnounced(program)
    program.root.page = 1
    withKnownIssue {
      expectAnnounced(program)
    } matching: {
      $0.description.contains("without an announcement")
        && $0.description.contains("~ Root\n    page: 0 → 1")
    }
    program.root.invalidateRestorableState()
    expectAnnounced(program)
  }

  @Test("R150: an announced change does not hide another one, and the check changes nothing")
  func unannouncedBesideAnnounced() {
    let program = loudAndSilent()
    withKnownIssue {
      expectAnnounced(program)
    } matching: {
      $0.description.contains("call relaunch() once")
    }
    program.relaunch()
    for object in program.objects { object.values["page"] = "1" }
    program.coordinator.invalidate(program.objects[0])
    withKnownIssue {
      expectAnnounced(program)
    } matching: {
      $0.description.contains("~ Silent") && !$0.description.contains("Loud")
    }
    program.relaunch(.killed)
    #expect(program.objects.map { $0.values["page"] } == ["1", "0"])
  }

  @Test("R52, R55, R60: hooks are recorded in order, with paths and keys")
  func hooksAreRecorded() {
    let program = program()
    program.relaunch()
    recorder.removeAll()
    program.relaunch()
    #expect(
      recorder.lines == [
        "encode Root (note)", "viewDidLoad Root", "decode Root (note)", "finished Root",
        "viewWillAppear Root", "viewDidAppear Root",
      ])
  }

  @Test("R2, R45: a relaunched program has the version and idiom that the test sets")
  func versionAndIdiom() throws {
    let program = program()
    (program.version, program.idiom) = ("2", .desktop)
    program.relaunch()
    #expect(program.host.userInterfaceIdiom == .desktop)
    program.root.values["note"] = "new"  // unchanged objects keep the version that saved them
    let state = try #require(program.state)
    let root = RestorationAddress(
      scene: ":[0]:", kind: .controller,
      path: RestorationPath([.identifier(try #require(RestorationIdentifier("Root")))]))
    let number = try #require(state.number(at: root))
    let origin = try #require(try state.record(number)).origin
    #expect(origin.applicationVersion == "2")
    #expect(origin.idiom == .desktop)
  }

  @Test("R88: a controller that outlives its application fails the test, naming its class")
  func leakFails() {
    let program = program()
    let kept = program.root
    withKnownIssue {
      program.relaunch()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("- ViewControllersTesting.RecordingViewController\n")
          && $0.rawValue.hasSuffix("itself, release them or pass keepsControllers: true.")
      }
    }
    #expect(kept !== program.root)
    let again = program.root
    program.relaunch(keepsControllers: true)
    #expect(again !== program.root)
  }

  @Test(
    "R87: a program without controllers is relaunched the same way", arguments: ProgramEnd.allCases)
  func programOfObjects(end: ProgramEnd) {
    let program = TestProgram(
      RecordingObject("Reader", recorder: recorder, values: ["page": "0"]), identifier: "Reader")
    program.objects.values["page"] = "6"
    program.relaunch()
    #expect(program.objects.values["page"] == "6")
    program.objects.values["page"] = "7"
    program.coordinator.invalidate(program.objects)
    let before = program.state
    program.relaunch(end)
    #expect(program.objects.values["page"] == (end == .killedAtOnce ? "6" : "7"))
    if end != .killedAtOnce { expectRestored(before, program.state) }
    expectRestored(program.report)
    expectRoundTrip(program)
  }
}

/// Saves a number and never announces its changes.
@MainActor private final class SilentController: ViewController {
  var page = 0

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(page, forKey: "page")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    page = coder.decodeInteger(forKey: "page")
  }
}
