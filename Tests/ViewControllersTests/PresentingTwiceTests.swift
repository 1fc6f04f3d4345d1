// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Sheets that launch code presents and that are also restored.
@MainActor struct PresentingTwiceTests {
  /// The moment when launch code presents its login.
  enum Moment: CaseIterable { case willFinish, didFinish, viewDidAppear }

  /// A screen that presents a controller when it appears.
  private final class AskingScreen: Screen {
    var onAppear: (ViewController) -> Void = { _ in }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      onAppear(self)
    }
  }

  private let device = Device { $0.rootViewController = AskingScreen("Home") }

  private func launch(_ moment: Moment?, _ login: @escaping @MainActor () -> ViewController)
    -> Session
  {
    let device = Device(sharing: device) { window in
      let home = AskingScreen("Home")
      window.rootViewController = home
      if moment == .willFinish { home.present(login(), animated: true) }
      if moment == .viewDidAppear { home.onAppear = { $0.present(login(), animated: true) } }
    }
    return device.launch { delegate in
      guard moment == .didFinish else { return }
      delegate.didFinish = { application, _ in
        application.windows[0].rootViewController?.present(login(), animated: true)
      }
    }
  }

  private func login(isMade: Bool) -> ViewController {
    isMade ? MadeScreen("Login") : Screen("Login")
  }

  private func note(_ session: Session) -> Int? {
    (session.window.presentationChain.last as? Screen)?.note
  }

  @Test(
    "R213: a login that is both restored and presented by launch code appears once",
    arguments: Moment.allCases, [false, true])
  func loginIsOne(moment: Moment, isMade: Bool) {
    for number in 0..<5 {
      let session = launch(moment) { login(isMade: isMade) }
      #expect(session.sheets == ["Login"])
      // Without a restoration class, only a sheet presented before the lookup can take the state.
      if isMade || moment == .willFinish { #expect(note(session) == number) }
      (session.window.presentationChain.last as? Screen)?.note = number + 1
      session.application.terminate()
      let diagnostics = session.preservationReports.last?.diagnostics ?? []
      #expect(diagnostics.allSatisfy { !$0.contains("is not presented") })
    }
  }

  @Test(
    "R174, R213: the login appears once over a restored sheet, too, with its state",
    arguments: [Moment.willFinish, .didFinish], [false, true])
  func loginOverASheetIsOne(moment: Moment, isMade: Bool) {
    let first = launch(nil) { Screen(nil) }
    first.root?.present(MadeScreen("Sheet"), animated: false)
    first.application.terminate()
    for number in 0..<5 {
      let session = launch(moment) { login(isMade: isMade) }
      #expect(session.sheets == ["Sheet", "Login"])
      if isMade || moment == .willFinish { #expect(note(session) == number) }
      (session.window.presentationChain.last as? Screen)?.note = number + 1
      session.application.terminate()
    }
  }

  @Test("R213: sheets presented over a login stay over the restored login")
  func sheetsOverTheLoginStay() {
    func launch() -> Session {
      self.launch(.willFinish) {
        let login = MadeScreen("Login")
        login.present(Screen("Help"), animated: false)
        return login
      }
    }
    let first = launch()
    #expect(first.sheets == ["Login", "Help"])
    first.application.terminate()
    for _ in 0..<3 {
      let next = launch()
      #expect(next.sheets == ["Login", "Help"])
      next.application.terminate()
    }
  }

  @Test("R213: launch code can present a login again after one was dismissed")
  func dismissedLoginIsPresentedAnew() {
    let first = launch(.didFinish) { MadeScreen("Login") }
    first.root?.dismiss(animated: false)
    first.root?.present(MadeScreen("Login"), animated: false)
    #expect(first.sheets == ["Login"])
    first.root?.dismiss(animated: false)
    first.application.terminate()
    #expect(launch(.didFinish) { MadeScreen("Login") }.sheets == ["Login"])
  }

  @Test("R213: presenting an already presented login leaves it in place and calls the completion")
  func presentedOneStays() {
    let first = launch(.didFinish) { MadeScreen("Login") }
    first.application.terminate()
    let second = launch(nil) { Screen(nil) }
    let login = second.window.presentationChain.last
    var isTold = false
    second.root?.present(MadeScreen("Login"), animated: true) { isTold = true }
    #expect(isTold)
    #expect(second.window.presentationChain.last === login)
    #expect(!second.window.isTransitionAnimated)
  }

  @Test("R174, R213: launch code can present only one sheet on one controller, too")
  func launchCodePresentsOne() {
    let first = launch(nil) { Screen(nil) }
    first.root?.present(MadeScreen("Sheet"), animated: false)
    let second = first.relaunch { delegate in
      delegate.didFinish = { application, _ in
        let root = application.windows[0].rootViewController
        for name in ["Login", "Other"] { root?.present(Screen(name), animated: false) }
      }
    }
    #expect(second.sheets == ["Sheet", "Login"])
  }

  @Test("R174, R213: a restored sheet refuses a second one after launch")
  func afterLaunch() {
    let first = launch(nil) { Screen(nil) }
    first.root?.present(MadeScreen("Sheet"), animated: false)
    first.application.terminate()
    #expect(launch(.viewDidAppear) { MadeScreen("Login") }.sheets == ["Sheet"])
  }
}
