// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards

/// Calls a closure once every visible picture is decoded or has failed.
typealias WhenSettled = @MainActor (@escaping @MainActor () -> Void) -> Void

/// Creates the interface of every launch and decides about restoration.
@MainActor final class PhotoViewerDelegate: ScopedApplicationDelegate {
  private let library: PhotoLibrary
  private let whenSettled: WhenSettled

  /// The folder's path, since places in other folders mean nothing here.
  var restorationScope: String { library.folder.path }

  /// Creates the delegate.
  ///
  /// - Parameters:
  ///   - library: The photos.
  ///   - whenSettled: Tells screens when all pictures are settled, so that they find unreadable
  ///     ones;
  ///     by default does nothing, as a host without a display decodes none.
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
      // A missing photo is refused; the user sees the screen before it.
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

  /// Registers the classes that the storyboard names.
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

  /// Restores late.
  ///
  /// A user who has browsed in the meantime loses nothing that is hard to find again.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
    application.restoreLate()
  }
}
