// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct TextInputTests {
  @Test("R101, R102: typed text comes back with its selection", arguments: TextKind.allCases)
  func typedTextComesBack(kind: TextKind) {
    let input = relaunched({ prepared(kind.make(), "Hello") }) { (input: TextInput) in
      input.hostDidEdit(text: "Hello, you", selectedTextRange: 7..<10)
    }
    #expect(input?.text == "Hello, you")
    #expect(input?.selectedTextRange == 7..<10)
  }

  @Test("R102: text set by the application is not saved", arguments: TextKind.allCases)
  func applicationsTextIsNotSaved(kind: TextKind) {
    let input = relaunched(kind.make) { $0.text = "from a document" }
    #expect(input?.text == "")
    let reset = relaunched({ prepared(kind.make(), "old") }) { (input: TextInput) in
      input.hostDidEdit(text: "typed", selectedTextRange: 5..<5)
      input.text = "typed"
    }
    #expect(reset?.text == "old")
  }

  @Test("R102: text set by the application during decode wins")
  func textSetInDecodeWins() {
    var decode: (NoteController) -> Void = { _ in }
    let device = Device { $0.rootViewController = NoteController { decode($0) } }
    let first = device.launch()
    note(first)?.field.hostDidEdit(text: "typed", selectedTextRange: 5..<5)
    decode = { $0.field.text = "current" }
    let again = first.relaunch()
    #expect(note(again)?.field.text == "current")
    #expect(note(again)?.field.isTextEdited == false)
    #expect(note(again)?.field.selectedTextRange == 5..<5)
  }

  @Test("R102, R207: typed text wins over text set in viewDidLoad, but not in did-finish-launching")
  func textSetAfterDecodeWins() {
    let device = Device { $0.rootViewController = NoteController { _ in } }
    let first = device.launch()
    note(first)?.field.hostDidEdit(text: "typed", selectedTextRange: 5..<5)
    let second = first.relaunch()
    #expect(note(second)?.field.text == "typed")
    let third = second.relaunch { delegate in
      delegate.didFinish = { application, _ in
        let controller = application.windows[0].rootViewController as? NoteController
        controller?.field.text = "new"
      }
    }
    #expect(note(third)?.field.text == "new")
    #expect(note(third)?.field.unrestoredText == "typed")
    #expect(note(third.relaunch())?.field.text == "typed", "the application has not answered")
  }

  @Test("R101, R102: restoresText = false leaves typed text out", arguments: TextKind.allCases)
  func textCanBeLeftOut(kind: TextKind) {
    let make = {
      let input = prepared(kind.make(), "Hello")
      input.restoresText = false
      return input
    }
    let input = relaunched(make) {
      $0.hostDidEdit(text: "Hello, you", selectedTextRange: 2..<4)
    }
    #expect(input?.text == "Hello")
    #expect(input?.selectedTextRange == 2..<4)
  }

  @Test("R102: a secure field saves nothing")
  func secureFieldSavesNothing() {
    let make = {
      let field = prepared(TextField(), "Hello")
      field.isSecure = true
      return field
    }
    let field = relaunched(make) { $0.hostDidEdit(text: "secret", selectedTextRange: 1..<2) }
    #expect(field?.text == "Hello")
    #expect(field?.selectedTextRange == 5..<5)
  }

  @Test("R102: a password that was shown is not saved")
  func shownSecretIsNotSaved() {
    let field = relaunched({ TextField() }) {
      $0.isSecure = true
      $0.hostDidEdit(text: "secret", selectedTextRange: 6..<6)
      $0.isSecure = false
    }
    #expect(field?.text == "")
  }

  @Test("R102: a text view restores whether it is editable, and its selection")
  func textViewComesBack() {
    let view = relaunched({ prepared(TextView(), "One\nTwo") }) {
      $0.isEditable = false
      $0.selectedRange = 4..<6
    }
    #expect(view?.isEditable == false)
    #expect(view?.selectedRange == 4..<6)
  }

  @Test("R186: a range past the end of the text is cut")
  func rangesAreCut() {
    let field = TextField()
    field.text = "Hello"
    field.selectedTextRange = 3..<9
    #expect(field.selectedTextRange == 3..<5)
    field.selectedTextRange = 8..<9
    #expect(field.selectedTextRange == 5..<5)
    field.hostDidEdit(text: "He", selectedTextRange: 5..<7)
    #expect(field.selectedTextRange == 2..<2)
  }

  @Test("R41, R186: a restored selection waits for the text that the application sets")
  func selectionWaitsForText() {
    let device = device { TextView() }
    let first = device.launch()
    let view: TextView? = content(first)
    view?.text = "from a document"
    view?.selectedRange = 5..<9
    let second = first.relaunch().relaunch()
    let restored: TextView? = content(second)
    #expect(restored?.selectedRange == 0..<0)
    restored?.text = "from a document"
    #expect(restored?.selectedRange == 5..<9)
    restored?.text = "from another document"
    #expect(restored?.selectedRange == 21..<21)
  }

  @Test("R101: ranges count Unicode scalars, even in emoji")
  func rangesCountScalars() {
    let field = relaunched({ TextField() }) {
      $0.hostDidEdit(text: "a👍🏽b", selectedTextRange: 1..<3)
    }
    #expect(field?.textLength == 4)
    #expect(field?.selectedTextRange == 1..<3)
    #expect(field?.text == "a👍🏽b")
  }

  @Test("R101: texts that look the same but have different scalars are different")
  func textsAreComparedByScalars() {
    let field = TextField()
    field.text = "e\u{301}"
    var changes = 0
    field.onChange = { _ in changes += 1 }
    field.hostDidEdit(text: "\u{E9}", selectedTextRange: 1..<1)
    #expect(changes == 1)
    #expect(field.textLength == 1)
  }

  @Test("R150: typing and selecting are saved soon; an edit without a change is not")
  func typingIsSavedSoon() {
    let session = device { TextField() }.launch()
    session.application.preserve()
    let field: TextField? = content(session)
    field?.hostDidEdit(text: "", selectedTextRange: 0..<0)
    #expect(CallLog.entries { session.host.advance(by: .seconds(1)) } == [])
    field?.hostDidEdit(text: "a", selectedTextRange: 1..<1)
    #expect(CallLog.entries { session.host.advance(by: .seconds(1)) }.contains("shouldSave"))
    field?.hostDidSelect(0..<1)
    #expect(CallLog.entries { session.host.advance(by: .seconds(1)) }.contains("shouldSave"))
  }

  @Test(
    "R51, R101, R186: an invalid saved range is ignored",
    arguments: [[-1, 2], [3, 1], [1, 2, 3], [1], []])
  func forgedRange(range: [Int]) {
    let field = relaunched({ ForgingField(range) }) { $0.becomeFirstResponder() }
    #expect(field?.selectedTextRange == 5..<5)
  }

  @Test("R102: typed text is not restored into a field that is now secure or restores no text")
  func stricterVersion() {
    let restrictions: [(TextField) -> Void] = [{ $0.isSecure = true }, { $0.restoresText = false }]
    for restrict in restrictions {
      var isNewVersion = false
      let device = device {
        let field = TextField()
        field.text = "Hello"
        if isNewVersion { restrict(field) }
        return field
      }
      let first = device.launch()
      let field: TextField? = content(first)
      field?.hostDidEdit(text: "typed", selectedTextRange: 0..<1)
      isNewVersion = true
      let restricted: TextField? = content(first.relaunch())
      #expect(restricted?.text == "Hello")
    }
  }

  private func prepared<Input: TextInput>(_ input: Input, _ text: String) -> Input {
    input.text = text
    return input
  }

  private func note(_ session: Session) -> NoteController? { session.root as? NoteController }
}

/// The kinds of views that accept text.
enum TextKind: CaseIterable {
  case field, view, searchBar

  @MainActor func make() -> TextInput {
    switch self {
    case .field: TextField()
    case .view: TextView()
    case .searchBar: SearchBar()
    }
  }
}

/// A controller with a field that has an initial text.
///
/// The field may get another text when the controller decodes.
@MainActor private final class NoteController: ViewController {
  let field = TextField()
  var decode: (NoteController) -> Void

  init(decode: @escaping (NoteController) -> Void) {
    self.decode = decode
    super.init()
    restorationIdentifier = "Note"
  }

  override func viewDidLoad() {
    field.restorationIdentifier = "Field"
    field.text = "initial"
    view.addSubview(field)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decode(self)
  }
}

/// A field that writes a forged selection.
///
/// The forged range is encoded first, and the first value of a name wins.
@MainActor private final class ForgingField: TextField {
  private let range: [Int]

  init(_ range: [Int]) {
    self.range = range
    super.init()
    text = "Hello"
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(range, forKey: "TextInput.selectedTextRange")
    super.encodeRestorableState(with: coder)
  }
}
