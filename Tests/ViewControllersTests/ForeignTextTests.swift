// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Text inputs that read records they would not have written.
@MainActor struct ForeignTextTests {
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
