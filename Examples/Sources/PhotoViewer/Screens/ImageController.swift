// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// One photo, scaled and moved by hand, with bars that a click hides.
@MainActor final class ImageController: ViewController {
  private(set) var library: PhotoLibrary?
  private(set) var imageID: String
  private(set) var filters: [String: ImageFilter] = [:]
  private let imageView = ImageView()

  private var showsBars = true {
    didSet {
      applyBars()
      if showsBars != oldValue { invalidateRestorableState() }
    }
  }

  convenience init(_ photo: Photo, in library: PhotoLibrary) {
    self.init(imageID: photo.id, library: library)
    updateImage()
  }

  private init(imageID: String, library: PhotoLibrary?) {
    self.imageID = imageID
    self.library = library
    super.init()
    restorationIdentifier = "Image"
    restorationClass = ImageController.self
    toolbarItems = ["Blur", "Sepia"].map { name in
      BarButtonItem(title: name) { [weak self] in self?.inspect(name) }
    }
    let share = BarButtonItem(title: "Share") { [weak self] in self?.share() }
    share.iconName = "send-to-symbolic"
    rightBarButtonItems = [share]
    keyCommands = [
      KeyCommand(input: "b") { [weak self] in self?.inspect("Blur") },
      KeyCommand(input: "s") { [weak self] in self?.inspect("Sepia") },
    ]
  }

  // MARK: Views

  override func loadView() -> View {
    imageView.restorationIdentifier = "Image View"
    imageView.layout = .expanding
    imageView.extendsUnderBars = true
    imageView.isUserTransformable = true
    imageView.styleNames = ["photo"]
    imageView.onClick = { [weak self] in self?.showsBars.toggle() }
    return imageView
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    applyBars()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    navigationController?.isNavigationBarHidden = false
  }

  private func applyBars() {
    navigationController?.isNavigationBarHidden = !showsBars
    navigationController?.isToolbarHidden = !showsBars
  }

  /// Shows photo, title and effects: after a push as after restoring.
  private func updateImage() {
    guard let photo = library?.photo(withID: imageID) else { return }
    title = photo.title
    imageView.image = photo.image
    for filter in filters.values {
      filter.onChange = { [weak self, weak filter] in self?.filterDidChange(filter) }
    }
    updateEffects()
  }

  private func filterDidChange(_ filter: ImageFilter?) {
    updateEffects()
    if let filter { window?.application?.restoration.invalidate(filter) }
  }

  private func updateEffects() {
    imageView.effects = ImageFilter.names.compactMap { filters[$0] }
      .filter { $0.isActive && $0.intensity > 0 }
      .flatMap(\.effects)
  }

  /// Offers what can be done with the photo itself, without its filters.
  private func share() {
    guard let photo = library?.photo(withID: imageID) else { return }
    let sheet = ActivityViewController(
      activityItems: [.model(identifier: photo.id, title: photo.title)])
    sheet.attachmentSource = library
    sheet.restorationIdentifier = "ActivitySheet"
    present(sheet, animated: true)
  }

  // MARK: Filters

  /// Opens the inspector of a filter, which is made on first use.
  private func inspect(_ name: String) {
    guard let filter = filters[name] ?? makeFilter(name) else { return }
    present(FilterInspectorController(filter), animated: true)
  }

  private func makeFilter(_ name: String) -> ImageFilter? {
    guard let filter = ImageFilter.filter(named: name, of: self) else { return nil }
    filter.isActive = true
    filters[name] = filter
    window?.application?.registerObject(
      forStateRestoration: filter, restorationIdentifier: filter.restorationIdentifier)
    updateImage()
    invalidateRestorableState()
    return filter
  }

  // MARK: State

  private enum Key {
    static let dataSource = "kDataSourceKey"
    static let imageIdentifier = "kImageIdentifierKey"
    static let filters = "kImageFiltersKey"
    static let showsBars = "showingBarsKey"
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(library, forKey: Key.dataSource)
    coder.encode(imageID, forKey: Key.imageIdentifier)
    coder.encode(filters, forKey: Key.filters)
    coder.encode(showsBars, forKey: Key.showsBars)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    filters = coder.decodeObjectsByName(forKey: Key.filters)
    showsBars = coder.decodeBool(forKey: Key.showsBars)
  }

  /// The filters have decoded by now, so they can be applied.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    updateImage()
  }
}

extension ImageController: ViewControllerRestoration {
  /// A photo that is gone is refused: one step back, to the grid.
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard let library = coder.decodeObject(PhotoLibrary.self, forKey: Key.dataSource),
      let id = coder.decodeString(forKey: Key.imageIdentifier), library.photo(withID: id) != nil
    else { return nil }
    return ImageController(imageID: id, library: library)
  }
}
