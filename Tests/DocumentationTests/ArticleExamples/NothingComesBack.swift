// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

/// A screen that shows a note.
class NoteController: ViewController {
  var page = 0

  init(_ identifier: String?) {
    super.init()
    restorationIdentifier = identifier
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(page, forKey: "page")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    page = coder.decodeInteger(forKey: "page")
  }
}

/// A screen with two bugs.
///
/// It reads another type than it wrote, and it does not let its views decode.
final class HastyController: NoteController {
  override func viewDidLoad() {
    let field = TextField()
    field.restorationIdentifier = "Field"
    view.addSubview(field)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    page = Int(coder.decodeString(forKey: "page") ?? "") ?? 0
  }
}

/// A screen whose note has been deleted.
final class DeletedNoteController: NoteController, ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { nil }
}

/// Programs broken as the article describes log the messages it quotes.
@Suite @MainActor struct NothingComesBackExampleTests {
  private let article: String

  init() throws {
    article = Self.words(
      of: try Repository.text(
        "Sources/StateRestoration/StateRestoration.docc/Articles/NothingComesBack.md"))
  }

  /// Returns a text on one line, with the program named Notes.
  private nonisolated static func words(of text: String) -> String {
    text.replacing("DocumentationTests.", with: "Notes.").split { $0.isWhitespace }
      .joined(separator: " ")
  }

  private func expectQuoted(_ sentences: [String]?) {
    #expect(sentences?.isEmpty == false)
    for sentence in sentences ?? [] {
      #expect(article.contains(Self.words(of: sentence)), "The article quotes: \(sentence)")
    }
  }

  private func stack(_ identifier: String? = "Nav") -> NavigationController {
    let stack = NavigationController(rootViewController: NoteController("Notes"))
    stack.restorationIdentifier = identifier
    return stack
  }

  @Test("R10, R151: a diagnostic names the container without identifier")
  func unnamedContainer() {
    let tabs = TabBarController(viewControllers: [stack(nil)])
    tabs.restorationIdentifier = "Tabs"
    let application = TestApplication(tabs).application
    application.onPreserve = { _, report in report.diagnostics.forEach { print($0) } }
    application.onRestore = { report in report.diagnostics.forEach { print($0) } }
    application.terminate()
    expectQuoted(application.lastPreservationReport?.diagnostics)
  }

  @Test("R5, R151: a refusal is reported")
  func refusedState() {
    let program = AccountDelegate(user: 1, store: store, keys: keys)
    program.application.terminate()
    let report = AccountDelegate(user: 2, store: store, keys: keys).application
      .lastRestorationReport
    #expect(report?.isRefused == true && report?.isRestored == false)
    expectQuoted(report.map { [$0.summary] })
  }

  @Test("R151, R179: a screen that no step makes is reported with the steps tried")
  func unmadeScreen() {
    let program = TestApplication(stack())
    program.root.pushViewController(NoteController("Detail"), animated: false)
    program.relaunch()
    expectQuoted(program.report?.diagnostics)
    expectQuoted(program.report.map { [$0.summary] })
    #expect(program.report?.isComplete == false)
  }

  @Test("R67, R151: a diagnostic names a restoration class that returns nil")
  func deletedNote() {
    let program = TestApplication(stack())
    push(onto: program.root)
    program.relaunch()
    expectQuoted(program.report?.diagnostics)
  }

  private func push(onto stack: NavigationController) {
    let note = DeletedNoteController("Detail")
    note.restorationClass = DeletedNoteController.self
    stack.pushViewController(note, animated: false)
  }

  @Test("R51, R151, R171: diagnostics name a value of another type and a missing call of super")
  func hastyScreen() {
    let program = TestApplication(HastyController("Note"))
    _ = program.root.view
    program.relaunch()
    expectQuoted(program.report?.diagnostics)
    expectQuoted(program.report.map { [$0.summary] })
  }

  @Test("R150: a test names changes that were not announced")
  func unannouncedChange() {
    withKnownIssue {
      let program = TestApplication(NoteController("Note"))
      program.relaunch()
      program.root.page = 3
      expectAnnounced(program)
    } matching: { [article] issue in
      issue.comments.allSatisfy { article.contains(Self.words(of: $0.rawValue)) }
    }
  }

  @Test("R77, R184: a sheet is dropped with the screen that presented it")
  func orphanedSheet() {
    let program = TestApplication(stack())
    let detail = NoteController("Detail")
    program.root.pushViewController(detail, animated: false)
    detail.present(NoteController("Sheet"), animated: false)
    program.relaunch(keepsControllers: true)
    let sheet = program.report?.outcomes.first { $0.address.path.description == "Nav/Sheet" }
    expectQuoted(sheet.map { ["\($0.result)"] })
    #expect(program.report?.diagnostics.contains { $0.contains("Sheet") } == false)
  }

  @Test("R122, R151: a locked key is reported")
  func lockedKey() {
    let program = TestApplication(stack(), store: store, keys: keys)
    program.application.terminate()
    keys.setLocked(true)
    program.relaunch()
    #expect(program.report?.isLocked == true)
    #expect(program.report?.reason == .locked)
    expectQuoted(program.report?.incidents.map { "\($0.error)" })
  }

  @Test("R127, R151: a damaged archive is reported, and the older one is restored")
  func damagedArchive() throws {
    let program = TestApplication(NoteController("Note"), store: store, keys: keys)
    program.relaunch()
    program.root.page = 3
    program.relaunch()
    program.application.terminate()
    let file = try #require(store.load(.current, slot: nil))
    store.overwrite(.current, with: file.dropLast(8) + file.suffix(8).map { $0 ^ 1 })
    program.relaunch(keepsControllers: true)
    #expect(program.report?.reason == .recover)
    #expect(program.report?.source == .previous)
    #expect(program.report?.recoveryLevel == .olderGeneration)
    #expect(program.root.page == 0)
  }

  @Test("The engine has the messages that the article quotes without a program", arguments: quoted)
  func engineSaysSo(sentence: String) throws {
    let sources = try Repository.files("swift", in: "Sources").map(Repository.text).joined()
    #expect(sources.contains(sentence))
    #expect(article.contains(sentence))
  }

  private nonisolated static let quoted = [
    "The application refused its saved state; it launches without",
    "archive is left untouched and state is saved beside it",
    "archive is set aside, an older one is tried",
    "The archive was changed or cut since it was sealed",
    "The newest state failed at launch; the last good one is restored",
    "no such window exists, and the delegate made none",
    "registered, but no preserved object refers to it", "nothing was restored",
    "cannot be found by that name", "and is not saved", "its class is", "running as process",
  ]

  private let store = MemoryStore()
  private let keys = MemoryKeyProvider(protection: .completeUntilFirstUserAuthentication)
}
