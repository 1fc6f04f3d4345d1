// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
import Foundation
import ViewControllers

/// The grid of thumbnails.
///
/// The storyboard creates it at launch, and restoration finds it by its path. It has no restoration
/// code: the collection view saves its own scroll position and selection.
@MainActor final class PhotosController: ViewController, IdentifiableElements {
  let library: PhotoLibrary
  private let whenSettled: WhenSettled
  private(set) var collectionView: CollectionView?
  let emptyPage: StatusPage

  init(library: PhotoLibrary, whenSettled: @escaping WhenSettled) {
    self.library = library
    self.whenSettled = whenSettled
    emptyPage = StatusPage(
      iconName: "folder-pictures-symbolic", title: "No Pictures",
      sentence: "There are no pictures in \(library.folder.path).")
    super.init()
    library.observe(self) { [weak self] in self?.update() }
  }

  /// Returns the photos, so that selection and position follow them.
  ///
  /// Without it they would follow indices.
  func elements(in view: View) -> [[Photo]] { [library.photos] }

  /// Returns the storyboard's grid with a page for an empty folder.
  override func loadView() -> View {
    let grid = super.loadView()
    grid.layout = .expanding
    collectionView = grid as? CollectionView
    collectionView?.collectionViewLayout.fillsWidth = true
    let view = View()
    view.addSubview(grid)
    view.addSubview(emptyPage)
    return view
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    update()
  }

  private func update() {
    collectionView?.isHidden = library.photos.isEmpty
    emptyPage.isHidden = !library.photos.isEmpty
    collectionView?.reloadData()
  }

  /// Passes the photo of a cell to the next screen.
  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    guard let cell = sender as? PhotoCell, let path = collectionView?.indexPath(for: cell)
    else { return }
    (segue.destination as? ImageController)?.show(library.photos[path.item], in: library)
  }
}

extension PhotosController: CollectionViewDataSource {
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  {
    guard let cell = collectionView.dequeueReusableCell(withIdentifier: "Photo") as? PhotoCell
    else {
      fatalError("The storyboard has no cell of the class PhotoCell called Photo.")
    }
    cell.show(library.photos[indexPath.item], whenSettled)
    return cell
  }
}
