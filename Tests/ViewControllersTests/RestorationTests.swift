// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct RestorationTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  @Test("R57: decode goes from root to leaf along presented controllers")
  func decodeGoesFromRootToLeaf() {
    let device = Device { $0.rootViewController = Screen("Root") }
    let first = device.launch()
    let one = MadeScreen("One")
    first.root?.present(one, animated: false)
    one.present(MadeScreen("Two"), animated: false)
    first.application.terminate()
    #expect(CallLog.entries("decode") { _ = device.launch() } == ["Root", "One", "Two"])
  }

  @Test("R56: a restored child is connected only when its container decodes")
  func containerConnects() {
    final class Probe: NavigationController {
      override func decodeRestorableState(with coder: RestorationDecoder) {
        let before = viewControllers.count
        super.decodeRestorableState(with: coder)
        CallLog.add("stack \(before) \(viewControllers.count)")
      }
    }
    let device = Device { window in
      let probe = Probe(rootViewController: Screen("Home"))
      probe.restorationIdentifier = "Nav"
      window.rootViewController = probe
    }
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    #expect(CallLog.entries("stack") { _ = first.relaunch() } == ["1 2"])
  }

  @Test("R171: views decode right after their controller's own decode")
  func viewsDecodeAfterTheirController() {
    let device = Device { window in
      let home = Screen("Home")
      home.view.addSubview(LoggingView("View"))
      window.rootViewController = home
    }
    device.launch().application.terminate()
    let calls = CallLog.entries { _ = device.launch() }
    let decoded = calls.firstIndex(of: "decoded Home")
    let view = calls.firstIndex(of: "view decode Home/View")
    #expect(decoded.map { $0 + 1 } == view)
  }

  @Test("R172: views are found, never created, and the report names a missing one")
  func missingViewIsReported() {
    var hasView = true
    let device = Device { window in
      let home = Screen("Home")
      if hasView { home.view.addSubview(LoggingView("View")) }
      window.rootViewController = home
    }
    let first = device.launch()
    hasView = false
    let second = first.relaunch()
    #expect(second.root?.view.subviews.isEmpty == true)
    let report = second.restorationReport
    #expect(report.map { "\($0)".contains("Home/View") } == true)
  }

  @Test("R62: nil from a lookup drops the object and its subtree without decode")
  func nilDropsTheSubtree() {
    let first = device.launch()
    let photo = MadeScreen("Photo")
    photo.note = MadeScreen.goneNote
    first.navigation?.pushViewController(photo, animated: false)
    photo.definesPresentationContext = true
    let sheet = MadeScreen("Sheet")
    sheet.modalPresentationStyle = .currentContext
    photo.present(sheet, animated: false)
    first.application.terminate()
    let calls = CallLog.entries { _ = device.launch() }
    #expect(calls.contains("make Nav/Photo"))
    #expect(!calls.contains("make Nav/Photo/Sheet"))
    #expect(!calls.contains("decode Photo") && !calls.contains("decode Sheet"))
  }

  @Test("R63: a looked-up object of another class is used but not decoded, with a diagnostic")
  func otherClassIsNotDecoded() {
    final class Other: Screen {}
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    (first.navigation?.topViewController as? MadeScreen)?.restorationClass = nil
    first.application.terminate()
    let (second, calls) = CallLog.recording {
      device.launch {
        $0.lookUp = { path, _ in path.last == "Photo" ? Other("Photo") : nil }
      }
    }
    #expect(second.stack == ["Home", "Photo"])
    #expect(!calls.contains("decode Photo"))
    #expect(second.restorationReport?.diagnostics.contains { $0.contains("Other") } == true)
  }

  @Test("R64: a view's state follows its identifier into another superview")
  func stateLandsByIdentifier() {
    var isWrapped = false
    let device = Device { window in
      let home = Screen("Home")
      let view = LoggingView("View")
      if isWrapped {
        let wrapper = View()
        wrapper.addSubview(view)
        home.view.addSubview(wrapper)
      } else {
        home.view.addSubview(view)
      }
      window.rootViewController = home
    }
    let first = device.launch()
    (first.root?.view.subviews.first as? LoggingView)?.mark = 4
    isWrapped = true
    let restored = first.relaunch().root?.view.subviews.first?.subviews.first as? LoggingView
    #expect(restored?.mark == 4)
  }
}
