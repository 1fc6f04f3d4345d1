// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
import Foundation
import ViewControllers

/// A thumbnail with its title.
@MainActor final class PhotoCell: CollectionViewCell {
  private let picture = ImageView()
  private let placeholder = StatusPage.makeIcon(named: "image-missing-symbolic")
  private let label = Label()
  private var photo: Photo?

  required init() {
    super.init()
    picture.contentMode = .scaleAspectFill
    picture.layout = .expanding
    picture.styleNames = ["thumbnail"]
    placeholder.styleNames.append("missing-thumbnail")
    label.truncates = true
    label.layout.horizontal = .center
    label.styleNames = ["caption"]
    // A picture that appears later covers the placeholder.
    let frame = View()
    frame.layout = .expanding
    frame.addSubview(placeholder)
    frame.addSubview(picture)
    let column = StackView(axis: .vertical, spacing: 6, arrangedSubviews: [frame, label])
    column.layout = .expanding
    column.layout.margins = EdgeInsets(all: 6)
    addSubview(column)
  }

  /// Shows a photo, or a placeholder if it cannot be read.
  func show(_ photo: Photo, _ whenSettled: WhenSettled) {
    if photo != self.photo {
      placeholder.isHidden = true
      whenSettled { [weak self] in
        guard let self, photo == self.photo else { return }
        placeholder.isHidden = picture.isImageShown
      }
    }
    self.photo = photo
    picture.image = photo.image
    picture.setNeedsUpdate()  // The file may have changed under its name.
    label.text = photo.title
    accessibilityLabel = photo.title
  }

  /// Whether the placeholder is visible.
  var showsPlaceholder: Bool { !placeholder.isHidden }
}
