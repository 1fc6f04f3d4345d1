// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A table and a collection view with a shared data source.
///
/// The data source is an object of its own, to which a detail refers.
@MainActor final class TwoLists: Sample {
  private let pictures = PictureSource()

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.registerObject(forStateRestoration: pictures, restorationIdentifier: "Pictures")
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: PicturesController(pictures), restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard identifierComponents.last == "Picture",
      let source = coder.decodeObject(PictureSource.self, forKey: "source")
    else { return nil }
    return PictureController(coder.decodeString(forKey: "name") ?? "", in: source)
  }

  func use(_ user: User) {
    user.view("Names", TableView.self)
      .hostDidSelectElement(at: IndexPath(item: 4, section: 0), extending: false)
    let grid = user.view("Grid", CollectionView.self)
    grid.hostDidScroll(to: CGPoint(x: 0, y: 300))
    grid.hostDidSelectElement(at: IndexPath(item: 7, section: 0), extending: false)
    user.controller(NavigationController.self)
      .pushViewController(PictureController("Picture 7", in: pictures), animated: true)
  }

  func remarks(_ user: User) -> [String] {
    let picture = user.controller(PictureController.self)
    let grid = picture.navigationController?.viewControllers.first?.view
      .selfAndSubviews.lazy.compactMap { $0 as? CollectionView }.first
    let selected = (grid?.indexPathsForSelectedItems ?? []).map { pictures.names[$0.item] }
    return [
      "of the same source: \(picture.source === pictures)",
      "in the grid: \(selected.joined(separator: ", ")), \(grid?.contentOffset.y ?? -1) points down",
    ]
  }
}

private final class PictureSource: StateRestoring {
  let names = (0..<80).map { "Picture \($0)" }
}

extension PictureSource: @MainActor TableViewDataSource, @MainActor CollectionViewDataSource,
  @MainActor DataSourceModelAssociation
{
  @MainActor func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    names.count
  }

  @MainActor func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath)
    -> TableViewCell
  {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = names[indexPath.item]
    return cell
  }

  @MainActor func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { names.count }

  @MainActor func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell { collectionView.dequeueReusableCell(CollectionViewCell.self) }

  @MainActor func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    names[indexPath.item]
  }

  @MainActor func indexPathForElement(withModelIdentifier identifier: String, in view: View)
    -> IndexPath?
  { names.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) } }
}

private final class PicturesController: ViewController {
  private let source: PictureSource

  init(_ source: PictureSource) {
    self.source = source
    super.init(restorationIdentifier: "Pictures")
    title = "Pictures"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let names = TableView(restorationIdentifier: "Names")
    names.dataSource = source
    let grid = CollectionView(restorationIdentifier: "Grid")
    grid.dataSource = source
    view.addSubview(names)
    view.addSubview(grid)
  }
}

private final class PictureController: ViewController {
  let source: PictureSource
  private let name: String

  init(_ name: String, in source: PictureSource) {
    self.name = name
    self.source = source
    super.init(restorationIdentifier: "Picture")
    title = name
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(name, forKey: "name")
    coder.encode(source, forKey: "source")
  }
}
