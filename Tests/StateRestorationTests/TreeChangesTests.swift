// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

@testable import StateRestoration

/// Screens and their parts that come and go between passes over changes.
@Suite struct TreeChangesTests {
  private let machine = Machine(appends: true)
  private let stack: Screen
  private let coordinator: RestorationCoordinator

  /// Saves a stack of three screens with two parts each, beside another screen.
  init() throws {
    stack = Screen("Stack", (0..<3).map { Self.screen("Screen", "\($0)") })
    stack.isStack = true
    coordinator = machine.coordinator(tree: FakeTree(Screen("Root", [stack, Screen("Other")])))
    try coordinator.save()
  }

  private static func screen(_ identifier: String, _ text: String) -> Screen {
    let screen = Screen(identifier)
    screen.text = text
    screen.parts = [Part("One"), Part("Two")]
    return screen
  }

  private func setStack(_ screens: [Screen]) {
    for screen in stack.children { screen.container = nil }
    stack.children = screens
    coordinator.invalidate(stack)
  }

  /// Returns the saved texts by path.
  private func savedTexts() throws -> [String: String] {
    let saved = try machine.savedState()
    return try saved.objects.reduce(into: [:]) { texts, number in
      guard let record = try saved.record(number),
        case .string(let text)? = try saved.values(of: record).first(where: { $0.key == "text" })?
          .value
      else { return }
      texts[record.address.path.description] = text
    }
  }

  /// Returns whether a pass needed no walk over all objects.
  private func isChange(_ report: PreservationReport) -> Bool { report.results.areOfChanges }

