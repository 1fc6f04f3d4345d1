// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

#if SecretService
import SecretServiceKeys
#endif

/// Archivers as the article makes them.
enum SecureArchivers {
  static func file(for program: ApplicationDescription) throws(ArchiveError) -> Archiver {
    let archiver = try Archiver(for: program)
    return archiver
  }

  #if SecretService
  static func keyring(for program: ApplicationDescription) throws(ArchiveError) -> Archiver {
    let archiver = try Archiver(
      for: program, keys: SecretServiceKeyProvider(for: program, protection: .complete))
    return archiver
  }
  #endif
}

/// An application with accounts.
@MainActor final class AccountDelegate: StateRestoringApplicationDelegate {
  private let archiver: Archiver
  private let user: Int
  private var isLoggedIn = true
  private(set) lazy var application = Application(
    ApplicationDescription(identifier: "org.example.Accounts", version: "1"), delegate: self,
    host: HeadlessHost(), archiver: archiver)

  init(user: Int, store: any ArchiveStore, keys: any KeyProvider) {
    self.user = user
    archiver = Archiver(store: store, keys: keys)
    application.installsFatalSignalHandlers = false
    application.launchImagePrivacy = .none  // .blurred keeps them unreadable
    application.launch()
  }

  func logOut() async throws(ArchiveError) {
    isLoggedIn = false  // should-save answers with it
    application.preserve()
    try await archiver.destroyKey()
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool {
    coder.encode(user, forKey: "user")
    return isLoggedIn
  }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { coder.decodeInteger(forKey: "user") == user }
}

/// A screen with a password and a diary.
final class SecretsController: ViewController {
  private(set) var fields: [TextInput] = []

  override func viewDidLoad() {
    let password = TextField(placeholder: "Password")
    password.isSecure = true
    let diary = TextView()
    diary.restoresText = false
    fields = [password, diary]
    for (field, name) in zip(fields, ["Password", "Diary"]) {
      field.restorationIdentifier = name
      view.addSubview(field)
    }
  }
}

/// The article's statements about accounts and fields.
@Suite @MainActor struct SecurityExampleTests {
  private let store = MemoryStore()
  private let keys = MemoryKeyProvider()

  private func program(user: Int) -> AccountDelegate {
    AccountDelegate(user: user, store: store, keys: keys)
  }

  @Test("R183: a log-out deletes the state and its key")
  func logOutLeavesNothing() async throws {
    let program = program(user: 1)
    try program.application.restoration.preserve(reason: .explicit).commitAndWait()
    let file = try #require(store.load(.current, slot: nil))
    let key = try keys.key().withUnsafeBytes { Array($0) }
    try await program.logOut()
    #expect(store.load(.current, slot: nil) == nil)
    #expect(try keys.key().withUnsafeBytes { Array($0) } != key)
    let copy = MemoryStore()
    copy.overwrite(.current, with: file)
    #expect(Archiver(store: copy, keys: keys).load().snapshot == nil)
  }

  @Test("R5: another user of the program does not get this user's state", arguments: [1, 2])
  func otherUserIsRefused(user: Int) throws {
    let first = program(user: 1)
    try first.application.restoration.preserve(reason: .explicit).commitAndWait()
    first.application.terminate()
    #expect(program(user: user).application.lastRestorationReport?.isRefused == (user != 1))
  }

  @Test("R102: neither the password nor the diary is saved")
  func secretsAreNotSaved() throws {
    let program = TestApplication(SecretsController())
    _ = program.root.view
    program.relaunch()
    for field in program.root.fields {
      field.hostDidEdit(text: "abc", selectedTextRange: 2..<3)
    }
    (program.root.fields.first as? TextField)?.isSecure = false
    program.relaunch()
    try #require(program.root.fields.count == 2)
    #expect(program.root.fields.map(\.text) == ["", ""])
    program.root.fields.forEach { $0.text = "abcd" }
    let untouched = TextField()
    untouched.text = "abcd"
    #expect(
      program.root.fields.map(\.selectedTextRange) == [untouched.selectedTextRange, 2..<3])
  }
}
