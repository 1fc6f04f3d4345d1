// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// The example on the front page of `ViewControllers`.
@MainActor @Suite struct ViewControllersExamples {
  @MainActor final class NotesDelegate: StateRestoringApplicationDelegate {
    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      let window = Window(application: application, restorationIdentifier: "Main")
      window.rootViewController = NavigationController(
        rootViewController: NotesController(restorationIdentifier: "Notes"),
        restorationIdentifier: "Navigation")
      window.makeKeyAndVisible()
      return true
    }

    func application(
      _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
    ) -> Bool { true }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
    ) -> Bool { true }
  }

  final class NotesController: ViewController {
    override func loadView() -> View {
      TextView(restorationIdentifier: "Text")
    }
  }

  @Test("R30, R57: identifiers alone bring back typed text")
  func typedTextComesBack() throws {
    let program = TestApplication<NavigationController> { NotesDelegate() }
    let text = try #require(program.root.topViewController?.view as? TextView)
    text.hostDidEdit(text: "Milk, bre", selectedTextRange: 9..<9)
    program.relaunch(.killed)
    let restored = try #require(program.root.topViewController?.view as? TextView)
    #expect(restored.text == "Milk, bre")
    expectRestored(program.report)
  }
}
