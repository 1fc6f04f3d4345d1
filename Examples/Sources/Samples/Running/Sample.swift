// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import ViewControllers

/// The delegate of a small application, and what its user does in its first life.
@MainActor protocol Sample: StateRestoringApplicationDelegate {
  /// The version of what the application saves.
  var schemaVersion: Int { get }

  /// Whether something that was saved cannot come back, since what it showed is gone.
  var losesSomething: Bool { get }

  /// What the user does.
  func use(_ user: User)

  /// What the user does after that was saved.
  ///
  /// - Returns: Whether there is something to save once more.
  func useAgain(_ user: User) -> Bool

  /// What happens to the application's files between two lives, if anything.
  ///
  /// Called after everything was saved. The interface is brought to what its user should find then:
  /// that is what later lives are compared with.
  func prepareNextLaunch(_ user: User)

  /// Goes where the interface is written down; by default the user stays.
  func lookAround(_ user: User)

  /// What else should come back, a line each, such as who refers to the same object.
  func remarks(_ user: User) -> [String]
}

extension Sample {
  var schemaVersion: Int { 1 }
  var losesSomething: Bool { false }

  func useAgain(_ user: User) -> Bool { false }
  func prepareNextLaunch(_ user: User) {}
  func lookAround(_ user: User) {}
  func remarks(_ user: User) -> [String] { [] }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
