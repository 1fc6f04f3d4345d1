// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Which elements of a list are selected, by the names they have in the program's own data (R106).
  ///
  /// Elements that are not there wait until they are, or until the user selects something else.
  class SelectionParticipant: WidgetParticipant {
    private var pending: Selection?

    /// Names, and the positions of elements without one.
    private struct Selection {
      var names: [String] = []
      var positions: [Int] = []
      var isEmpty: Bool { names.isEmpty && positions.isEmpty }
    }

    // MARK: What a list is asked

    /// How many elements there are.
    var count: Int { 0 }

    /// The element at a position, given to a closure.
    func withElement<Result>(at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?)
      -> Result?
    { nil }

    /// The positions of the selected elements.
    var selectedPositions: [Int] { [] }

    /// Selects some elements and no others.
    func select(_ positions: [Int]) {}

    /// What an element is called that the program says nothing of.
    func defaultName(of element: UnsafeMutableRawPointer) -> String? { nil }

    /// Where to select what was at a position; `nil` for one that is not there.
    func position(_ position: Int, of count: Int) -> Int? {
      (0..<count).contains(position) ? position : nil
    }

    /// What an element is called in the program's own data.
    func name(of element: UnsafeMutableRawPointer) -> String? {
      if let name = unsafe widget.modelIdentifierForElement { return unsafe name(element) }
      return unsafe defaultName(of: element)
    }

    /// Whether something that was restored is not there yet.
    var isWaiting: Bool { pending != nil }

    // MARK: What a list tells

    /// The selection has changed.
    final func selectionDidChange() { choiceDidChange { pending = nil } }

    /// Elements came or went; looked at a moment later, since a list may be filled one by one.
    final func elementsDidChange() {
      didChange()
      if isWaiting { applySoon() }
    }

    // MARK: Saved state

    override func encode(with coder: RestorationEncoder) {
      var selection = Selection()
      for position in selectedPositions {
        if let name = name(at: position) {
          selection.names.append(name)
        } else if !hasNames {
          selection.positions.append(position)
          comesBackInPart(
            "what is selected is found by its position; modelIdentifierForElement names it")
        }
      }
      if let pending {
        // What was restored comes first; a list may have selected something by itself.
        selection = pending
      }
      coder.encode(selection.names, forKey: "selected")
      if !selection.positions.isEmpty {
        coder.encode(selection.positions, forKey: "selectedPositions")
      }
    }

    override func decode(with coder: RestorationDecoder) {
      guard let names = coder.decode([String].self, forKey: "selected") else { return }
      pending = Selection(
        names: names, positions: coder.decode([Int].self, forKey: "selectedPositions") ?? [])
    }

    override func apply() {
      guard let selection = pending else { return }
      let count = count
      var found = Set(selection.positions.compactMap { position($0, of: count) })
      var missing = Set(selection.names)
      if !missing.isEmpty {
        for position in 0..<count {
          if let name = name(at: position), missing.remove(name) != nil { found.insert(position) }
          if missing.isEmpty { break }
        }
      }
      let isComplete =
        missing.isEmpty && selection.positions.allSatisfy { (0..<count).contains($0) }
      if isComplete { pending = nil }
      guard !found.isEmpty || selection.isEmpty else { return }
      applying { select(found.sorted()) }
    }

    /// Whether the program names the elements; then one without a name cannot be found again.
    private var hasNames: Bool { unsafe widget.modelIdentifierForElement != nil }

    private func name(at position: Int) -> String? {
      unsafe withElement(at: position) { unsafe name(of: $0) }
    }
  }
#endif
