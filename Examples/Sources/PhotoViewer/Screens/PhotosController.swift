// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// The grid of thumbnails.
///
/// Made at launch by the storyboard and found by its path, it has no restoration code: the
/// collection view saves its own scroll position and selection.
@MainActor final class PhotosController: ViewController, IdentifiableElements {
  private let library: PhotoLibrary

  init(library: PhotoLibrary) {
    self.library = library
    super.init()
  }

  /// Selection and position follow the photos, not their numbers (R106).
  func elements(in view: View) -> [[Photo]] { [library.photos] }

  override func loadView() -> View { library.photos.isEmpty ? emptyView() : super.loadView() }

  /// A cell leads to its photo.
  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    guard let cell = sender as? PhotoCell,
      let path = (view as? CollectionView)?.indexPath(for: cell)
    else { return }
    (segue.destination as? ImageController)?.show(library.photos[path.item], in: library)
  }

  private func emptyView() -> View {
    let label = Label("There are no pictures in \(library.folder.path).")
    label.layout.horizontal = .center
    label.layout.vertical = .center
    return label
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
    cell.show(library.photos[indexPath.item])
    return cell
  }
}
