// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
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

  /// Why there is no picture to see.
  enum Problem { case isGone, isUnreadable }

  private(set) var problem: Problem?
  private let whenSettled: WhenSettled

  /// What is shown, or was before it went.
  private var shownPhoto: Photo?

  init(whenSettled: @escaping WhenSettled) {
    self.whenSettled = whenSettled
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

  /// In the place of a picture that is gone or cannot be read.
  let problemPage = StatusPage(iconName: "image-missing-symbolic", title: "", sentence: "")

  override func viewDidLoad() {
    super.viewDidLoad()
    view.extendsUnderBars = true
    view.styleNames = ["photo"]
    imageView?.frame = view.bounds
    imageView?.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    imageView?.isUserTransformable = true
    view.addSubview(problemPage)
    updateImage()
    showProblem(problem)
  }

  func toggleBars() { showsBars.toggle() }

  /// Whoever turns to the keyboard sees what there is to do.
  override func userDidPressKey() { showsBars = true }

  /// Photo and filters have been set or restored by now.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    library?.observe(self) { [weak self] in self?.updateImage() }
    updateImage()
    applyBars()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    navigationController?.isNavigationBarHidden = false
  }

  /// Without a picture to click, hidden bars could not be had back.
  private func applyBars() {
    let hidesBars = !showsBars && problem == nil
    navigationController?.isNavigationBarHidden = hidesBars
    navigationController?.isToolbarHidden = hidesBars
  }

  /// Shows photo, title and effects: after a push, after restoring, and when the folder has changed.
  private func updateImage() {
    guard let library else { return }
    for filter in filters.values {
      filter.onChange = { [weak self] in self?.updateEffects() }
    }
    updateEffects()
    guard let photo = library.photo(withID: imageID) else {
      shownPhoto = nil
      return showProblem(.isGone)
    }
    imageView?.image = photo.image
    imageView?.accessibilityLabel = photo.title
    guard photo != shownPhoto else { return }
    shownPhoto = photo
    title = photo.title
    imageView?.setNeedsUpdate()  // The file may have changed under its name.
    showProblem(nil)
    whenSettled { [weak self] in self?.pictureDidSettle(photo) }
  }

  /// What is not on screen by now is no picture.
  private func pictureDidSettle(_ photo: Photo) {
    guard photo == shownPhoto, let imageView, !imageView.isImageShown,
      navigationController?.topViewController === self
    else { return }
    showProblem(.isUnreadable)
  }

  /// Says what the matter is, and takes away what can be done with a picture only.
  private func showProblem(_ problem: Problem?) {
    self.problem = problem
    let name = title.map { "“\($0)”" } ?? "The picture"
    let (heading, sentence) =
      switch problem {
      case nil: ("", "")
      case .isGone: ("Picture Not Found", "\(name) is no longer in \(library?.folder.path ?? "").")
      case .isUnreadable:
        ("Cannot Show Picture", "\(name) is damaged, or of a kind that cannot be read.")
      }
    problemPage.show(iconName: "image-missing-symbolic", title: heading, sentence: sentence)
    problemPage.isHidden = problem == nil
    imageView?.isHidden = problem != nil
    for item in toolbarItems + rightBarButtonItems { item.isEnabled = problem == nil }
    applyBars()
  }

  private func updateEffects() {
    imageView?.effects = ImageFilter.names.compactMap { filters[$0] }
      .filter { $0.isActive && $0.intensity > 0 }
      .flatMap(\.effects)
  }

  /// Offers what can be done with the photo itself, without its filters.
  func share() {
    guard problem == nil, let photo = library?.photo(withID: imageID) else { return }
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
    guard problem == nil, let filter = filters[name] ?? makeFilter(name) else { return }
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

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    ignoreSnapshotWhileSharing()
  }

  /// What is being shared does not come back, so the next launch must not begin with a picture of it.
  private func ignoreSnapshotWhileSharing() {
    guard sharing?.presentingViewController != nil else { return }
    window?.application?.ignoreSnapshotOnNextApplicationLaunch()
  }
}
