// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// The live tree says whether each object is preserved.
///
/// For every object that is not preserved, it gives the reason.
@MainActor struct InspectionTests {
  private func inspection(of interface: @escaping (Window) -> Void) -> RestorationInspection {
    RestorationInspection(of: Device(interface).launch().application)
  }

  @Test("R15, R151: an inspection lists windows, controllers and views in their hierarchy")
  func hierarchy() throws {
    let session = Device { window in
      window.restorationIdentifier = "Main"
      let home = Screen("Home")
      home.view.addSubview(LoggingView("Marked"))
      window.rootViewController = navigation(root: home)
    }.launch()
    let sheet = MadeScreen("Sheet")
    session.root?.present(sheet, animated: false)
    let inspection = RestorationInspection(of: session.application)
    #expect(inspection.sections.map(\.id) == [.application, .windows])
    let window = try #require(inspection.sections.last?.objects.first)
    #expect(window.role == .window)
    #expect(window.children.map(\.identifier) == ["Nav"])
    let nav = try #require(window.children.first)
    #expect(nav.children.map(\.role) == [.view, .child, .presented])
    let marked = try #require(inspection["Nav/:[0]:/Home/Marked"])
    #expect(marked.state == .preserved)
    #expect(marked.byteCount > 0)
    #expect(inspection["Nav/Sheet"]?.id == .live(ObjectIdentifier(sheet)))
    #expect(inspection.problems.isEmpty)
    #expect(inspection.obstacle == nil)
    #expect(inspection.byteCount > 0)
  }

  @Test("R39: an inspection neither lists nor loads a view that is not loaded")
  func viewsStayUnloaded() throws {
    let session = Device { window in
      window.rootViewController = tabBar("Tabs", [Screen("Front"), Screen("Back")])
    }.launch()
    let inspection = RestorationInspection(of: session.application)
    #expect(inspection["Tabs/:[0]:/Front"]?.children.map(\.role) == [.view])
    #expect(inspection["Tabs/:[1]:/Back"]?.children.isEmpty == true)
    #expect(session.tabs?.viewControllers.map(\.isViewLoaded) == [true, false])
  }

  @Test("R9, R10, R151: a controller without identifier is a problem only if it cuts others off")
  func cutOff() throws {
    let inspection = inspection { window in
      let stack = NavigationController(rootViewController: Screen("Home"))
      stack.pushViewController(Screen("Detail"), animated: false)
      window.rootViewController = tabBar("Tabs", [Screen("Other"), stack, Screen(nil)])
    }
    let stack = try #require(inspection.first(NavigationController.self))
    #expect(stack.state == .notPreserved)
    #expect(stack.explanation?.contains("has no restoration identifier; set") == true)
    #expect(stack.explanation?.contains("2 objects below it have one") == true)
    let home = try #require(inspection["Tabs/:[1]:/:[0]:/Home"])
    #expect(home.state == .notPreserved)
    #expect(home.explanation?.contains("NavigationController has no restoration") == true)
    let tabs = try #require(inspection["Tabs"])
    #expect(tabs.children.last?.state == .excluded)
    #expect(tabs.children.last?.isProblem == false)
  }

