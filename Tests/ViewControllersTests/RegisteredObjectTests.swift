// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Registered objects that controllers use, neither controllers nor views.
@MainActor struct RegisteredObjectTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  private func photos(_ session: Session) -> [PhotoScreen] {
    session.navigation?.viewControllers.compactMap { $0 as? PhotoScreen } ?? []
  }

  @Test("R91, R160, R161: objects below different controllers have separate states")
  func objectsBelowControllersAreTheirOwn() {
    let first = device.launch()
    for strength in [0.25, 0.75] {
      let photo = PhotoScreen("Photo")
      first.navigation?.pushViewController(photo, animated: false)
      photo.filter = Filter(of: photo, in: first.application)
      photo.filter?.strength = strength
    }
    let second = first.relaunch()
    #expect(photos(second).map { $0.filter?.strength } == [0.25, 0.75])
    #expect(second.restorationReport?["Nav/:[2]:/Photo/Filter"] == .restored)
  }

  @Test("R93: a controller and its presented controller share one object, decoded once")
  func referrersShareTheObject() {
    let first = device.launch()
    let photo = PhotoScreen("Photo")
    first.navigation?.pushViewController(photo, animated: false)
    photo.filter = Filter(of: photo, in: first.application)
    let inspector = PhotoScreen("Photo")
    inspector.filter = photo.filter
    photo.present(inspector, animated: false)
    first.application.terminate()
    let (second, calls) = CallLog.recording { device.launch() }
    let restored = second.window.presentationChain.last as? PhotoScreen
    #expect(restored?.filter != nil)
    #expect(restored?.filter === photos(second).first?.filter)
    #expect(calls.filter { $0.hasPrefix("filter") } == ["filter decode"])
  }

  @Test("R62: an object is dropped with the controller above it")
  func objectGoesWithItsController() {
    let first = device.launch()
    let photo = PhotoScreen("Photo")
    first.navigation?.pushViewController(photo, animated: false)
    photo.note = MadeScreen.goneNote
    photo.filter = Filter(of: photo, in: first.application)
    first.application.terminate()
    let (second, calls) = CallLog.recording { device.launch() }
    #expect(second.stack == ["Home"])
    #expect(!calls.contains { $0.hasPrefix("filter") })
  }
}

/// A screen that refers to its own or another screen's filter.
@MainActor final class PhotoScreen: MadeScreen {
  var filter: Filter?

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(filter, forKey: "filter")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    filter = coder.decodeObject(forKey: "filter")
  }
}

/// An object that a controller creates on demand.
///
/// Its path lies below that controller.
@MainActor final class Filter: @MainActor StatePreserving, @MainActor ObjectRestoration {
  var strength = 0.0
  private weak var screen: ViewController?

  private init() {}

  init(of screen: ViewController, in application: Application) {
    self.screen = screen
    application.registerObject(forStateRestoration: self, restorationIdentifier: "Filter")
  }

  var restorationParent: (any StateRestoring)? { screen }

  var objectRestorationClass: (any ObjectRestoration.Type)? { Filter.self }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? { Filter() }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(strength, forKey: "strength")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    CallLog.add("filter decode")
    strength = coder.decodeDouble(forKey: "strength")
  }
}
