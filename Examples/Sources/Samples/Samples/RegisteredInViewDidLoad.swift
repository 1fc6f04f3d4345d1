// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// An object that a pushed screen registers in `viewDidLoad`.
///
/// The screen is its parent.
@MainActor final class RegisteredInViewDidLoad: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: ViewController(restorationIdentifier: "Photos"),
      restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard identifierComponents.last == "Photo" else { return nil }
    return PhotoController(registeringWith: application)
  }

  func use(_ user: User) {
    let photo = PhotoController(registeringWith: user.application)
    user.controller(NavigationController.self).pushViewController(photo, animated: true)
    photo.filter?.strength = 0.75
  }

  func remarks(_ user: User) -> [String] {
    let photo = user.controller(PhotoController.self)
    return [
      "strength: \(photo.filter?.strength ?? -1)",
      "refers to its own filter: \(photo.chosen != nil && photo.chosen === photo.filter)",
    ]
  }
}

private final class PhotoFilter: StateRestoring {
  @Restorable var strength = 0.5
  let restorationParent: (any StateRestoring)?

  init(of parent: any StateRestoring) { restorationParent = parent }
}

private final class PhotoController: ViewController {
  private let application: Application
  private(set) var filter: PhotoFilter?
  private(set) weak var chosen: PhotoFilter?

  init(registeringWith application: Application) {
    self.application = application
    super.init(restorationIdentifier: "Photo")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let filter = PhotoFilter(of: self)
    application.registerObject(forStateRestoration: filter, restorationIdentifier: "Filter")
    self.filter = filter
    chosen = filter
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(chosen, forKey: "chosen")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    chosen = coder.decodeObject(PhotoFilter.self, forKey: "chosen")
  }
}