  @Test("R22, R151: two objects with one path both say so, though only one is left out")
  func duplicates() throws {
    let inspection = inspection { window in
      window.rootViewController = PairController("Pair", [Screen("Twin"), Screen("Twin")])
    }
    let twins = inspection.objects.filter { $0.identifier == "Twin" }
    #expect(twins.map(\.state) == [.incomplete, .notPreserved])
    for twin in twins { #expect(twin.explanation?.contains("have the same path") == true) }
  }

  @Test("R178, R151: a controller without a container is listed where its view is")
  func uncontained() throws {
    let stray = Screen("Stray")
    let inspection = inspection { window in
      let home = Screen("Home")
      home.view.addSubview(stray.view)
      window.rootViewController = home
    }
    let found = try #require(inspection.first(role: .uncontained))
    #expect(found.id == .live(ObjectIdentifier(stray)))
    #expect(found.explanation?.contains("not contained in a controller") == true)
    #expect(inspection["Home"]?.state == .incomplete)
    #expect(inspection["Home"]?.explanation?.contains("no controller contains it") == true)
  }

  @Test("R42, R87, R151: registered objects are listed, whether referred to or not")
  func registered() throws {
    let (reached, unreached) = (Mark(), Mark())
    let session = Device { $0.rootViewController = Screen("Home") }
      .launch { $0.willEncode = { $0.encode(reached, forKey: "mark") } }
    let application = session.application
    application.registerObject(forStateRestoration: reached, restorationIdentifier: "Reached")
    application.registerObject(forStateRestoration: unreached, restorationIdentifier: "Unreached")
    let inspection = RestorationInspection(of: application)
    let section = try #require(inspection.sections.first { $0.id == .registered })
    #expect(section.objects.map(\.identifier) == ["Reached", "Unreached"])
    #expect(section.objects.map(\.state) == [.preserved, .notPreserved])
    #expect(section.objects[1].explanation?.contains("no preserved object refers to it") == true)
  }

  @Test("R62, R151, R194: an inspection shows each object's restore result, even if missing")
  func lastRestore() throws {
    let mark = Mark()
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let first = device.launch { $0.willEncode = { $0.encode(mark, forKey: "mark") } }
    first.application.registerObject(forStateRestoration: mark, restorationIdentifier: "Mark")
    first.navigation?.pushViewController(Screen("Unmakeable"), animated: false)
    let second = first.relaunch()
    let inspection = RestorationInspection(of: second.application)
    #expect(inspection["Nav/:[0]:/Home"]?.restored == .restored)
    let lost = try #require(inspection.sections.first { $0.id == .dropped }?.objects)
    #expect(lost.map(\.identifier) == ["Unmakeable"])
    #expect(lost.map(\.state) == [.dropped])
    #expect(lost.first?.explanation?.contains("no step could make it") == true)
    let waiting = try #require(inspection.sections.first { $0.id == .unclaimed }?.objects)
    #expect(waiting.map(\.identifier) == ["Mark"])
    #expect(waiting.map(\.state) == [.unclaimed])
    #expect(inspection.problems.map(\.identifier) == ["Unmakeable"])
    #expect(inspection.problems.allSatisfy { !$0.sentences.isEmpty })
    #expect(inspection.summary.contains { $0.label == "Launch" && $0.text.contains("earlier") })
    #expect(
      inspection.summary.contains { $0.text == "save 1: 2 restored, 1 dropped, 1 not asked for" })
    #expect(second.application.lastRestorationReport?.isRestored == true)
  }

  @Test("R63, R151: a preserved object whose state was not restored says so")
  func defaulted() throws {
    let device = Device { $0.rootViewController = Screen("Home") }
    device.launch().application.terminate()
    let next = Device(sharing: device) {
      $0.rootViewController = QuietController(restorationIdentifier: "Home")
    }
    let inspection = RestorationInspection(of: next.launch().application)
    let home = try #require(inspection["Home"])
    #expect(home.state == .preserved)
    #expect(home.isProblem)
    #expect(inspection.text.contains("QuietController \"Home\": not decoded"))
    #expect(inspection.text.contains("– at launch: its class is"))
  }

  @Test("R162, R151: objects of different kinds with one path keep their own explanations")
  func samePath() {
    let referrer = Referrer()
    let session = Device { $0.rootViewController = Screen("Home") }
      .launch { $0.willEncode = { $0.encode(referrer, forKey: "referrer") } }
    session.application.registerObject(
      forStateRestoration: referrer, restorationIdentifier: "Home")
    let inspection = RestorationInspection(of: session.application)
    let states = inspection.objects.filter { $0.address?.description == "Home" }
    #expect(states.map(\.role) == [.root, .registered])
    #expect(states.map(\.state) == [.preserved, .incomplete])
  }

