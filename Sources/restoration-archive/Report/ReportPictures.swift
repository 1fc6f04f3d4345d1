// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The pictures of windows beside the archive.
struct ReportPictures {
  private let context: ReportContext
  private static let pngMagic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(_ context: ReportContext) { self.context = context }

  /// The section; `nil` when it would be empty.
  var section: ReportSection? {
    let images = context.sources.images
    let content: String
    if let issue = context.sources.imageIssue {
      content = "<p class=\"quiet\">\(escaped(issue))</p>"
    } else if images.isEmpty {
      return nil
    } else if context.reveals {
      content = images.map(figure).joined()
    } else {
      let rows = images.map {
        "<li>\(decimal($0.width)) × \(decimal($0.height)) points, \($0.encoded.count) bytes</li>"
      }
      content = "<ul class=\"quiet\">\(rows.joined())</ul>"
    }
    return ReportSection(
      anchor: "picture", title: "Launch image",
      lead: "The picture that a launch shows until the state is restored.", content: content)
  }

  private func figure(_ image: LaunchImage) -> String {
    let (width, height) = (decimal(image.width), decimal(image.height))
    let caption =
      "<figcaption>\(markup(image.scene)), \(width) × \(height) points; shows "
      + image.content.map { "<span class=\"name\">\(markup($0))</span>" }.joined(separator: ", ")
      + "</figcaption>"
    let png =
      image.encoded.starts(with: Self.pngMagic) ? image.encoded : Pixels(tiff: image.encoded)?.png()
    guard let png else {
      return "<figure><p class=\"quiet\">The picture's format cannot be shown here.</p>"
        + "\(caption)</figure>\n"
    }
    return "<figure><img width=\"\(width)\" height=\"\(height)\" alt=\"The window "
      + "\(markup(image.scene))\" src=\"data:image/png;base64,\(Data(png).base64EncodedString())\">"
      + "\(caption)</figure>\n"
  }
}
