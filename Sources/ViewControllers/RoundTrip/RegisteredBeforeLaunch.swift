// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// The registrations that a program makes before each launch.
///
/// What is registered later comes too late for restoring, so it does not count.
@MainActor struct RegisteredBeforeLaunch {
  private let registrations: RestorationCoordinator.Registrations
  private let classes: [String: any ViewControllerRestoration.Type]
  private let storyboardOpener: (any StoryboardOpening)?

  init(of application: Application) {
    registrations = application.restoration.registrations
    classes = application.tree.registeredClasses
    storyboardOpener = application.storyboardOpener
  }

  /// Registers it in another application that is not launched yet.
  func register(in application: Application) {
    application.restoration.registrations = registrations
    application.tree.registeredClasses = classes
    application.storyboardOpener = storyboardOpener
  }
}
