// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing
import ViewControllers
import ViewControllersTesting

@MainActor @Suite struct RoundTripTests {
  let recorder = HookRecorder()

  private func controller(_ name: String?, _ note: String = "") -> RecordingViewController {
    RecordingViewController(name, recorder: recorder, values: ["note": note])
  }

  private func program() -> TestApplication<NavigationController> {
    TestApplication(NavigationController(rootViewController: controller("List")))
  }

  @Test("R151: a program that would come back unchanged has no findings and is not disturbed")
  func cleanRoundTrip() throws {
    let program = program()
    let list = try #require(program.root.topViewController as? RecordingViewController)
    list.values["note"] = "new"
    let report = program.checkRoundTrip()
    #expect(report.isClean)
    #expect(
      report.description == """
        All 2 objects would come back as they are.
        Not compared: delegates, and all that is not saved.
        """)
    #expect(list.values["note"] == "new")
    #expect(program.application.windows.count == 1)
    #expect(program.host.exitStatus == nil)
    #expect(program.saves == 0)
    program.relaunch(.killed, keepsControllers: true)
    let again = try #require(program.root.topViewController as? RecordingViewController)
    #expect(again.values["note"] == "new")
  }

  @Test("R179: a controller that no step can make is found, with the steps tried")
  func unmadeController() throws {
    let program = program()
    program.root.pushViewController(controller("Details"), animated: false)
    let finding = try #require(program.checkRoundTrip().findings.first)
    #expect(finding.kind == .notRestored)
    #expect(finding.address?.path.description == "Root/:[1]:/Details")
    #expect(finding.sentence.contains("① it has no restoration class, ② the delegate returned nil"))
  }

  @Test("R9, R11: a controller without identifier is found, unless launch code creates it")
  func namelessController() throws {
    let program = program()
    #expect(program.checkRoundTrip().isClean)
    program.root.present(controller(nil), animated: false)
    let finding = try #require(program.checkRoundTrip().findings.first)
    #expect(finding.kind == .notSaved)
    #expect(finding.sentence.contains("is on screen and is neither saved nor made by launch code"))
    let nameless = TestApplication(NavigationController(rootViewController: controller(nil)))
    #expect(nameless.checkRoundTrip().isClean)
  }

  @Test("R151: a value that is not read back is found by key, and the text contains no value")
  func forgottenValue() throws {
    let program = TestApplication(ForgetfulController())
    program.root.secret = "hunter2"
    let report = program.checkRoundTrip()
    #expect(report.findings.map(\.kind) == [.changed])
    #expect(
      report.description.contains("Root: it comes back, but its state differs: secret differs"))
    #expect(!report.description.contains("hunter2"))
  }

  @Test(
    "R151: a closure missing after a restore is found, and the report says what is not compared")
  func lostClosure() {
    let program = TestApplication(ClosingController())
    #expect(program.checkRoundTrip().isClean)
    program.root.onClose = {}
    let report = program.checkRoundTrip()
    #expect(report.findings.map(\.kind) == [.changed])
    #expect(report.findings.map(\.address?.path.description) == ["Root"])
    #expect(report.findings.first?.sentence.contains("without a closure in onClose") == true)
    #expect(report.description.hasSuffix("Not compared: delegates, and all that is not saved."))
  }

  @Test("R72, R151: the second program registers what was registered before launch")
  func registeredBeforeLaunch() {
    let choices = Choices()
    choices.presents = true
    let program = TestApplication<ViewController>(
      configuring: { $0.register(TipRecipe.self) }, launching: { ChoosyDelegate(choices) })
    program.root.presentedViewController?.restorationClass = TipRecipe.self
    choices.presents = false
    let report = program.application.checkRoundTrip { ChoosyDelegate(choices) }
    #expect(report.findings.map(\.description) == [])
    program.relaunch()
    #expect(program.root.presentedViewController?.restorationIdentifier == "Tip")
    program.application.register(LateRecipe.self)
    program.root.presentedViewController?.restorationClass = LateRecipe.self
    let late = program.application.checkRoundTrip { ChoosyDelegate(choices) }
    #expect(late.findings.map(\.kind).contains(.notRestored))
  }

  @Test("R151: objects unclaimed at the end of launch are listed, not counted as restored")
  func waitingObjects() {
    let program = TestProgram(SharedObject(), identifier: "Shared")
    let report = program.coordinator.checkRoundTrip { _ in }
    #expect(report.isClean)
    #expect(report.waiting.map(\.path.description) == ["Shared"])
    #expect(report.description.hasPrefix("0 of 1 objects would come back as they are.\n- Shared: "))
    #expect(report.description.contains("which this check cannot know"))
  }

  @Test("R5, R183: an application that refuses to restore or to save is one finding")
  func refusal() {
    let choices = Choices()
    let program = TestApplication<ViewController> { ChoosyDelegate(choices) }
    choices.restores = false
    #expect(program.checkRoundTrip().findings.map(\.kind) == [.notRestored])
    choices.saves = false
    let report = program.checkRoundTrip()
    #expect(report.findings.map(\.kind) == [.notSaved])
    #expect(report.description.hasPrefix("Nothing would come back:\n"))
    #expect(report.before == nil)
  }

  @Test("R174: an object that launch code adds over the interface is found")
  func addedAtLaunch() {
    let choices = Choices()
    let program = TestApplication<ViewController> { ChoosyDelegate(choices) }
    #expect(program.checkRoundTrip().isClean)
    choices.presents = true
    let report = program.checkRoundTrip()
    #expect(
      report.findings.filter { $0.kind == .added }.map(\.address?.path.description) == ["Root/Tip"])
  }

  @Test("R41: a restored object that launch code drops is found")
  func lostAfterLaunch() {
    let choices = Choices()
    let program = TestApplication<ViewController> { ChoosyDelegate(choices) }
    choices.forgets = true
    let report = program.checkRoundTrip()
    #expect(report.findings.map(\.kind) == [.lost])
    #expect(report.findings.map(\.address?.path.description) == ["Root"])
  }

  @Test("R150: checks run after saves, once for several, and only if enabled")
  func checksAfterSaves() async throws {
    let program = TestApplication(controller("Root"))
    var reports: [RoundTripReport] = []
    let recorder = recorder
    func ask(_ isEnabled: Bool) {
      program.application.checkRoundTripsAfterSaves(
        isEnabled: isEnabled, launching: { ChoosyDelegate(Choices()) },
        onCheck: { reports.append($0) })
    }
    ask(true)
    for text in ["one", "two"] {
      program.root.values["note"] = text
      try await saved(program)
    }
    #expect(reports.isEmpty)
    program.host.advance(by: .seconds(5))
    #expect(reports.count == 1)
    program.host.advance(by: .seconds(60))
    #expect(reports.count == 1)
    ask(false)
    program.root.values["note"] = "three"
    try await saved(program)
    program.host.advance(by: .seconds(60))
    #expect(reports.count == 1)
    withExtendedLifetime(recorder) {}
  }

  /// Waits until the last change is saved.
  private func saved(_ program: TestApplication<RecordingViewController>) async throws {
    let saves = program.saves
    program.host.advance(by: .seconds(1))
    while program.saves == saves { await Task.yield() }
  }

  @Test("R151: a partly saved object is found with its path")
  func partlySaved() throws {
    let finding = try #require(
      TestProgram(Referrer(), identifier: "Referrer").checkRoundTrip().findings.first)
    #expect(finding.kind == .notSaved)
    #expect(finding.address?.path.description == "Referrer")
    #expect(finding.sentence.hasPrefix("key stray: the reference to"))
    #expect(finding.description.hasPrefix("Referrer: key stray: "))
  }

  @Test("R150: an object shared by both programs still announces changes to its own coordinator")
  func sharedObject() {
    let shared = SharedObject()
    let program = TestProgram(shared, identifier: "Shared")
    #expect(program.checkRoundTrip().isClean)
    program.relaunch()
    #expect(program.checkRoundTrip().isClean)
    shared.page = 2
    let pass = program.coordinator.preserve(reason: .changed, scope: .changes)
    #expect(pass.report.outcomes.map(\.result) == [.encoded])
  }
}

private final class SharedObject: StatePreserving {
  @Restorable var page = 1

  func encodeRestorableState(with coder: RestorationEncoder) {}
  func decodeRestorableState(with coder: RestorationDecoder) {}
}

private final class Stray: StateRestoring {}

/// Refers to an unregistered object.
private final class Referrer: StatePreserving {
  private let stray = Stray()

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(stray, forKey: "stray")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {}
}

/// Creates a tip again; private, so it must be registered.
private final class TipRecipe: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { ViewController() }
}

private final class LateRecipe: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { ViewController() }
}

/// Has a closure that another object sets.
@MainActor private final class ClosingController: ViewController {
  var onClose: (@MainActor () -> Void)?
}

/// Saves a value that it does not read.
@MainActor private final class ForgetfulController: ViewController {
  var secret = ""

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(secret, forKey: "secret")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {}
}
