// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A delegate's answers and actions.
@MainActor final class Choices {
  var saves = true
  var restores = true
  var makesWindow = true
  var windowIdentifier: String?
  var rootIdentifier: String? = "Root"
  /// Whether launch code presents a sheet.
  var presents = false
  /// Whether launch code takes the root's identifier away.
  var forgets = false
}

/// Launches as its choices say.
@MainActor final class ChoosyDelegate: StateRestoringApplicationDelegate {
  private let choices: Choices

  init(_ choices: Choices) { self.choices = choices }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    guard choices.makesWindow else { return true }
    let window = Window(
      application: application, restorationIdentifier: choices.windowIdentifier)
    window.rootViewController = ViewController(restorationIdentifier: choices.rootIdentifier)
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    if choices.forgets {
      application.windows.first?.rootViewController?.restorationIdentifier = nil
    }
    guard choices.presents else { return true }
    let tip = ViewController(restorationIdentifier: "Tip")
    application.windows.first?.rootViewController?.present(tip, animated: false)
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { choices.saves }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { choices.restores }
}
