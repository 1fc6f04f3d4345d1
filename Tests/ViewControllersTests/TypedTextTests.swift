// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

/// Typed text, and the original text that it changed.
@MainActor struct TypedTextTests {
  /// The text that the application loads into the view.
  private final class Document {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// Returns a program that shows a document in a given view.
  private func device(_ kind: TextKind, showing document: Document) -> Device {
    device {
      let input = kind.make()
      input.text = document.text
      return input
    }
  }

  private func device(_ make: @escaping () -> TextInput) -> Device {
    ViewControllersTests.device(make)
  }

  private func input(_ session: Session) throws -> TextInput { try #require(content(session)) }

  private func type(_ text: String, into input: TextInput) {
    let end = text.unicodeScalars.count
    input.hostDidEdit(text: text, selectedTextRange: end..<end)
  }

  @Test(
    "R41, R207: typed text is only offered over a newer text, until the application answers",
    arguments: TextKind.allCases)
  func newerTextStays(kind: TextKind) throws {
    let document = Document("version 1")
    let first = device(kind, showing: document).launch()
    try type("version 1, typed", into: input(first))
    document.text = "version 2"
    var session = first.relaunch()
    let report = try #require(session.restorationReport)
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.hasPrefix("Home/View: the application's text is") == true)
    for _ in 0..<2 {
      #expect(try input(session).text == "version 2")
      #expect(try !input(session).isTextEdited)
      #expect(try input(session).unrestoredText == "version 1, typed")
      session = session.relaunch()
    }
    try input(session).discardUnrestoredText()
    #expect(try input(session).unrestoredText == nil)
    session = session.relaunch()
    #expect(try input(session).unrestoredText == nil)
    #expect(try input(session).text == "version 2")
  }

  @Test("R207: offered text that the application accepts is typed text again")
  func offeredTextIsTaken() throws {
    let document = Document("version 1")
    let first = device(.field, showing: document).launch()
    try type("version 1, typed", into: input(first))
    document.text = "version 2"
    let second = first.relaunch()
    let again = try input(second)
    again.takeUnrestoredText()
    #expect(again.text == "version 1, typed")
    #expect(again.isTextEdited)
    #expect(again.selectedTextRange == 16..<16)
    #expect(again.unrestoredText == nil)
    let third = try input(second.relaunch())
    #expect(third.text == "version 1, typed", "over version 2, for which it was taken")
    #expect(third.unrestoredText == nil)
  }

