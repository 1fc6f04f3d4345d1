// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// A talk of the conference; talks 1 to 9 exist.
struct Talk: Hashable, Identifiable, Sendable {
  let identifier: String

  var id: String { identifier }

  init?(identifier: String) {
    guard let number = Int(identifier), 1...9 ~= number else { return nil }
    self.identifier = identifier
  }
}

/// The screen as the article compares it line by line.
final class DetailsController: ViewController, ViewControllerRestoration {
  let talk: Talk
  var showsAbstract = false { didSet { invalidateRestorableState() } }

  init(talk: Talk) {
    self.talk = talk
    super.init()
    restorationIdentifier = "Details"
    restorationClass = DetailsController.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard let identifier = coder.decodeString(forKey: "talk") else { return nil }
    return Talk(identifier: identifier).map { DetailsController(talk: $0) }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(talk.identifier, forKey: "talk")
    coder.encode(showsAbstract, forKey: "showsAbstract")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    showsAbstract = coder.decodeBool(forKey: "showsAbstract")
  }
}

/// The screen with declared properties.
final class DeclaredDetailsController: ViewController {
  @RestorableModel private(set) var talk: Talk
  @Restorable var showsAbstract = false

  init(talk: Talk) {
    self.talk = talk
    super.init(restorationIdentifier: "Details")
  }
}

/// The article's screens are restored.
@Suite @MainActor struct ComingFromUIKitExampleTests {
  /// Returns a relaunched program with a screen on a navigation stack.
  private func relaunched<Screen: ViewController>(
    _ screen: @autoclosure () -> Screen, _ change: (Screen) -> Void
  ) -> Screen? {
    let program = TestApplication(
      NavigationController(rootViewController: ViewController(restorationIdentifier: "Start")),
      configuring: register)
    program.root.pushViewController(screen(), animated: false)
    program.relaunch()
    if let screen = program.root.topViewController as? Screen { change(screen) }
    program.relaunch(.killed)
    return program.root.topViewController as? Screen
  }

  /// Registers the screen with declared properties, as launch code does.
  private func register(_ application: Application) {
    application.restoration.register(
      DeclaredDetailsController.self, showing: "talk", find: Talk.init(identifier:)
    ) { talk, _ in DeclaredDetailsController(talk: talk) }
  }

  @Test("R67, R150: the ported screen comes back, even after a kill")
  func portedScreenComesBack() throws {
    let talk = try #require(Talk(identifier: "3"))
    let screen = relaunched(DetailsController(talk: talk)) { $0.showsAbstract = true }
    #expect(screen?.talk == talk)
    #expect(screen?.showsAbstract == true)
  }

  @Test("R67, R150: the screen with declared properties comes back, even after a kill")
  func declaredScreenComesBack() throws {
    let talk = try #require(Talk(identifier: "3"))
    let screen = relaunched(DeclaredDetailsController(talk: talk)) { $0.showsAbstract = true }
    #expect(screen?.talk == talk)
    #expect(screen?.showsAbstract == true)
  }
}
