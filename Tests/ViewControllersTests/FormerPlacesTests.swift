// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Testing
import ViewControllersTesting

/// Controllers and views whose path has changed in a new version.
@MainActor struct FormerPlacesTests {
  /// Saves a version, and launches another one on its state.
  private func update(_ before: @escaping () -> ViewController, to after: ViewController)
    -> Session
  {
    let device = Device { $0.rootViewController = before() }
    device.launch().application.terminate()
    return Device(sharing: device) { $0.rootViewController = after }.launch()
  }

  private func screen(_ name: String?, _ former: String..., note: Int = 0, mark: Int = 0)
    -> Screen
  {
    let screen = Screen(name)
    screen.formerRestorationIdentifiers = former
    screen.note = note
    let view = LoggingView("Mark")
    view.mark = mark
    screen.view.addSubview(view)
    return screen
  }

  private func mark(of screen: Screen) -> Int? { (screen.view.subviews[0] as? LoggingView)?.mark }

  @Test("R228: a renamed controller comes back with its views and is saved under its new name")
  func renamed() {
    let new = screen("New", "Older", "Old")
    let session = update({ screen("Old", note: 5, mark: 7) }, to: new)
    #expect(new.note == 5)
    #expect(mark(of: new) == 7)
    session.application.terminate()
    let outcomes = session.preservationReports.last?.outcomes.map(\.address.path.description)
    #expect(outcomes?.contains("New") == true)
    #expect(outcomes?.contains { $0.hasPrefix("Old") } == false)
  }

  @Test("R220, R228: what a renamed controller and its view cannot use survives its save")
  func renamedKeepsOtherValues() {
    final class VersionedView: View {
      var zoom: Int?
      override func encodeRestorableState(with coder: RestorationEncoder) {
        super.encodeRestorableState(with: coder)
        if let zoom { coder.encode(zoom, forKey: "zoom") }
      }
      override func decodeRestorableState(with coder: RestorationDecoder) {
        super.decodeRestorableState(with: coder)
        if zoom != nil { zoom = coder.decodeInteger(forKey: "zoom") }
      }
    }
    final class VersionedScreen: Screen {
      var zoom: Int?
      override func encodeRestorableState(with coder: RestorationEncoder) {
        super.encodeRestorableState(with: coder)
        if let zoom { coder.encode(zoom, forKey: "zoom") }
      }
      override func decodeRestorableState(with coder: RestorationDecoder) {
        super.decodeRestorableState(with: coder)
        if zoom != nil { zoom = coder.decodeInteger(forKey: "zoom") }
      }
    }
    func screen(_ name: String, zoom: Int?) -> VersionedScreen {
      let (screen, view) = (VersionedScreen(name), VersionedView(restorationIdentifier: "View"))
      screen.formerRestorationIdentifiers = ["Old"]
      (screen.zoom, view.zoom) = (zoom, zoom)
      screen.view.addSubview(view)
      return screen
    }
    let device = Device { $0.rootViewController = screen("Old", zoom: 2) }
    device.launch().application.terminate()
    let older = Device(sharing: device) { $0.rootViewController = screen("New", zoom: nil) }
    older.launch().application.terminate()
    let newer = screen("New", zoom: 0)
    _ = Device(sharing: device) { $0.rootViewController = newer }.launch()
    #expect(newer.zoom == 2)
    #expect((newer.view.subviews[0] as? VersionedView)?.zoom == 2)
  }

  @Test("R228: state survives a new container around its controller")
  func inserted() {
    let home = screen("Home")
    let nav = navigation(root: home)
    nav.formerRestorationIdentifiers = [""]
    _ = update({ screen("Home", note: 5, mark: 7) }, to: nav)
    #expect(home.note == 5)
    #expect(mark(of: home) == 7)
  }

  @Test("R228: state survives the removal of a container")
  func removed() {
    let home = screen("Home", "Nav/:[0]:/Home")
    _ = update({ navigation(root: screen("Home", note: 5, mark: 7)) }, to: home)
    #expect(home.note == 5)
    #expect(mark(of: home) == 7)
  }

  @Test("R228: a renamed view in a new parent view is found")
  func views() {
    let new = Screen("Home")
    let (box, view) = (View(restorationIdentifier: "Box"), LoggingView("New"))
    box.formerRestorationIdentifiers = [""]
    view.formerRestorationIdentifiers = ["Mark"]
    box.addSubview(view)
    new.view.addSubview(box)
    _ = update({ screen("Home", mark: 7) }, to: new)
    #expect(view.mark == 7)
  }

  @Test("R228: an object registered late below a renamed controller comes back")
  func registeredBelow() {
    let (saved, late) = (Setting(), Setting())
    saved.value = 9
    let device = Device { $0.rootViewController = Screen("Old") }
    func register(_ setting: Setting, in session: Session) {
      setting.parent = session.root
      session.application.registerObject(
        forStateRestoration: setting, restorationIdentifier: "Setting")
    }
    let first = device.launch {
      $0.willEncode = { $0.encode(saved, forKey: "setting") }
    }
    register(saved, in: first)
    first.application.terminate()

    let second = Device(sharing: device) { window in
      let root = Screen("New")
      root.formerRestorationIdentifiers = ["Old"]
      window.rootViewController = root
    }.launch()
    (second.root as? Screen)?.note = 1
    second.application.preserve()
    register(late, in: second)
    #expect(late.value == 9)
  }

  @MainActor private final class Setting: @MainActor StateRestoring {
    @Restorable var value = 0
    weak var parent: ViewController?
    var restorationParent: (any StateRestoring)? { parent }
  }

  @Test("R228: one log line counts the records that nothing has asked for")
  func outOfReach() {
    let device = Device {
      $0.rootViewController = PairController("Pair", [Screen("Left"), Screen("Right")])
    }
    device.launch().application.terminate()
    let log = LogRecorder(level: .info)
    let session = Session(
      device: device, version: "2",
      delegate: TestDelegate {
        $0.rootViewController = PairController("Pair", [Screen(nil), Screen("Right")])
      })
    session.application.restoration.logger = log.logger
    session.application.launch()
    session.host.advance(by: .milliseconds(9_999))
    #expect(log.lines.filter { $0.contains("Nothing has asked") } == [])
    session.host.advance(by: .milliseconds(1))
    #expect(
      log.lines.filter { $0.contains("Nothing has asked") } == [
        "notice: Nothing has asked for 1 restored record; if identifiers have changed, declare "
          + "formerRestorationIdentifiers"
      ])
  }
}