  @Test("R207: the application hears of offered text after launch, and when the offer ends")
  func applicationIsTold() throws {
    let document = Document("version 1")
    var told: [String?] = []
    let first = device {
      let input = TextView()
      input.text = document.text
      input.onUnrestoredTextChange = { told.append($0) }
      return input
    }.launch()
    try type("typed", into: input(first))
    document.text = "version 2"
    let second = first.relaunch { delegate in
      delegate.didFinish = { _, _ in #expect(told.isEmpty) }
    }
    #expect(told == ["typed"])
    try input(second).takeUnrestoredText()
    #expect(told == ["typed", nil])
    var late: [String?] = []
    let third = second.relaunch()
    try type("version 2, typed", into: input(third))
    document.text = "version 3"
    let fourth = third.relaunch()
    try input(fourth).onUnrestoredTextChange = { late.append($0) }
    #expect(late == ["version 2, typed"])
  }

  @Test("R207: text loaded after launch gets its typed text back; another text does not")
  func textIsLoadedLate() throws {
    for (text, shown) in [("version 1", "typed"), ("version 2", "version 2")] {
      var told: [String?] = []
      let first = device {
        let input = TextView()
        input.onUnrestoredTextChange = { told.append($0) }
        return input
      }.launch()
      try input(first).text = "version 1"
      try type("typed", into: input(first))
      let second = try input(first.relaunch())
      #expect(second.text == "")
      #expect(second.unrestoredText == "typed")
      second.text = text
      #expect(second.text == shown)
      #expect(second.unrestoredText == (shown == "typed" ? nil : "typed"))
      #expect(told == (shown == "typed" ? ["typed", nil] : ["typed"]))
    }
  }

  @Test("R207: loading the same text again during launch keeps the typed text")
  func textIsLoadedTwice() throws {
    let document = Document("version 1")
    let first = device(.view, showing: document).launch()
    try type("version 1, typed", into: input(first))
    let second = first.relaunch { delegate in
      delegate.didFinish = { application, _ in
        let root = application.windows[0].rootViewController
        (root?.view.subviews.first as? TextInput)?.text = "version 1"
      }
    }
    #expect(try input(second).text == "version 1, typed")
    // After this, only the program decides the text.
    try input(second).text = "version 1"
    #expect(try input(second).text == "version 1")
    #expect(try input(second.relaunch()).text == "version 1")
  }

  /// The ways in which nothing typed is left to restore.
  enum Settlement: CaseIterable { case saved, undone, taken }

  @Test(
    "R207: text that was saved or undone, or that the application has by now, is not offered",
    arguments: TextKind.allCases, Settlement.allCases)
  func settledTextIsNoTypedText(kind: TextKind, settlement: Settlement) throws {
    let document = Document("version 1")
    let first = device(kind, showing: document).launch()
    try type(settlement == .taken ? "version 2" : "version 1, typed", into: input(first))
    if settlement == .undone { try type("version 1", into: input(first)) }
    if settlement == .saved {
      try input(first).markTextSaved()
      #expect(try !input(first).isTextEdited)
    }
    document.text = "version 2"
    let second = first.relaunch()
    #expect(try input(second).text == "version 2")
    #expect(try !input(second).isTextEdited)
    #expect(try input(second).unrestoredText == nil)
    #expect(second.restorationReport?.diagnostics == [])
  }

  @Test("R207: text typed after saving belongs to the saved text")
  func typingGoesOnAfterSaving() throws {
    let document = Document("version 1")
    let first = device(.field, showing: document).launch()
    try type("version 2", into: input(first))
    try input(first).markTextSaved()
    try type("version 2, typed", into: input(first))
    document.text = "version 2"
    #expect(try input(first.relaunch()).text == "version 2, typed")
  }

  @Test("R223: an offered text that was typed again and saved is not offered any more")
  func offeredTextIsSaved() throws {
    let document = Document("version 1")
    let first = device(.field, showing: document).launch()
    try type("version 1, typed", into: input(first))
    document.text = "version 2"
    let second = first.relaunch()
    var told: [String?] = []
    try input(second).onUnrestoredTextChange = { told.append($0) }
    try type("version 1, typed", into: input(second))
    try input(second).markTextSaved()
    #expect(told == ["version 1, typed", nil])
    #expect(try input(second.relaunch()).unrestoredText == nil)
  }

  @Test(
    "R223: a typed text is kept for each subject, and goes only into a view that shows it",
    arguments: TextKind.allCases)
  func textsOfSeveralSubjects(kind: TextKind) throws {
    var shown = "room/1"
    var session = device {
      let input = kind.make()
      input.textSubject = shown
      return input
    }.launch()
    try type("typed in 1", into: input(session))
    try input(session).textSubject = "room/2"
    #expect(try input(session).text == "")
    try type("typed in 2", into: input(session))
    let rooms = [("room/3", ""), ("room/1", "typed in 1"), ("room/2", "typed in 2")]
    for (subject, typed) in rooms {
      shown = subject
      session = session.relaunch()
      #expect(try input(session).text == typed)
      #expect(try input(session).unrestoredText == nil)
    }
    for (subject, typed) in rooms {
      try input(session).textSubject = subject
      #expect(try input(session).text == typed)
      #expect(try input(session).unrestoredText == nil)
    }
  }

  @Test(
    "R207, R223: what was typed about a subject goes over the application's text about it, once",
    arguments: ["note 1", ""])
  func subjectsWithTexts(note: String) throws {
    let session = device {
      let input = TextView()
      input.text = note
      input.textSubject = "1"
      return input
    }.launch()
    let view = try input(session)
    type(note + ", typed", into: view)
    for (subject, text) in [("2", "note 2"), ("1", note)] {
      view.textSubject = subject
      view.text = text
    }
    #expect(view.text == note + ", typed")
    session.host.advance(by: .milliseconds(1))
    view.text = note
    #expect(view.text == note)
  }

  @Test(
    "R223: a subject that is settled before the state is read stays settled",
    arguments: TextKind.allCases)
  func settledBeforeRestoring(kind: TextKind) throws {
    var settled: [String] = []
    let first = device {
      let input = kind.make()
      input.textSubject = "1"
      for subject in settled { input.markTextSaved(about: subject) }
      return input
    }.launch()
    for subject in ["2", "1"] {
      try input(first).textSubject = subject
      try type("typed in " + subject, into: input(first))
    }
    settled = ["1", "2"]
    let second = first.relaunch()
    #expect(try input(second).text == "")
    settled = []
    let third = second.relaunch()
    for subject in ["1", "2"] {
      try input(third).textSubject = subject
      #expect(try input(third).text == "")
      #expect(try input(third).unrestoredText == nil)
    }
    settled = ["1"]
    let fourth = third.relaunch()
    try type("typed later", into: input(fourth))
    settled = []
    #expect(try input(fourth.relaunch()).text == "typed later")
  }

  @Test("R223: a text that is marked as saved is saved about its subject alone")
  func savedAboutOneSubject() throws {
    let session = device {
      let input = TextField()
      input.textSubject = "1"
      return input
    }.launch()
    let field = try input(session)
    type("the same words", into: field)
    field.markTextSaved()
    field.textSubject = "2"
    type("the same words", into: field)
    for (subject, text) in [("1", ""), ("2", "the same words")] {
      field.textSubject = subject
      #expect(field.text == text)
    }
  }

  @Test("R223: the first subject, set during launch, is that of the restored text")
  func firstSubjectDuringLaunch() throws {
    let first = device(.field, showing: Document("version 1")).launch()
    try type("version 1, typed", into: input(first))
    let second = first.relaunch { delegate in
      delegate.didFinish = { application, _ in
        let root = application.windows[0].rootViewController
        (root?.view.subviews.first as? TextInput)?.textSubject = "1"
      }
    }
    let field = try input(second)
    for _ in 0..<2 {
      #expect(field.text == "version 1, typed")
      #expect(field.unrestoredText == nil)
      for subject in ["2", "1"] { field.textSubject = subject }
      field.text = "version 1"
    }
  }

  @Test("R101, R223: a draft comes back with its cursor where it was", arguments: TextKind.allCases)
  func cursorOfADraft(kind: TextKind) throws {
    var subject = "1"
    let session = device {
      let input = kind.make()
      input.textSubject = subject
      return input
    }.launch()
    let view = try input(session)
    view.hostDidEdit(text: "typed", selectedTextRange: 2..<2)
    for subject in ["2", "1"] { view.textSubject = subject }
    #expect(view.text == "typed")
    #expect(view.selectedTextRange == 2..<2)
    subject = "2"
    let again = try input(session.relaunch())
    again.textSubject = "1"
    #expect(again.selectedTextRange == 2..<2)
  }

  @Test("R223: the application settles a subject, whether the view shows it or not")
  func settledSubjects() throws {
    let session = device {
      let input = TextField()
      input.textSubject = "1"
      return input
    }.launch()
    let field = try input(session)
    type("typed in 1", into: field)
    field.textSubject = "2"
    type("typed in 2", into: field)
    for subject in ["1", "2", "none"] { field.markTextSaved(about: subject) }
    #expect(field.text == "typed in 2")
    for subject in ["1", "2"] {
      field.textSubject = subject
      #expect(field.text == "")
    }
    let again = try input(session.relaunch())
    for subject in ["1", "2"] {
      again.textSubject = subject
      #expect(again.text == "")
    }
  }

  @Test("R207: one view keeps typed text for two texts, and restores each over its own")
  func twoDocumentsInOneView() throws {
    let document = Document("first")
    var session = device(.view, showing: document).launch()
    try type("first, typed", into: input(session))
    document.text = "second"
    session = session.relaunch()
    try type("second, typed", into: input(session))
    document.text = "first"
    session = session.relaunch()
    #expect(try input(session).text == "first, typed")
    #expect(try input(session).unrestoredText == "second, typed")
    document.text = "second"
    session = session.relaunch()
    #expect(try input(session).text == "second, typed")
    #expect(try input(session).unrestoredText == "first, typed")
  }

  @Test("R188, R207: text typed during a lock wins over the state restored late")
  func lockedStateComesLate() throws {
    let first = device(.field, showing: Document("version 1")).launch()
    try type("older", into: input(first))
    first.application.terminate()
    first.device.keys.setLocked(true)
    let second = first.device.launch()
    try type("newer", into: input(second))
    first.device.keys.setLocked(false)
    second.application.protectedDataMayHaveChanged()
    #expect(second.application.restoreLate()?.isRestored == true)
    #expect(try input(second).text == "newer")
    #expect(try input(second).unrestoredText == "older")
  }

  @Test("R102, R207: a field that is secure now offers nothing")
  func secretIsNotOffered() throws {
    let document = Document("version 1")
    var isSecure = false
    let first = device {
      let field = TextField()
      field.isSecure = isSecure
      field.text = document.text
      return field
    }.launch()
    try type("typed", into: input(first))
    (isSecure, document.text) = (true, "version 2")
    #expect(try input(first.relaunch()).unrestoredText == nil)
  }

  @Test(
    "R207: an emptied text waits for its text, which comes after launch",
    arguments: TextKind.allCases)
  func emptiedTextWaits(kind: TextKind) throws {
    let first = device(kind.make).launch()
    try input(first).text = "loaded"
    try type("", into: input(first))
    let third = first.relaunch().relaunch()
    #expect(try input(third).text == "")
    #expect(try input(third).unrestoredText == nil, "it would change nothing")
    try input(third).text = "loaded"
    #expect(try input(third).text == "")
    #expect(try input(third).isTextEdited)
    let fourth = third.relaunch()
    try input(fourth).text = "newer"
    #expect(try input(fourth).text == "newer")
    #expect(try input(fourth).unrestoredText == "")
  }

  @Test("R207, R223: an emptied text waits for its text in a view that turns to its subject")
  func emptiedTextOfASubjectWaits() throws {
    let session = device { TextView() }.launch()
    let input = try input(session)
    input.textSubject = "1"
    input.text = "loaded"
    type("", into: input)
    for subject in ["2", "1"] {
      input.textSubject = subject
      session.host.advance(by: .seconds(1))
    }
    input.text = "loaded"
    #expect(input.text == "")
    #expect(input.isTextEdited)
  }

  @Test("R207: a search typed over an older preset is offered")
  func searchIntoAnotherPreset() throws {
    var preset = "swift"
    let first = searchDevice { $0.search.searchBar.text = preset }.launch()
    searchList(first).search.isActive = true
    type("swift 6", into: searchList(first).search.searchBar)
    let second = first.relaunch()
    #expect(searchList(second).search.searchBar.text == "swift 6")
    preset = "gtk"
    let third = second.relaunch()
    #expect(searchList(third).search.searchBar.text == "gtk")
    #expect(searchList(third).search.searchBar.unrestoredText == "swift 6")
    #expect(searchList(third.relaunch()).search.searchBar.unrestoredText == "swift 6")
  }

  @Test(
    "R186, R207: a selection in a text that has changed is dropped", arguments: TextKind.allCases,
    ["one two three four five", "Hey"])
  func selectionOfAnotherText(kind: TextKind, text: String) throws {
    let document = Document("alpha beta gamma")
    let first = device(kind, showing: document).launch()
    try input(first).hostDidSelect(6..<10)
    document.text = text
    let end = text.unicodeScalars.count
    #expect(try input(first.relaunch()).selectedTextRange == end..<end)
    let same = device(kind, showing: Document("alpha beta gamma")).launch()
    try input(same).hostDidSelect(6..<10)
    #expect(try input(same.relaunch()).selectedTextRange == 6..<10)
  }
}
