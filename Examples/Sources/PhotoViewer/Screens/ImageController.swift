// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// One photo, scaled and moved by hand, with bars that a click hides.
@MainActor final class ImageController: ViewController {
  @Restorable(key: "kDataSourceKey") private(set) var library: PhotoLibrary? = nil
  @Restorable(key: "kImageIdentifierKey") private(set) var imageID = ""
  @Restorable(key: "kImageFiltersKey") private(set) var filters: [String: ImageFilter] = [:]
  @Restorable(key: "showingBarsKey") private var showsBars = true { didSet { applyBars() } }

  init() {
    super.init()
    keyCommands = [
      KeyCommand(input: "b", discoverabilityTitle: "Blur") { [weak self] in
        self?.inspect("Blur")
      },
      KeyCommand(input: "s", discoverabilityTitle: "Sepia") { [weak self] in
        self?.inspect("Sepia")
      },
    ]
  }

  /// Chooses the photo to show.
  func show(_ photo: Photo, in library: PhotoLibrary) {
    (imageID, self.library) = (photo.id, library)
    updateImage()
  }

  // MARK: Views

  /// Placed freely in the screen, as large as it is.
  var imageView: ImageView?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.extendsUnderBars = true
    view.styleNames = ["photo"]
    imageView?.frame = view.bounds
    imageView?.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    imageView?.isUserTransformable = true
    updateImage()
  }

  func toggleBars() { showsBars.toggle() }

  /// Whoever turns to the keyboard sees what there is to do.
  override func userDidPressKey() { showsBars = true }

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
    imageView?.image = photo.image
    imageView?.accessibilityLabel = photo.title
    for filter in filters.values {
      filter.onChange = { [weak self] in self?.updateEffects() }
    }
    updateEffects()
  }

  private func updateEffects() {
    imageView?.effects = ImageFilter.names.compactMap { filters[$0] }
      .filter { $0.isActive && $0.intensity > 0 }
      .flatMap(\.effects)
  }

  /// Offers what can be done with the photo itself, without its filters.
  func share() {
    guard let photo = library?.photo(withID: imageID) else { return }
    let sheet = ActivityViewController(
      activityItems: [.model(identifier: photo.id, title: photo.title)],
      restorationIdentifier: "ActivitySheet")
    sheet.attachmentSource = library
    sharing = sheet
    present(sheet, animated: true)
  }

  private weak var sharing: ActivityViewController?

  // MARK: Filters

  /// Opens the inspector of a filter, which is made on first use.
  func inspect(_ name: String) {
    guard let filter = filters[name] ?? makeFilter(name) else { return }
    performSegue(withIdentifier: "inspect", sender: filter)
  }

  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    (segue.destination as? FilterInspectorController)?.filter = sender as? ImageFilter
  }

  private func makeFilter(_ name: String) -> ImageFilter? {
    guard let filter = ImageFilter.filter(named: name, of: self) else { return nil }
    filter.isActive = true
    filters[name] = filter
    window?.application?.registerObject(
      forStateRestoration: filter, restorationIdentifier: "\(name)Filter")
    updateImage()
    return filter
  }

  // MARK: State

  /// What is being shared is not restored, so the next launch must not begin with a picture of it.
  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    if sharing?.presentingViewController != nil {
      window?.application?.ignoreSnapshotOnNextApplicationLaunch()
    }
  }

  /// The filters have decoded by now, so they can be applied.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    updateImage()
  }
}
