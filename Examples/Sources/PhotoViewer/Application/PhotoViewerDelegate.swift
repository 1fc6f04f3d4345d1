// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateRestoration
import Storyboards
import ViewControllers

/// Has something done once every picture in sight has been decoded, or could not be.
typealias WhenSettled = @MainActor (@escaping @MainActor () -> Void) -> Void

/// Makes the interface that exists at every launch, and decides what is restored.
@MainActor final class PhotoViewerDelegate: ScopedApplicationDelegate {
  private let library: PhotoLibrary
  private let whenSettled: WhenSettled

  /// The folder is the application's state: a place in another folder means nothing here (R182).
  var restorationScope: String { library.folder.path }

  /// - Parameters:
  ///   - library: The photos.
  ///   - whenSettled: How screens learn which pictures cannot be read; a host without a display
  ///     decodes none.
  init(library: PhotoLibrary, whenSettled: @escaping WhenSettled = { _ in }) {
    (self.library, self.whenSettled) = (library, whenSettled)
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.registerObject(forStateRestoration: library, restorationIdentifier: "DataSource")
    application.restoration.register(SepiaFilter.self) { _, _ in SepiaFilter(of: nil) }
    application.restoration.register(BlurFilter.self) { _, _ in BlurFilter(of: nil) }
    registerClasses(application.storyboards)
    let window = Window(application: application, restorationIdentifier: "Main Window")
    window.title = "Photo Viewer"
    do {
      let main = try Storyboard(name: "Main", bundle: .module, application: application)
      // A photo that is gone is refused: one step back.
      application.restoration.register(
        ImageController.self, showing: "kImageIdentifierKey", find: library.photo(withID:)
      ) { _, _ in
        try? main.instantiateViewController(withIdentifier: "DetailView") as? ImageController
      }
      window.rootViewController = main.instantiateInitialViewController()
    } catch {
      fatalError("The program's own storyboard cannot be read: \(error)")
    }
    window.makeKeyAndVisible()
    return true
  }

  /// What the storyboard knows by name.
  private func registerClasses(_ storyboards: StoryboardClasses) {
    storyboards.register(PhotosController.self) { [library, whenSettled] in
      PhotosController(library: library, whenSettled: whenSettled)
    }
    storyboards.register(PhotoCell.self) { PhotoCell() }
    storyboards.register(
      ImageController.self,
      outlets: ["imageView": .outlet(\.imageView)],
      actions: [
        "inspect:": { controller, sender in
          if let item = sender as? BarButtonItem { controller.inspect(item.title) }
        },
        "share:": { controller, _ in controller.share() },
        "toggleBars:": { controller, _ in controller.toggleBars() },
      ]
    ) { [whenSettled] in ImageController(whenSettled: whenSettled) }
    storyboards.register(
      FilterInspectorController.self,
      outlets: [
        "heading": .outlet(\.heading), "activeSwitch": .outlet(\.activeSwitch),
        "sliderTitle": .outlet(\.sliderTitle), "slider": .outlet(\.slider),
      ],
      actions: [
        "activeChanged:": { controller, _ in controller.activeDidChange() },
        "intensityChanged:": { controller, _ in controller.intensityDidChange() },
        "done:": { controller, _ in controller.dismiss(animated: true) },
      ]
    ) { FilterInspectorController() }
  }

  /// Whoever has browsed meanwhile has lost nothing that could not be found again (R188).
  func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
    application.restoreLate()
  }
}
