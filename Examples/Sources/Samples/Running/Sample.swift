// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A small application's delegate, and the user's actions in its first life.
@MainActor protocol Sample: StateRestoringApplicationDelegate {
  /// The version of the application's saved state.
  var schemaVersion: Int { get }

  /// Whether part of the state is lost because its model is gone.
  var losesSomething: Bool { get }

  /// Performs the user's actions.
  func use(_ user: User)

  /// Performs more actions after the first save.
  ///
  /// - Returns: Whether there is something more to save.
  func useAgain(_ user: User) -> Bool

  /// Changes the application's files between two lives.
  ///
  /// It is called after the last save. It also brings the interface into the state that the user
  /// should find then: later lives are compared with it.
  func prepareNextLaunch(_ user: User)

  /// Navigates before the interface is described; does nothing by default.
  func lookAround(_ user: User)

  /// Returns more facts that should be restored, one per line.
  ///
  /// An example is that two objects refer to the same third one.
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
