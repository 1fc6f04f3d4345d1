// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A thumbnail with its title.
@MainActor final class PhotoCell: CollectionViewCell {
  private let picture = ImageView()
  private let label = Label()

  required init() {
    super.init()
    picture.contentMode = .scaleAspectFill
    picture.layout = .expanding
    picture.styleNames = ["thumbnail"]
    label.truncates = true
    label.layout.horizontal = .center
    label.styleNames = ["caption"]
    let column = StackView(axis: .vertical, spacing: 6, arrangedSubviews: [picture, label])
    column.layout = .expanding
    column.layout.margins = EdgeInsets(all: 6)
    addSubview(column)
  }

  func show(_ photo: Photo) {
    picture.image = photo.image
    label.text = photo.title
    accessibilityLabel = photo.title
  }
}
