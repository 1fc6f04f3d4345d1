// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct LookupTests {
  private final class Nested: MadeScreen {}

  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  private func firstLife(_ pushed: Screen) -> Session {
    let session = device.launch()
    session.navigation?.pushViewController(pushed, animated: false)
    return session
  }

  @Test("R67: nil from a restoration class is final")
  func nilFromRestorationClassIsFinal() {
    let photo = MadeScreen("Photo")
    photo.note = MadeScreen.goneNote
    let first = firstLife(photo)
    let asked = CallLog.entries("ask") {
      let second = first.relaunch { $0.lookUp = { path, _ in Screen(path.last) } }
      #expect(second.navigation?.viewControllers.count == 1)
    }
    #expect(!asked.contains("Nav/Photo"))
  }

  @Test("R58: a restoration class can follow references in the lookup")
  func lookupFollowsReferences() {
    let first = device.launch()
    let details = MadeScreen("Details")
    first.navigation?.pushViewController(details, animated: false)
    let filter = LinkedScreen("Filter")
    filter.link = details
    first.root?.present(filter, animated: false)
    let (second, calls) = CallLog.recording { first.relaunch() }
    let restored = second.window.presentationChain.last as? LinkedScreen
    #expect(restored?.link != nil)
    #expect(restored?.link === second.navigation?.topViewController)
    #expect(calls.filter { $0 == "make Nav/Details" }.count == 1)
  }

  @Test("R69: an existing object at the path is used when the delegate returns nil")
  func existingObjectGoesThird() {
    let first = device.launch()
    (first.navigation?.topViewController as? Screen)?.note = 6
    let asked = CallLog.entries("ask") {
      #expect((first.relaunch().navigation?.topViewController as? Screen)?.note == 6)
    }
    #expect(asked.contains("Nav/Home"))
  }

  @Test("R71: a diagnostic names the class of a new object where one exists already")
  func twoForThePriceOfOneIsDiagnosed() {
    let device = Device { $0.rootViewController = navigation(root: MadeScreen("Home")) }
    let second = device.launch().relaunch()
    let diagnostics = second.restorationReport?.diagnostics ?? []
    #expect(diagnostics.contains { $0.contains("MadeScreen") })
  }

  @Test("R72: a registered restoration class is found by a former name and in another type")
  func registeredClassesResolve() {
    let first = firstLife(OldScreen("Photo"))
    first.navigation?.pushViewController(Nested("Nested"), animated: false)
    let second = first.relaunch {
      $0.willFinish = { application in
        application.register(NewScreen.self)
        application.register(Nested.self)
      }
    }
    #expect(second.stack == ["Home", "Photo", "Nested"])
    #expect(second.navigation?.viewControllers[1] is NewScreen)
    #expect(second.navigation?.topViewController is Nested)
  }

  @Test("R72: a diagnostic names an unknown class, and the delegate is asked instead")
  func unknownClassFallsToTheDelegate() {
    let second = firstLife(Nested("Photo")).relaunch {
      $0.lookUp = { path, _ in path.last == "Photo" ? Screen("Photo") : nil }
    }
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.restorationReport?.diagnostics.contains { $0.contains("Nested") } == true)
  }

  @Test("R58, R68, R74: the delegate reads the coder and may return an existing object")
  func lookupMayReturnExistingObject() {
    let kept = Screen("Photo")
    let photo = Screen("Photo")
    photo.note = 5
    var note: Int?
    let second = firstLife(photo).relaunch {
      $0.lookUp = { path, coder in
        guard path.last == "Photo" else { return nil }
        note = coder.decodeInteger(forKey: "note")
        return kept
      }
    }
    #expect(note == 5)
    #expect(second.navigation?.topViewController === kept)
    #expect(kept.note == 5)
  }

  @Test("R75: the delegate may create the window's root inside the lookup")
  func delegateMayMakeTheRoot() {
    let device = Device { _ in }
    let first = device.launch { delegate in
      delegate.willFinish = { application in
        let window = Window(application: application)
        window.rootViewController = navigation(root: Screen("Home"))
      }
      delegate.makesWindow = false
    }
    (first.navigation?.topViewController as? Screen)?.note = 8
    let second = first.relaunch { delegate in
      delegate.lookUp = { path, _ in
        guard path == ["Nav"] else { return nil }
        let root = navigation(root: Screen("Home"))
        delegate.application?.windows.first?.rootViewController = root
        return root
      }
    }
    #expect((second.navigation?.topViewController as? Screen)?.note == 8)
  }
}

/// A screen created with another screen from its coder.
@MainActor final class LinkedScreen: MadeScreen {
  var link: ViewController?

  override class func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    let screen = LinkedScreen(identifierComponents.last)
    screen.link = coder.decodeObject(forKey: "link")
    return screen
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(link, forKey: "link")
  }
}

/// A class from an earlier version of the program.
@MainActor final class OldScreen: MadeScreen {}

/// The current name of ``OldScreen``.
@MainActor final class NewScreen: Screen, ViewControllerRestoration {
  static var formerNames: [String] { [archivedClassName(of: OldScreen.self)] }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { NewScreen(identifierComponents.last) }
}
