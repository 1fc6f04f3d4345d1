// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct PresentationTests {
  private func launch(_ root: ViewController) -> Session {
    Device { $0.rootViewController = root }.launch()
  }

  private func inContext(_ controller: ViewController) -> ViewController {
    controller.modalPresentationStyle = .overCurrentContext
    return controller
  }

  @Test("R14: the nearest ancestor that defines the presentation context presents")
  func nearestContextPresents() {
    let photo = Screen("Photo")
    let inner = navigation("Inner", root: photo)
    inner.definesPresentationContext = true
    let session = launch(PairController("Pair", [inner]))
    let sheet = Screen("Sheet")
    sheet.modalPresentationStyle = .overCurrentContext
    photo.present(sheet, animated: false)
    #expect(sheet.presentingViewController === inner)
    #expect(session.sheets == ["Sheet"])
  }

  @Test("R14, R216: the outermost container presents, except in the two current-context styles")
  func otherStylesPassTheContext() {
    for style in ModalPresentationStyle.allCases {
      let photo = Screen("Photo")
      photo.definesPresentationContext = true
      let session = launch(navigation(root: photo))
      let sheet = Screen("Sheet")
      sheet.modalPresentationStyle = style
      photo.present(sheet, animated: false)
      let isInContext = [.currentContext, .overCurrentContext].contains(style)
      #expect(sheet.presentingViewController === (isInContext ? photo : session.navigation))
      #expect(photo.presentedViewController === sheet)
    }
  }

  @Test("R216: only full-screen and current-context sheets make what they cover disappear")
  func coveredControllersDisappear() {
    for (style, leaves) in [
      (ModalPresentationStyle.fullScreen, true), (.overFullScreen, false), (.currentContext, true),
      (.overCurrentContext, false), (.pageSheet, false), (.popover, false),
    ] {
      let photo = Screen("Photo")
      photo.definesPresentationContext = true
      let session = launch(photo)
      let sheet = Screen("Sheet")
      sheet.modalPresentationStyle = style
      let calls = CallLog.entries { session.root?.present(sheet, animated: false) }
      #expect(calls.contains("disappear Photo") == leaves, "\(style)")
      let back = CallLog.entries { session.root?.dismiss(animated: false) }
      #expect(back.contains("appear Photo") == leaves, "\(style)")
    }
  }

  @Test("R77, R216: a popover comes back with its style and anchor", arguments: [true, false])
  func popoverComesBack(isBesideAButton: Bool) throws {
    let device = Device { window in
      let home = Screen("Home")
      home.rightBarButtonItems = ["Filter", "Share"].map { BarButtonItem(title: $0) {} }
      home.view.addSubview(Label("Anchor"))
      home.view.subviews[0].restorationIdentifier = "Anchor"
      window.rootViewController = navigation(root: home)
    }
    let first = device.launch()
    let home = try #require(first.navigation?.topViewController)
    let filter = MadeScreen("Filter")
    #expect(filter.popoverPresentationController == nil)
    filter.modalPresentationStyle = .popover
    let popover = try #require(filter.popoverPresentationController)
    popover.sourceRect = CGRect(x: 1, y: 2, width: 3, height: 4)
    if isBesideAButton {
      popover.barButtonItem = home.rightBarButtonItems[1]
    } else {
      popover.sourceView = home.view.subviews[0]
    }
    home.present(filter, animated: false)
    let second = first.relaunch().relaunch()
    #expect(second.sheets == ["Filter"])
    let again = try #require(second.window.presentationChain.last)
    #expect(again.modalPresentationStyle == .popover)
    let restored = try #require(again.popoverPresentationController)
    let top = try #require(second.navigation?.topViewController)
    #expect(restored.sourceRect == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect((restored.barButtonItem === top.rightBarButtonItems[1]) == isBesideAButton)
    #expect((restored.sourceView === top.view.subviews[0]) == !isBesideAButton)
  }

  @Test("A sheet that becomes a child is not presented any more, even after a relaunch")
  func sheetThatBecomesAChild() {
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let session = device.launch()
    let photo = MadeScreen("Photo")
    session.root?.present(photo, animated: false)
    let calls = CallLog.entries {
      session.navigation?.pushViewController(photo, animated: false)
    }
    #expect(calls == ["willDisappear Home", "disappear Home"])
    #expect(session.sheets == [] && session.root?.presentedViewController == nil)
    #expect(photo.presentingViewController == nil && photo.navigationController != nil)
    let second = session.relaunch()
    #expect(second.sheets == [])
    #expect(
      second.navigation?.viewControllers.map(\.restorationIdentifier) == ["Home", "Photo"])
  }

  @Test(
    "R77: a sheet comes back after the controller that presented it has moved into it",
    arguments: [false, true])
  func presenterMovesIntoItsSheet(isPopover: Bool) throws {
    func makePhoto() -> Screen {
      let photo = Screen("Photo")
      photo.view.addSubview(LoggingView("Anchor"))
      return photo
    }
    let photo = makePhoto()
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let session = device.launch()
    session.navigation?.pushViewController(photo, animated: false)
    let sheet = PairController("Sheet", [])
    if isPopover {
      sheet.modalPresentationStyle = .popover
      sheet.popoverPresentationController?.sourceView = photo.view.subviews[0]
    }
    photo.present(sheet, animated: false)
    session.navigation?.popViewController(animated: false)
    sheet.addChild(photo)
    photo.note = 3
    let second = session.relaunch { delegate in
      delegate.lookUp = { path, _ in
        path.last == "Sheet" ? PairController("Sheet", [makePhoto()]) : nil
      }
    }
    #expect(second.sheets == ["Sheet"])
    let again = second.window.presentationChain.last?.children.first as? Screen
    #expect(again?.note == 3)
  }

  @Test("A context's sheet lies below those over the whole window, and goes off screen with it")
  func sheetInAContext() {
    let photo = Screen("Photo")
    photo.definesPresentationContext = true
    let session = launch(navigation(root: photo))
    session.root?.present(Screen("Over"), animated: false)
    photo.present(inContext(Screen("Inside")), animated: false)
    #expect(session.sheets == ["Inside", "Over"])
    session.root?.dismiss(animated: false)
    session.navigation?.pushViewController(Screen("Next"), animated: false)
    #expect(session.sheets == [])
    session.navigation?.popViewController(animated: false)
    #expect(session.sheets == ["Inside"])
  }

  @Test("R213: a second sheet on one controller is refused with a diagnostic")
  func secondSheetIsRefused() {
    let photo = Screen("Photo")
    let session = launch(navigation(root: photo))
    session.root?.present(Screen("First"), animated: false)
    for presenter in [session.root, photo] {
      presenter?.present(MadeScreen("Second"), animated: false) {
        Issue.record("it is not presented")
      }
    }
    #expect(session.sheets == ["First"])
    session.root?.presentedViewController?.present(Screen("Third"), animated: false)
    #expect(session.sheets == ["First", "Third"])
    session.application.terminate()
    #expect(
      session.preservationReports.last?.diagnostics.filter { $0.contains("is not presented") }
        .count == 2, "\(session.preservationReports.last?.diagnostics ?? [])")
  }

  @Test("Presenting a presented controller again changes nothing", arguments: [false, true])
  func presentedSheetIsNotPresentedAgain(isCovered: Bool) {
    let session = launch(Screen("Home"))
    let first = Screen("First")
    session.root?.present(first, animated: false)
    if isCovered { first.present(Screen("Second"), animated: false) }
    session.root?.present(first, animated: false)
    #expect(first.presentingViewController === session.root)
    #expect(first.presentedViewController?.restorationIdentifier == (isCovered ? "Second" : nil))
    guard first.presentedViewController !== first else { return }  // `sheets` would never return
    #expect(session.sheets == (isCovered ? ["First", "Second"] : ["First"]))
  }

  @Test("A sheet can be dismissed from its presenter, from the presenter's child and from inside")
  func dismissFindsTheSheet() {
    let photo = Screen("Photo")
    let session = launch(navigation(root: photo))
    for dismisser in [session.root, photo, nil] {
      let content = Screen("Content")
      photo.present(navigation("Sheet", root: content), animated: false)
      (dismisser ?? content).dismiss(animated: false)
      #expect(session.sheets == [])
    }
  }

  @Test("Dismissing a sheet dismisses those over it, and the presenter releases it")
  func dismissTakesSheetsAbove() {
    let session = launch(Screen("Home"))
    weak var sheet: ViewController?
    do {
      let first = Screen("First")
      sheet = first
      session.root?.present(first, animated: false)
      first.present(Screen("Second"), animated: false)
    }
    session.root?.dismiss(animated: false)
    #expect(session.sheets == [])
    #expect(sheet == nil)
  }
}
