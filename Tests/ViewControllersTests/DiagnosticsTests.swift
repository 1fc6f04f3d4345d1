// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Diagnostics name everything that was not preserved or restored.
///
/// They name the broken link and the remedy.
@MainActor struct DiagnosticsTests {
  /// Saves everything once and returns the report of the pass.
  private func report(of session: Session) throws -> PreservationReport {
    session.application.terminate()
    return try #require(session.preservationReports.last)
  }

  private func report(of interface: @escaping (Window) -> Void) throws -> PreservationReport {
    try report(of: Device(interface).launch())
  }

  @Test("R10, R151: a diagnostic names an unnamed ancestor once, with the path it cuts off")
  func unnamedAncestor() throws {
    let report = try report { window in
      let stack = NavigationController(rootViewController: Screen("Home"))
      stack.pushViewController(Screen("Detail"), animated: false)
      window.rootViewController = tabBar("Tabs", [Screen("Other"), stack])
    }
    #expect(
      report.diagnostics == [
        "Tabs/:[1]:/:[0]:/Home: not preserved, since ViewControllers.NavigationController has no "
          + "restoration identifier; set its restorationIdentifier"
      ])
    #expect(
      report.outcomes.filter { $0.result == .unreached }.map(\.address.path.description) == [
        "Tabs/:[1]:/:[0]:/Home", "Tabs/:[1]:/:[1]:/Detail",
      ])
  }

  @Test("R17, R151: a diagnostic names the unnamed controller of a view")
  func viewOfUnnamedController() throws {
    let report = try report { window in
      let unnamed = Screen(nil)
      unnamed.view.addSubview(LoggingView("Marked"))
      window.rootViewController = PairController("Pair", [unnamed])
    }
    #expect(report.diagnostics.contains { $0.contains("ViewControllersTests.Screen has no") })
  }

  @Test("R34, R151: a diagnostic names a container that does not encode its child, and the child")
  func forgetfulContainer() throws {
    let report = try report { window in
      let container = ForgetfulContainer(restorationIdentifier: "Box")
      let child = PairController("Pair", [Screen("Left")])
      container.addChild(child)
      window.rootViewController = container
    }
    #expect(report.diagnostics.count == 1)
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.hasPrefix("Box/Pair: ViewControllersTests.PairController is not preserved"))
    #expect(diagnostic.contains("its container ViewControllersTests.ForgetfulContainer"))
    #expect(diagnostic.contains("encodeRestorableState(with:)"))
    #expect(
      report.outcomes.filter { $0.result == .unreached }.map(\.address.path.description) == [
        "Box/Pair", "Box/Pair/Left",
      ])
  }

  @Test("R33, R151: a diagnostic names a view whose controller does not call super when saving")
  func saveWithoutSuper() throws {
    let report = try report { window in
      let controller = SilentController(restorationIdentifier: "Silent")
      controller.view.addSubview(LoggingView("Marked"))
      window.rootViewController = controller
    }
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.hasPrefix("Silent/Marked: the view") == true)
    #expect(report.diagnostics.first?.contains("call super in the controller's encode") == true)
  }

  @Test("R83, R151: a diagnostic names only the search whose owner has no identifier")
  func searchOfAnUnnamedOwner() throws {
    let report = try report { window in
      let (named, unnamed) = (Screen("Named"), Screen(nil))
      for screen in [named, unnamed] {
        let search = SearchController()
        search.restorationIdentifier = "Search"
        search.searchBar.restorationIdentifier = "Bar"
        screen.searchController = search
        search.isActive = true
      }
      window.rootViewController = PairController("Pair", [named, unnamed])
    }
    #expect(
      report.outcomes.filter { $0.result == .unreached }.map(\.address.path.description) == [
        "Pair/Search"
      ])
    #expect(report.diagnostics.contains { $0.contains("ViewControllersTests.Screen has no") })
  }

  @Test("R164: diagnostics name references to a detached view and to an unrestorable object")
  func unwritableReferences() throws {
    let loose = LoggingView("Loose")
    let report = try report { window in
      let home = ReferringScreen(restorationIdentifier: "Home")
      home.loose = loose
      window.rootViewController = home
    }
    #expect(report.diagnostics.contains { $0.hasPrefix("Home: key loose: ") })
    #expect(report.diagnostics.contains { $0.contains("is below no controller's view") })
    #expect(
      report.diagnostics.contains {
        $0.contains("key plain") && $0.contains("does not adopt StateRestoring")
      })
  }

  @Test("R160: a diagnostic names a restoration parent set after registration")
  func lateParent() throws {
    let child = LateChild()
    let device = Device { $0.rootViewController = Screen("Home") }
    let session = device.launch { $0.willEncode = { $0.encode(child, forKey: "child") } }
    session.application.registerObject(forStateRestoration: child, restorationIdentifier: "Child")
    child.parent = session.root
    let report = try report(of: session)
    #expect(
      report.diagnostics.filter { $0.hasPrefix("Child: its restorationParent was set to") }.count
        == 1)
  }

  @Test("R25, R151: a diagnostic says that an identifier was set after the look-up")
  func lateIdentifier() throws {
    var name: String? = "Left"
    let device = Device { window in
      window.rootViewController = PairController("Pair", [Screen(name), Screen("Right")])
    }
    let first = device.launch()
    (first.root?.children.first as? Screen)?.note = 3
    name = nil
    let second = first.relaunch { delegate in
      delegate.didDecode = { [weak delegate] _ in
        let root = delegate?.application?.windows.first?.rootViewController
        root?.children.first?.restorationIdentifier = "Left"
      }
    }
    let diagnostics = try #require(second.restorationReport?.diagnostics)
    #expect((second.root?.children.first as? Screen)?.note == 0)
    let late = diagnostics.filter { $0.contains("exists now, but did not when it was looked for") }
    #expect(late.count == 1)
    #expect(late.first?.hasPrefix("Pair/Left: a ViewControllersTests.Screen") == true)
  }

  @Test("R172, R151: a diagnostic says that a view was added after its controller's decode")
  func lateView() throws {
    let device = Device { $0.rootViewController = Screen("Home") }
    let first = device.launch()
    first.root?.view.addSubview(LoggingView("Marked"))
    let second = first.relaunch { delegate in
      delegate.didDecode = { [weak delegate] _ in
        delegate?.application?.windows.first?.rootViewController?.view
          .addSubview(LoggingView("Marked"))
      }
    }
    let reason = try #require(second.restorationReport?["Home/Marked"]?.defaultedReason)
    #expect(reason.contains("viewDidLoad"))
    #expect(second.restorationReport?.diagnostics == ["Home/Marked: \(reason)"])
  }

  @Test("R33, R171: a diagnostic says that a controller did not call super when restoring")
  func restoreWithoutSuper() throws {
    let device = Device { window in
      let controller = HalfController(restorationIdentifier: "Half")
      controller.view.addSubview(LoggingView("Marked"))
      window.rootViewController = controller
    }
    let (second, calls) = CallLog.recording { device.launch().relaunch() }
    #expect(!calls.contains { $0.hasPrefix("view decode") })
    let report = try #require(second.restorationReport)
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.contains("did not call super") == true)
  }

  @Test("R151: a correct interface has no diagnostics")
  func nothingToSay() throws {
    let device = Device { window in
      let home = Screen("Home")
      home.view.addSubview(LoggingView("Marked"))
      window.restorationIdentifier = "Window"
      window.rootViewController = tabBar("Tabs", [navigation("Nav", root: home), Screen("Other")])
    }
    let first = device.launch()
    first.root?.present(MadeScreen("Sheet"), animated: false)
    let second = first.relaunch()
    #expect(first.preservationReports.last?.diagnostics == [])
    #expect(second.restorationReport?.diagnostics == [])
  }
}

/// A controller that contains a child and does not encode it.
@MainActor private final class ForgetfulContainer: ViewController {}

/// A controller that does not call `super` when it saves its state.
@MainActor private final class SilentController: ViewController {
  override func encodeRestorableState(with coder: RestorationEncoder) {}
}

/// A controller that does not call `super` when it restores its state.
@MainActor private final class HalfController: ViewController {
  override func decodeRestorableState(with coder: RestorationDecoder) {}
}

/// A screen that refers to a detached view and an unrestorable object.
@MainActor private final class ReferringScreen: ViewController {
  final class Plain {}
  private let plain = Plain()
  var loose: View?

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(loose, forKey: "loose")
    coder.encode(RestorationReference(plain), forKey: "plain")
  }
}

/// An object that gets its parent after its registration.
@MainActor private final class LateChild: @MainActor StateRestoring {
  weak var parent: ViewController?

  var restorationParent: (any StateRestoring)? { parent }
}
