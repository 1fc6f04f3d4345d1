// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

@MainActor struct PreservationTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  @Test("R8, R29, R30: a pass calls should-save, will-encode, then each object once, parents first")
  func passHasItsOrder() {
    let session = device.launch()
    let photo = Screen("Photo")
    session.navigation?.pushViewController(photo, animated: false)
    photo.present(Screen("Sheet"), animated: false)
    let calls = CallLog.entries { session.application.preserve() }
    let inTheStack = calls.filter { $0 != "encode Sheet" }
    #expect(inTheStack == ["shouldSave", "willEncode", "encode Home", "encode Photo"])
    #expect(calls.count == 5)
  }

  @Test("R13: an object renamed in a hook is saved under its new name, and so are its views")
  func renamedWhileOthersEncode() {
    let (city, lake) = (Screen("City"), Screen("Lake"))
    let device = Device { $0.rootViewController = PairController("Pair", [city, lake]) }
    let session = device.launch()
    for screen in [city, lake] { screen.view.addSubview(LoggingView("Map")) }
    CallLog.onEntry = { if $0 == "encode City" { lake.restorationIdentifier = "Sea" } }
    defer { CallLog.onEntry = nil }
    let report = session.application.restoration.preserve(reason: .explicit).report
    let views = report.outcomes.map(\.address).filter { $0.kind == .view }
    #expect(views.map(\.path.description) == ["Pair/City/Map", "Pair/Sea/Map"])
  }

  @Test("R12, R16: the path of a view has the names of the views around it that have valid ones")
  func pathsOfViews() throws {
    let session = Device { $0.rootViewController = Screen("Home") }.launch()
    let (box, plain, refused) = (LoggingView("Box"), View(), LoggingView("not/valid"))
    box.addSubview(LoggingView("Field"))
    plain.addSubview(LoggingView("Other"))
    refused.addSubview(LoggingView("Inner"))
    [box, plain, refused].forEach { session.root?.view.addSubview($0) }
    let report = session.application.restoration.preserve(reason: .explicit).report
    let views = report.outcomes.filter { $0.isSaved && $0.address.kind == .view }.map(\.address)
    #expect(
      views.map(\.path.description) == ["Home/Box", "Home/Box/Field", "Home/Other", "Home/Inner"])
    let tree = session.application.tree
    let field = try tree.address(of: box.subviews[0])
    #expect(views.contains(field))
  }

  @Test("R13: an object moved in a hook is saved at its new place", arguments: 0..<3)
  func movedWhileOthersEncode(way: Int) throws {
    let (first, second, lake) = (Screen("First"), Screen("Second"), Screen("Lake"))
    let stacks = [navigation(root: first), navigation(root: second)]
    for (stack, name) in zip(stacks, ["A", "B"]) { stack.restorationIdentifier = name }
    stacks[1].pushViewController(lake, animated: false)
    let session = Device { $0.rootViewController = PairController("Pair", stacks) }.launch()
    lake.view.addSubview(LoggingView("Map"))
    CallLog.onEntry = { entry in
      guard entry == "encode First" else { return }
      switch way {
      case 0: stacks[1].setViewControllers([lake], animated: false)
      case 1: stacks[0].pushViewController(lake, animated: false)
      default: session.window.restorationIdentifier = "Other"
      }
    }
    defer { CallLog.onEntry = nil }
    let report = session.application.restoration.preserve(reason: .explicit).report
    let view = try #require(report.outcomes.map(\.address).first { $0.kind == .view })
    #expect(view == (try session.application.tree.address(of: lake.view.subviews[0])))
  }

  @Test("R20: a controller twice in a stack has its first index")
  func twiceInAStack() throws {
    let (home, twice) = (Screen("Home"), Screen("Twice"))
    let stack = navigation(root: home)
    stack.setViewControllers([home, twice, twice], animated: false)
    #expect(stack.pathComponent(for: twice) == 1)
    #expect(stack.prerequisite(for: twice) === home)
  }

  @Test("R30: a pass after a change encodes only the changed objects")
  func changePassEncodesChangedObjects() {
    let session = device.launch()
    session.navigation?.pushViewController(Screen("Photo"), animated: false)
    session.application.preserve()
    session.navigation?.topViewController?.invalidateRestorableState()
    let calls = CallLog.entries("encode") { session.host.advance(by: .seconds(1)) }
    #expect(calls == ["Photo"])
  }

  @Test("R32: a controller saves its views and its presented controller, but not its children")
  func defaultsLeaveChildrenOut() {
    let device = Device { window in
      let home = Screen("Home")
      home.view.addSubview(LoggingView("View"))
      home.addChild(Screen("Child"))
      window.rootViewController = home
    }
    let session = device.launch()
    session.root?.present(Screen("Sheet"), animated: false)
    let calls = CallLog.entries { session.application.preserve() }
    #expect(calls.contains("encode Sheet") && calls.contains("view encode View"))
    #expect(!calls.contains("encode Child"))
  }

  @Test("R33: a controller that does not call super saves neither its views nor its sheet")
  func defaultsNeedSuper() {
    final class Silent: ViewController {
      override func encodeRestorableState(with coder: RestorationEncoder) {}
    }
    let session = Device { window in
      let silent = Silent()
      silent.restorationIdentifier = "Silent"
      silent.view.addSubview(LoggingView("View"))
      window.rootViewController = silent
    }.launch()
    session.root?.present(Screen("Sheet"), animated: false)
    let calls = CallLog.entries { session.application.preserve() }
    #expect(calls == ["shouldSave", "willEncode"])
  }

  @Test("R31, R36, R166: a reference of the delegate restores an object in an unnamed container")
  func delegateReachesIntoExcludedContainer() {
    let device = Device { window in
      window.rootViewController = navigation(nil, root: Screen("Inner"))
    }
    let first = device.launch { delegate in
      delegate.willEncode = { $0.encode(delegate.inner, forKey: "inner") }
    }
    (first.navigation?.topViewController as? Screen)?.note = 9
    var inner: Screen?
    let second = first.relaunch { $0.didDecode = { inner = $0.decodeObject(forKey: "inner") } }
    #expect(inner?.note == 9)
    #expect(inner === second.navigation?.topViewController)
  }

  @Test(
    "R150, R196: what launch code changes after the restore is saved with the first change",
    arguments: [false, true])
  func launchChangesAreSaved(inDidDecode: Bool) async throws {
    func push(_ application: Application?) {
      let stack = application?.windows.first?.rootViewController as? NavigationController
      stack?.pushViewController(MadeScreen("Letter"), animated: false)
    }
    let second = device.launch().relaunch { delegate in
      if inDidDecode {
        delegate.didDecode = { [weak delegate] _ in push(delegate?.application) }
      } else {
        delegate.didFinish = { application, _ in push(application) }
      }
    }
    await second.saveChanges()
    #expect(second.preservationReports.isEmpty, "launch code is no reason to save")
    let letter = try #require(second.navigation?.topViewController as? Screen)
    letter.note = 5
    letter.invalidateRestorableState()
    await second.saveChanges()
    second.application.leaveQuietly()
    let third = device.launch()
    #expect(third.stack == ["Home", "Letter"])
    #expect((third.navigation?.topViewController as? Screen)?.note == 5)
  }

  /// A container that gets its child when its view is loaded, as it is before it decodes.
  private final class LazyPair: ViewController {
    let child = Screen("Child")

    override func viewDidLoad() {
      addChild(child)
      view.addSubview(child.view)
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(children, forKey: "children")
    }
  }

  @Test("R150: a change in a screen that came with the view of a restored one is saved soon")
  func screenOfALateViewIsSavedSoon() async throws {
    func pair(_ session: Session) throws -> LazyPair {
      try #require((session.root as? TabBarController)?.viewControllers.last as? LazyPair)
    }
    let device = Device {
      $0.rootViewController = tabBar(
        "Tabs", [Screen("First"), LazyPair(restorationIdentifier: "Pair")])
    }
    // The first launch never shows the second tab.
    let second = device.launch().relaunch()
    let child = try pair(second).child
    child.note = 5
    child.invalidateRestorableState()
    await second.saveChanges()
    second.application.leaveQuietly()
    #expect(try pair(device.launch()).child.note == 5)
  }

  @Test("R150: a change in a screen that a new version has added is saved soon")
  func screenOfANewVersionIsSavedSoon() async throws {
    let device = Device { $0.rootViewController = PairController("Pair", [Screen("Old")]) }
    device.launch().application.terminate()
    let newer = Device(sharing: device) {
      $0.rootViewController = PairController("Pair", [Screen("Old"), Screen("New")])
    }
    let second = newer.launch()
    let added = try #require(second.root?.children.last as? Screen)
    added.note = 5
    added.invalidateRestorableState()
    await second.saveChanges()
    second.application.leaveQuietly()
    #expect((newer.launch().root?.children.last as? Screen)?.note == 5)
  }

  @Test("R150, R221: launch code that leaves all as it was restored writes nothing")
  func launchWithoutDifference() async {
    let second = device.launch().relaunch { delegate in
      delegate.didFinish = { application, _ in
        application.windows.forEach { $0.invalidateRestorableState() }
      }
    }
    second.navigation?.topViewController?.invalidateRestorableState()
    await second.saveChanges()
    #expect(second.preservationReports.isEmpty)
  }

  @Test("R39: encoding does not load views")
  func encodingLoadsNoView() {
    let session = device.launch()
    let photo = Screen("Photo")
    session.navigation?.setViewControllers([photo, Screen("Top")], animated: false)
    session.application.preserve()
    #expect(!photo.isViewLoaded)
  }

  @Test("R40: a view is loaded right before its controller decodes")
  func viewsAreLoadedRightBeforeDecode() {
    let first = device.launch()
    let photo = MadeScreen("Photo")
    first.navigation?.setViewControllers(
      [Screen("Home"), photo, MadeScreen("Top")], animated: false)
    let calls = CallLog.entries { _ = first.relaunch() }
    let relaunch = calls.drop { $0 != "shouldRestore" }
    for name in ["Photo", "Top"] {
      let load = relaunch.firstIndex(of: "load \(name)")
      let decode = relaunch.firstIndex(of: "decode \(name)")
      #expect(load != nil && load.map { $0 + 1 } == decode)
    }
  }

  @Test("R150: a change in a view loaded after the last full pass is saved soon")
  func lateLoadedViewIsSavedSoon() {
    let home = MarkedScreen("Home")
    let first = Device { window in
      window.rootViewController = navigation(root: home)
      (window.rootViewController as? NavigationController)?
        .pushViewController(Screen("Top"), animated: false)
    }.launch()
    first.application.preserve()
    #expect(!home.isViewLoaded)
    first.navigation?.popViewController(animated: false)
    first.host.advance(by: .seconds(1))
    home.marked.mark = 7
    home.marked.invalidateRestorableState()
    let calls = CallLog.entries("view encode") { first.host.advance(by: .seconds(1)) }
    #expect(calls == ["Marked"])
  }

  @Test("R41: state that was restored but never shown is saved again unchanged")
  func unshownStateIsSavedAgain() {
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    first.navigation?.topViewController?.present(MadeScreen("Sheet"), animated: false)
    (first.navigation?.topViewController as? Screen)?.note = 3
    let hidden = first.relaunch { $0.showsWindow = false }
    #expect(hidden.host.shownWindows.isEmpty)
    let third = hidden.relaunch()
    #expect(third.stack == ["Home", "Photo"])
    #expect(third.sheets == ["Sheet"])
    #expect((third.navigation?.topViewController as? Screen)?.note == 3)
  }

  @Test("R178: a diagnostic names a view's uncontained controller and the right container")
  func missingContainmentIsNamed() {
    let stray = MadeScreen("Stray")
    let session = Device { window in
      let home = Screen("Home")
      home.view.addSubview(stray.view)
      window.rootViewController = home
    }.launch()
    session.application.terminate()
    let diagnostics = session.preservationReports.last?.diagnostics ?? []
    #expect(diagnostics.contains { $0.contains("MadeScreen") && $0.contains(".Screen") })
  }
}

extension TestDelegate {
  /// The first child of the root.
  fileprivate var inner: ViewController? {
    application?.windows.first?.rootViewController?.children.first
  }
}
