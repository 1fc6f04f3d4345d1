// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// What PhotoViewer's restoration takes with UIKit, beside `Examples/Sources/PhotoViewer`: the state of
// the classes and the code that saves and restores it. How they look and what else they do is left out.

import UIKit

final class AppDelegate: UIResponder, UIApplicationDelegate {
  let library = PhotoLibrary()

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UIApplication.registerObject(forStateRestoration: library, restorationIdentifier: "DataSource")
    return true
  }

  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool
  {
    coder.encode(library.folder.path, forKey: "folder")
    return true
  }

  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder)
    -> Bool
  { coder.decodeObject(forKey: "folder") as? String == library.folder.path }
}

extension PhotoLibrary: UIStateRestoring {}

final class PhotosController: UICollectionViewController {
  var library: PhotoLibrary?
}

extension PhotosController: UIDataSourceModelAssociation {
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
    library?.photo(at: idx.item)?.id
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath? {
    library?.index(ofID: identifier).map { IndexPath(item: $0, section: 0) }
  }
}

final class ImageController: UIViewController {
  private(set) var library: PhotoLibrary?
  private(set) var imageID = ""
  private(set) var filters: [String: ImageFilter] = [:]
  private var showsBars = true { didSet { applyBars() } }

  override func awakeFromNib() {
    super.awakeFromNib()
    restorationClass = ImageController.self
  }

  private func applyBars() {
    navigationController?.isNavigationBarHidden = !showsBars
    navigationController?.isToolbarHidden = !showsBars
  }

  /// Shows photo, title and effects: after a push as after restoring.
  private func updateImage() { title = library?.photo(withID: imageID)?.title }

  func share() {
    guard let photo = library?.photo(withID: imageID) else { return }
    let sheet = UIActivityViewController(activityItems: [photo.url], applicationActivities: nil)
    sheet.restorationIdentifier = "ActivitySheet"
    present(sheet, animated: true)
  }

  private func makeFilter(_ name: String) -> ImageFilter? {
    guard let filter = ImageFilter.filter(named: name, of: self) else { return nil }
    filters[name] = filter
    UIApplication.registerObject(
      forStateRestoration: filter, restorationIdentifier: "\(name)Filter")
    return filter
  }

  private enum Key {
    static let dataSource = "kDataSourceKey"
    static let imageIdentifier = "kImageIdentifierKey"
    static let filters = "kImageFiltersKey"
    static let showsBars = "showingBarsKey"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(library, forKey: Key.dataSource)
    coder.encode(imageID, forKey: Key.imageIdentifier)
    coder.encode(filters, forKey: Key.filters)
    coder.encode(showsBars, forKey: Key.showsBars)
  }

  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    filters = coder.decodeObject(forKey: Key.filters) as? [String: ImageFilter] ?? [:]
    showsBars = coder.decodeBool(forKey: Key.showsBars)
  }

  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    updateImage()
  }
}

extension ImageController: UIViewControllerRestoration {
  /// Goes one step back, to the grid, if the photo is gone.
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    guard let library = coder.decodeObject(forKey: Key.dataSource) as? PhotoLibrary,
      let id = coder.decodeObject(forKey: Key.imageIdentifier) as? String,
      library.photo(withID: id) != nil,
      let storyboard = coder.decodeObject(
        forKey: UIApplication.stateRestorationViewControllerStoryboardKey) as? UIStoryboard,
      let controller = storyboard.instantiateViewController(withIdentifier: "DetailView")
        as? ImageController
    else { return nil }
    (controller.library, controller.imageID) = (library, id)
    return controller
  }
}

class ImageFilter: NSObject, UIStateRestoring {
  let name: String
  var isActive = false
  var intensity: Float
  weak var restorationParent: (any UIStateRestoring)?

  fileprivate init(name: String, intensity: Float, of controller: ImageController?) {
    self.name = name
    self.intensity = intensity
    restorationParent = controller
  }

  static func filter(named name: String, of controller: ImageController? = nil) -> ImageFilter? {
    switch name {
    case "Sepia": SepiaFilter(name: name, intensity: 0.5, of: controller)
    case "Blur": BlurFilter(name: name, intensity: 0.25, of: controller)
    default: nil
    }
  }

  var objectRestorationClass: (any UIObjectRestoration.Type)? { ImageFilter.self }

  private enum Key {
    static let isActive = "ImageFilterActiveKey"
    static let intensity = "ImageFilterIntensityKey"
  }

  func encodeRestorableState(with coder: NSCoder) {
    coder.encode(isActive, forKey: Key.isActive)
    coder.encode(intensity, forKey: Key.intensity)
  }

  func decodeRestorableState(with coder: NSCoder) {
    isActive = coder.decodeBool(forKey: Key.isActive)
    intensity = coder.decodeFloat(forKey: Key.intensity)
  }
}

extension ImageFilter: UIObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> (any UIStateRestoring)? {
    guard let identifier = identifierComponents.last,
      let filter = filter(named: String(identifier.dropLast("Filter".count)))
    else { return nil }
    UIApplication.registerObject(forStateRestoration: filter, restorationIdentifier: identifier)
    return filter
  }
}

final class SepiaFilter: ImageFilter {}

final class BlurFilter: ImageFilter {}

final class FilterInspectorController: UIViewController {
  var filter: ImageFilter?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    title = filter?.name
  }

  private enum Key {
    static let filter = "FilterKey"
  }

  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(filter, forKey: Key.filter)
  }

  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    filter = coder.decodeObject(forKey: Key.filter) as? ImageFilter
  }
}
