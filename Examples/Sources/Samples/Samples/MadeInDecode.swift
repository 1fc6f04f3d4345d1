// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A container that creates its children while it decodes.
///
/// It has saved a list of their names. It is the root, or in a tab that is not the first.
@MainActor final class MadeInDecode: Sample {
  private let isInTab: Bool

  init(isInTab: Bool) { self.isInTab = isInTab }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let board = BoardController()
    let tabs = TabBarController(restorationIdentifier: "Tabs")
    if isInTab { tabs.viewControllers = [NoteController("Home"), board] }
    window.rootViewController = isInTab ? tabs : board
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    if isInTab { user.controller(TabBarController.self).selectedIndex = 1 }
    let board = user.controller(BoardController.self)
    for name in ["Red", "Green"] {
      board.addNote(name)
      user.type("On \(name)", into: board.notes[board.notes.count - 1].text)
    }
  }
}

private final class BoardController: ViewController {
  init() { super.init(restorationIdentifier: "Board") }

  var notes: [NoteController] { children.compactMap { $0 as? NoteController } }

  func addNote(_ name: String) {
    let note = NoteController(name)
    addChild(note)
    view.addSubview(note.view)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(notes.compactMap(\.restorationIdentifier), forKey: "names")
    coder.encode(notes, forKey: "notes")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    (coder.decode([String].self, forKey: "names") ?? []).forEach(addNote)
  }
}
