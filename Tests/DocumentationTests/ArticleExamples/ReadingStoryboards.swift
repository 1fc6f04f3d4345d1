// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// The example of `ReadingStoryboards.md`.
///
/// It is only compiled here; the tests of Storyboards and PhotoViewer run it.
@MainActor final class StoryboardDelegate: ApplicationDelegate {
  private let library = PhotoLibrary()

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.storyboards.register(
      PhotoController.self,
      outlets: ["slider": .outlet(\.slider), "buttons": .collection(\.buttons)],
      actions: ["sliderChanged:": { controller, _ in controller.updateImage() }]
    ) { [library] in PhotoController(library: library) }

    let window = Window(application: application)
    do {
      let main = try Storyboard(name: "Main", bundle: .module, application: application)
      window.rootViewController = main.instantiateInitialViewController()
    } catch {
      fatalError("The interface cannot be loaded: \(error)")
    }
    window.makeKeyAndVisible()
    return true
  }
}

private struct PhotoLibrary {}

@MainActor private final class PhotoController: ViewController {
  let library: PhotoLibrary
  var slider: Slider?
  var buttons: [Button] = []

  init(library: PhotoLibrary) {
    self.library = library
    super.init()
  }

  func updateImage() {}
}

extension Bundle {
  /// Stands in for SwiftPM's `Bundle.module`; this target has no resources.
  fileprivate static var module: Bundle { .main }
}
