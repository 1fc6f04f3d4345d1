// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// Makes the interface that exists at every launch, and decides what is restored.
@MainActor final class PhotoViewerDelegate: StateRestoringApplicationDelegate {
  private let library: PhotoLibrary

  init(library: PhotoLibrary) { self.library = library }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.registerObject(
      forStateRestoration: library, restorationIdentifier: "DataSource")
    let navigation = NavigationController(
      rootViewController: PhotosController(library: library))
    navigation.restorationIdentifier = "Navigation"
    let window = Window(application: application)
    window.restorationIdentifier = "Main Window"
    window.title = "Photo Viewer"
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    return true
  }

  func application(_ application: Application, shouldSaveApplicationState coder: RestorationEncoder)
    -> Bool
  {
    coder.encode(library.folder.path, forKey: "folder")
    return true
  }

  /// The folder is the application's state: a place in another folder means nothing here (R182).
  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { coder.decodeString(forKey: "folder") == library.folder.path }
}
