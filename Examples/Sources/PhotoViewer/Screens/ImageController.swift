// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
import Foundation
import ViewControllers

/// One photo, which the user can zoom and move.
///
/// A click hides the bars.
@MainActor final class ImageController: ViewController {
  @Restorable(key: "kDataSourceKey") private(set) var library: PhotoLibrary? = nil
  @Restorable(key: "kImageIdentifierKey") private(set) var imageID = ""
  @Restorable(key: "kImageFiltersKey") private(set) var filters: [String: ImageFilter] = [:]
  @Restorable(key: "showingBarsKey") private var showsBars = true { didSet { applyBars() } }

  /// The reason that no picture is visible.
  enum Problem { case isGone, isUnreadable }

  private(set) var problem: Problem?
  private let whenSettled: WhenSettled

  /// The photo on screen, or the last one before it vanished.
  private var shownPhoto: Photo?

  init(whenSettled: @escaping WhenSettled) {
    self.whenSettled = whenSettled
    super.init()
    keyCommands = filterKeys
  }

  private var filterKeys: [KeyCommand] {
    [
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

  /// The picture, placed freely and as large as the screen.
  var imageView: ImageView?

  /// The page in place of a missing or unreadable picture.
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

  /// Shows the bars to a user who turns to the keyboard.
  override func userDidPressKey() { showsBars = true }

  /// Shows the photo and its filters, set or restored by now.
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

  /// Hides or shows the bars.
  ///
  /// They stay visible without a picture, since there is none to click to bring them back.
  private func applyBars() {
    let hidesBars = !showsBars && problem == nil
    navigationController?.isNavigationBarHidden = hidesBars
    navigationController?.isToolbarHidden = hidesBars
  }

  /// Shows the photo, its title and its effects.
  ///
  /// It runs after a push, after a restore, and when the folder has changed.
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

  /// Reports a photo that is still not shown after decoding as unreadable.
  private func pictureDidSettle(_ photo: Photo) {
    guard photo == shownPhoto, let imageView, !imageView.isImageShown,
      navigationController?.topViewController === self
    else { return }
    showProblem(.isUnreadable)
  }

  /// Shows a problem, and takes away the actions that need a picture.
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
    keyCommands = problem == nil ? filterKeys : []
    applyBars()
  }

  private func updateEffects() {
    imageView?.effects = ImageFilter.names.compactMap { filters[$0] }
      .filter { $0.isActive && $0.intensity > 0 }
      .flatMap(\.effects)
  }

  /// Opens the sheet that shares the photo, without its filters.
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

  /// Opens the inspector of a filter, which is created on first use.
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

  /// Ignores the snapshot at the next launch while a photo is shared.
  ///
  /// The activity sheet is not restored, so the next launch must not begin with its picture.
  private func ignoreSnapshotWhileSharing() {
    guard sharing?.presentingViewController != nil else { return }
    window?.application?.ignoreSnapshotOnNextApplicationLaunch()
  }
}
