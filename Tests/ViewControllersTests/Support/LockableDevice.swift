// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A real state folder with a key that tests can lock.
///
/// Its programs have a stack of screens.
@MainActor final class LockableDevice {
  let protection: KeyProtection
  let store: FileStore
  private let folder: String
  private let key = ArchiveKey()

  init(_ protection: KeyProtection = .complete) {
    self.protection = protection
    folder = NSTemporaryDirectory() + "locks-\(UUID().uuidString)"
    store = FileStore(folder: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Every file of the state folder, with its bytes.
  var files: [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data())
      })
  }

  /// Creates a process of the program without launching it.
  func life(
    isLocked: Bool = false, host: HeadlessHost = HeadlessHost(),
    _ configure: (TestDelegate) -> Void = { _ in }
  ) -> LockableLife {
    let delegate = TestDelegate { $0.rootViewController = navigation(root: Screen("Home")) }
    configure(delegate)
    return LockableLife(
      store: store,
      keys: MemoryKeyProvider(key: key, protection: protection, isLocked: isLocked),
      delegate: delegate, host: host)
  }

  /// Launches the program.
  func launch(
    isLocked: Bool = false, inBackground: Bool = false,
    _ configure: (TestDelegate) -> Void = { _ in }
  ) -> LockableLife {
    let life = life(isLocked: isLocked, host: HeadlessHost(), configure)
    life.application.launch(inBackground: inBackground)
    return life
  }

  /// Saves a state with a noted photo on the stack.
  func leavePhoto(note: Int = 7) {
    let life = launch()
    life.push(note: note)
    life.application.terminate()
  }
}

/// One process of that program.
///
/// Dropping it without terminating it counts as a kill.
@MainActor final class LockableLife {
  let host: HeadlessHost
  let keys: MemoryKeyProvider
  let delegate: TestDelegate
  let application: Application
  private(set) var restored: [RestorationReport] = []
  private(set) var saves: [Result<UInt64, ArchiveError>] = []

  init(
    store: any ArchiveStore, keys: MemoryKeyProvider, delegate: TestDelegate, host: HeadlessHost
  ) {
    (self.keys, self.delegate, self.host) = (keys, delegate, host)
    application = Application(
      ApplicationDescription(identifier: "org.example.Locks", version: "1"), delegate: delegate,
      host: host, archiver: Archiver(store: store, keys: keys))
    application.onRestore = { [weak self] in self?.restored.append($0) }
    application.onPreserve = { [weak self] result, _ in self?.saves.append(result) }
  }

  var navigation: NavigationController? {
    application.windows.first?.rootViewController as? NavigationController
  }

  var stack: [String?] { navigation?.viewControllers.map(\.restorationIdentifier) ?? [] }

  /// The note of the top screen, part of that screen's state.
  var note: Int? {
    get { (navigation?.topViewController as? Screen)?.note }
    set {
      (navigation?.topViewController as? Screen)?.note = newValue ?? 0
      navigation?.topViewController?.invalidateRestorableState()
    }
  }

  func push(note: Int) {
    navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    self.note = note
  }

  /// Locks or unlocks the keyring and waits for the main actor.
  ///
  /// The main actor knows of the change when this returns.
  func setLocked(_ isLocked: Bool) async {
    keys.setLocked(isLocked)
    await Task {}.value
  }
}