  @Test("R30, R88: a screen that comes is saved with its parts, without a walk")
  func push() throws {
    let pushed = Self.screen("Screen", "3")
    setStack(stack.children + [pushed])
    coordinator.invalidate(pushed)
    let report = try coordinator.saveChanges()
    #expect(isChange(report))
    #expect(report["Root/Stack/:[3]:/Screen/Two"] == .encoded)
    #expect(report["Root/Stack/:[0]:/Screen"] == .carried)
    #expect(pushed.encodedCount == 1 && pushed.parts.allSatisfy { $0.encodedCount == 1 })
    let paths = (0..<4).map { "Root/Stack/:[\($0)]:/Screen" }
    let texts = try savedTexts()
    #expect(paths.map { texts[$0] } == ["0", "1", "2", "3"])
    #expect(texts.count == 3 * 4 + 3)
    let saved = try machine.savedState()
    #expect(saved.roots.count == 1)
    let top = try #require(
      saved.objects.compactMap { try? saved.record($0) }.last { record in
        record.address.path.description == paths[3]
      })
    #expect(top.prerequisite.flatMap { saved.address(of: $0) }?.path.description == paths[2])
  }

  @Test("R30, R88: a screen that goes is dropped with its parts, and saved again when it is back")
  func pop() throws {
    let top = stack.children[2]
    setStack(Array(stack.children.prefix(2)))
    var report = try coordinator.saveChanges()
    #expect(isChange(report))
    #expect(report["Root/Stack/:[2]:/Screen/One"] == nil && report["Root/Other"] == .carried)
    #expect(try savedTexts().count == 3 * 2 + 3)
    top.text = "back"
    setStack(stack.children + [top])
    report = try coordinator.saveChanges()
    #expect(isChange(report))
    #expect(try savedTexts()["Root/Stack/:[2]:/Screen"] == "back")
    #expect(report["Root/Stack/:[2]:/Screen/One"] == .encoded)
  }

  @Test("R30, R35: an object that refers to a part of what has gone encodes again")
  func referrerOfWhatHasGone() throws {
    let other = try #require(stack.container?.children.last)
    other.links = [stack.children[2].parts[0]]
    coordinator.invalidate(other)
    #expect(isChange(try coordinator.saveChanges()))
    let count = other.encodedCount
    setStack(Array(stack.children.prefix(2)))
    let report = try coordinator.saveChanges()
    #expect(other.encodedCount == count + 1)
    #expect(report["Root/Stack/:[2]:/Screen/One"] == nil)
  }

  @Test("R30, R36: what another object refers to stays when the screen that referred to it goes")
  func sharedObject() throws {
    let shared = Screen("Shared")
    let root = try #require(stack.container)
    root.children.append(shared)
    coordinator.invalidate(root)
    let top = stack.children[2]
    top.links = [shared, stack]
    coordinator.invalidate(top)
    #expect(isChange(try coordinator.saveChanges()))
    setStack(Array(stack.children.prefix(2)))
    let report = try coordinator.saveChanges()
    #expect(isChange(report))
    #expect(report["Root/Shared"] == .carried && report["Root/Stack"] == .encoded)
  }

  @Test("R160: a registered object is named when the screen that referred to it goes")
  func registeredObjectIsLeft() throws {
    let top = stack.children[2]
    let source = Node("source")
    coordinator.register(source, as: "Source")
    top.links = [source]
    coordinator.invalidate(top)
    #expect(try coordinator.saveChanges()["Source"] == .encoded)
    setStack(Array(stack.children.prefix(2)))
    let report = try coordinator.saveChanges()
    #expect(report["Source"] == .unreached)
    #expect(report.diagnostics.count == 1)
  }

  @Test("R30, R36: a renamed screen is saved at its new name only, though nothing else is marked")
  func renamedScreen() throws {
    let screen = stack.children[1]
    (screen.identifier, screen.text) = ("New", "new")
    coordinator.invalidate(screen)
    let report = try coordinator.saveChanges()
    #expect(report["Root/Stack/:[1]:/New"] == .encoded)
    #expect(report["Root/Stack/:[1]:/Screen"] == nil)
    let texts = try savedTexts()
    #expect(texts["Root/Stack/:[1]:/New"] == "new" && texts["Root/Stack/:[1]:/Screen"] == nil)
  }

  @Test("R30, R36: a part that another screen refers to is saved once after its rename")
  func renamedPartThatComes() throws {
    let (part, other) = (stack.children[1].parts[0], try #require(stack.container?.children.last))
    part.identifier = "New"
    other.links = [part]
    coordinator.invalidate(other)
    try coordinator.saveChanges()
    #expect(try savedTexts().count == 3 * 3 + 3)
  }

  @Test("R155: what was left out of a screen that has gone is missing no more")
  func omissionOfWhatHasGone() throws {
    let top = stack.children[2]
    top.text = String(repeating: "long ", count: 100)
    coordinator.budget.objectSize = 300
    coordinator.invalidate(top)
    #expect(try coordinator.saveChanges().omissions.count == 1)
    var heard: [Int] = []
    coordinator.onOmission = { heard.append($0.count) }
    setStack(Array(stack.children.prefix(2)))
    #expect(isChange(try coordinator.saveChanges()))
    #expect(heard == [0])
  }

  @Test("R30, R42: another root of the tree is found, though nothing was marked changed")
  func otherRoot() throws {
    let tree = try #require(coordinator.tree as? FakeTree)
    tree.root = Self.screen("New", "new")
    let report = try coordinator.saveChanges()
    #expect(report["New/One"] == .encoded && report["Root"] == nil)
  }

  @Test("R76: a screen encodes again when it needs another one than before")
  func otherPrerequisite() throws {
    let root = try #require(stack.container)
    let other = root.children[1]
    other.prerequisite = Screen("First")
    root.children.append(try #require(other.prerequisite))
    coordinator.invalidate(root)
    try coordinator.saveChanges()
    #expect(other.encodedCount == 2)
  }

  @Test(
    "R30, R88: after any pushes, pops, moves and names, the disk holds what a walk finds",
    arguments: [1, 2, 3])
  func randomHistories(seed: Int) throws {
    var random = SeededNumbers(state: UInt64(seed) &* 7919)
    let root = try #require(stack.container)
    var stacks = [stack]
    for index in 0..<4 {
      let stack = Screen("Stack \(index)", [Self.screen("Screen", "bottom")])
      stack.isStack = index % 2 == 0
      stacks.append(stack)
    }
    root.children = stacks + root.children.suffix(1)
    try coordinator.save()
    var (changes, walks, names) = (0, 0, 0)
    var left: [Screen] = []
    func set(_ screens: [Screen], on stack: Screen) {
      for screen in stack.children { screen.container = nil }
      stack.children = screens
      coordinator.invalidate(stack)
    }
    for step in 0..<400 {
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let stack = try #require(stacks.randomElement(using: &random))
        let screen = stack.children.randomElement(using: &random)
        names += 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: set(stack.children + [Self.screen("Screen \(names)", "\(step)")], on: stack)
        case 3, 4:
          left += stack.children.suffix(1)
          set(stack.children.dropLast(), on: stack)
        case 5:
          guard let back = left.popLast(), back.container == nil, back.links.isEmpty else { break }
          set(stack.children + [back], on: stack)
        case 6: set(stack.children.shuffled(using: &random), on: stack)
        case 7:
          screen?.identifier = "Renamed \(names)"
          if Bool.random(using: &random) { coordinator.invalidate(stack) }
        case 8: screen?.parts.append(Part("Part \(names)"))
        case 9: screen?.parts.removeLast(screen?.parts.isEmpty == false ? 1 : 0)
        case 10:
          let target = stacks.randomElement(using: &random)?.children.last
          screen?.links = [target?.parts.first as (any StateRestoring)?, target].compactMap(\.self)
        default: screen?.text = "\(step)"
        }
        if let screen { coordinator.invalidate(screen) }
      }
      // What refers to an object that is not in the tree would have to be told when it is back.
      left.removeAll { gone in
        stacks.contains { stack in
          stack.children.contains { screen in
            screen.links.contains { link in link === gone || gone.parts.contains { $0 === link } }
          }
        }
      }
      let pass = coordinator.preserve(reason: .changed, scope: .changes)
      if isChange(pass.report) { changes += 1 } else { walks += 1 }
      guard step % 5 == 0 else { continue }
      try pass.commitAndWait()
      let saved = try machine.savedState()
      let found = try #require(coordinator.preview().snapshot)
      let difference = try SnapshotDifference(from: saved, to: found)
      #expect(difference.isEmpty, "seed \(seed), step \(step): \(difference)")
    }
    #expect(changes > 100 && walks > 20, "\(seed): \(changes) changes, \(walks) walks")
  }
}