  @Test("R151: a diagnostic of the launch is shown with its restored object")
  func launchRemark() throws {
    let device = Device { $0.rootViewController = WordScreen(restorationIdentifier: "Home") }
    let session = device.launch().relaunch()
    let inspection = RestorationInspection(of: session.application)
    let home = try #require(inspection["Home"])
    #expect(home.state == .preserved && home.restored == .restored)
    #expect(inspection.text.contains("  – at launch: key word: expected"))
    #expect(!inspection.remarks.contains { $0.contains("key word") })
  }

  @Test("R155, R151: an object with an oversized value is incomplete, and its explanation names it")
  func tooLarge() throws {
    let session = Device { $0.rootViewController = Screen("Home") }.launch()
    session.application.restoration.budget.objectSize = 3
    (session.root as? Screen)?.note = .max
    let home = try #require(RestorationInspection(of: session.application)["Home"])
    #expect(home.state == .incomplete)
    #expect(home.explanation?.contains("key note of ViewControllersTests.Screen has") == true)
    #expect(home.explanation?.contains("\(Int.max)") == false)
  }

  @Test("R1, R183: an inspection says that the application refuses to be saved")
  func optedOut() throws {
    let session = Device { $0.rootViewController = Screen("Home") }
      .launch { $0.shouldSave = { _ in false } }
    let inspection = RestorationInspection(of: session.application)
    #expect(inspection.obstacle?.contains("does not want its state saved") == true)
    #expect(inspection.objects.first { $0.identifier == "Home" }?.state == .notPreserved)
    #expect(inspection.byteCount == 0)
    #expect(inspection.summary.first?.isProblem == true)
  }

  @Test("R188: an inspection calls no hooks while the key is locked")
  func locked() throws {
    let device = LockableDevice()
    device.leavePhoto()
    let session = device.launch(isLocked: true)
    let calls = CallLog.entries {
      let inspection = RestorationInspection(of: session.application)
      #expect(inspection.obstacle?.contains("locked at launch") == true)
      #expect(inspection.summary.contains { $0.label == "Key" })
    }
    #expect(calls.isEmpty)
  }

  @Test("R189: values are shown only on request, and never in the copied text")
  func values() throws {
    let session = Device { $0.rootViewController = Screen("Home") }.launch()
    (session.root as? Screen)?.note = 1_234_567
    let inspection = RestorationInspection(of: session.application)
    let home = try #require(inspection["Home"])
    let value = try #require(inspection.values(of: home).first { $0.key == "note" })
    #expect(value.type == "Integer")
    #expect(value.revealed() == "1234567")
    #expect(value.byteCount > 1)
    #expect(!inspection.text.contains("1234567"))
    #expect(inspection.text.contains("  Window: left out\n    Screen \"Home\": preserved, "))
  }
}

extension RestorationInspection {
  /// Returns the object at a path, unless it is a window.
  subscript(path: String) -> InspectedObject? {
    objects.first { $0.role != .window && $0.address?.description == path }
  }

  func first(role: InspectedObject.Role) -> InspectedObject? { objects.first { $0.role == role } }

  func first(_ type: AnyClass) -> InspectedObject? {
    objects.first { $0.className == archivedClassName(of: type) }
  }
}

/// A container that does not encode its children.
@MainActor private final class QuietController: ViewController {}

/// An object that others only refer to.
@MainActor private final class Mark: @MainActor StateRestoring {}

/// A screen that decodes its value as another type.
@MainActor private final class WordScreen: ViewController {
  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode("word", forKey: "word")
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    _ = coder.decodeInteger(forKey: "word")
    super.decodeRestorableState(with: coder)
  }
}

/// An object that refers to an unregistered one.
@MainActor private final class Referrer: @MainActor StatePreserving {
  private let mark = Mark()
  func encodeRestorableState(with coder: RestorationEncoder) { coder.encode(mark, forKey: "mark") }
  func decodeRestorableState(with coder: RestorationDecoder) {}
}
