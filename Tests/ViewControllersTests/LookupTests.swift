// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing
import ViewControllers

@MainActor struct LookupTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  private func firstLife(_ pushed: Screen) -> Session {
    let session = device.launch()
    session.navigation?.pushViewController(pushed, animated: false)
    return session
  }

  @Test("R67: a restoration class comes first, and the delegate is not asked")
  func restorationClassGoesFirst() {
    let first = firstLife(MadeScreen("Photo"))
    let calls = CallLog.entries { #expect(first.relaunch().stack == ["Home", "Photo"]) }
    #expect(calls.contains("make Nav/Photo"))
    #expect(!calls.contains("ask Nav/Photo"))
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

  @Test("R58, R68: the delegate reads the controller's own coder")
  func delegateReadsTheCoder() {
    let photo = Screen("Photo")
    photo.note = 77
    var note: Int?
    _ = firstLife(photo).relaunch {
      $0.lookUp = { path, coder in
        if path.last == "Photo" { note = coder.decodeInteger(forKey: "note") }
        return nil
      }
    }
    #expect(note == 77)
  }

  @Test("R58: a restoration class can follow references in the lookup")
  func lookupFollowsReferences() {
    let first = device.launch()
    let details = MadeScreen("Details")
    first.navigation?.pushViewController(details, animated: false)
    let filter = LinkedScreen("Filter")
    filter.link = details
    first.root?.present(filter, animated: false)
    var second: Session?
    let calls = CallLog.entries { second = first.relaunch() }
    let restored = second?.window.presentationChain.last as? LinkedScreen
    #expect(restored?.link != nil)
    #expect(restored?.link === second?.navigation?.topViewController)
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

  @Test("R72: a restoration class is found by its former names")
  func formerNamesResolve() {
    let first = firstLife(OldScreen("Photo"))
    let second = first.relaunch {
      $0.willFinish = { $0.register(NewScreen.self) }
    }
    #expect(second.navigation?.topViewController is NewScreen)
  }

  @Test("R72: a restoration class nested in another type is found once registered")
  func nestedClassResolvesWhenRegistered() {
    let photo = Nested("Photo")
    photo.restorationClass = Nested.self
    let second = firstLife(photo).relaunch {
      $0.willFinish = { $0.register(Nested.self) }
    }
    #expect(second.navigation?.topViewController is Nested)
  }

  @Test("R72: a diagnostic names an unknown class, and the delegate is asked instead")
  func unknownClassFallsToTheDelegate() {
    let photo = Nested("Photo")
    photo.restorationClass = Nested.self
    let second = firstLife(photo).relaunch {
      $0.lookUp = { path, _ in path.last == "Photo" ? Screen("Photo") : nil }
    }
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.restorationReport?.diagnostics.contains { $0.contains("Nested") } == true)
  }

  @Test("R68, R74: the delegate's object is used, and may be an existing one")
  func lookupMayReturnExistingObject() {
    let kept = Screen("Photo")
    let photo = Screen("Photo")
    photo.note = 5
    let second = firstLife(photo).relaunch {
      $0.lookUp = { path, _ in path.last == "Photo" ? kept : nil }
    }
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
      delegate.willFinish = { delegate.application = $0 }
      delegate.lookUp = { path, _ in
        guard path == ["Nav"] else { return nil }
        let root = navigation(root: Screen("Home"))
        delegate.application?.windows.first?.rootViewController = root
        return root
      }
    }
    #expect((second.navigation?.topViewController as? Screen)?.note == 8)
  }

  private final class Nested: Screen, ViewControllerRestoration {
    static func viewController(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> ViewController? { Nested(identifierComponents.last) }
  }
}

/// A screen created with another screen from its coder.
@MainActor final class LinkedScreen: Screen, ViewControllerRestoration {
  var link: ViewController?

  override init(_ identifier: String?) {
    super.init(identifier)
    restorationClass = LinkedScreen.self
  }

  static func viewController(
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
@MainActor final class OldScreen: Screen, ViewControllerRestoration {
  override init(_ identifier: String?) {
    super.init(identifier)
    restorationClass = OldScreen.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { nil }
}

/// The current name of ``OldScreen``.
@MainActor final class NewScreen: Screen, ViewControllerRestoration {
  static var formerNames: [String] { [archivedClassName(of: OldScreen.self)] }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { NewScreen(identifierComponents.last) }
}
