// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// The grid of thumbnails.
///
/// Made at launch and found by its path, it has no restoration code: the collection view saves its
/// own scroll position and selection.
@MainActor final class PhotosController: ViewController {
  private let library: PhotoLibrary
  private let collectionView = CollectionView()

  init(library: PhotoLibrary) {
    self.library = library
    super.init()
    restorationIdentifier = "Photos"
    title = "Photos"
  }

  override func loadView() -> View {
    guard !library.photos.isEmpty else { return emptyView() }
    collectionView.restorationIdentifier = "Photos View"
    collectionView.layout = .expanding
    var layout = CollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 300, height: 240)
    layout.spacing = 14
    layout.sectionInset = EdgeInsets(all: 18)
    collectionView.collectionViewLayout = layout
    collectionView.dataSource = self
    collectionView.delegate = self
    return collectionView
  }

  private func emptyView() -> View {
    let label = Label("There are no pictures in \(library.folder.path).")
    label.layout.horizontal = .center
    label.layout.vertical = .center
    return label
  }
}

extension PhotosController: CollectionViewDataSource, CollectionViewDelegate {
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
    -> Int
  { library.photos.count }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(PhotoCell.self)
    cell.show(library.photos[indexPath.item])
    return cell
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    let photo = library.photos[indexPath.item]
    navigationController?.pushViewController(
      ImageController(photo, in: library), animated: true)
  }
}

/// Selection and position follow the photos, not their numbers (R106).
extension PhotosController: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    library.photos.indices.contains(indexPath.item) ? library.photos[indexPath.item].id : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    library.index(ofID: identifier).map { IndexPath(item: $0, section: 0) }
  }
}
