// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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
    let isPNG = image.encoded.starts(with: Self.pngMagic)
    guard let shown = isPNG ? image.encoded : bitmap(tiff: image.encoded) else {
      return "<figure><p class=\"quiet\">The picture's format cannot be shown here.</p>"
        + "\(caption)</figure>\n"
    }
    return "<figure><img width=\"\(width)\" height=\"\(height)\" alt=\"The window "
      + "\(markup(image.scene))\" src=\"data:image/\(isPNG ? "png" : "bmp");base64,"
      + "\(Data(shown).base64EncodedString())\">\(caption)</figure>\n"
  }
}

/// Returns a plain TIFF as a BMP, which browsers show.
///
/// Hosts write launch images in this form. Plain is: not compressed, red, green and blue or with opacity, eight bits each, in strips.
///
/// - Parameter tiff: Arbitrary bytes.
/// - Returns: A file about a third larger than the bytes at most; `nil` when they are no such picture.
private func bitmap(tiff: [UInt8]) -> [UInt8]? {
  guard let reader = TIFFReader(tiff), let width = reader.number(256),
    let height = reader.number(257), width > 0, height > 0,
    width <= tiff.count, height <= tiff.count / width,
    reader.number(259) ?? 1 == 1, reader.number(262) == 2, reader.number(284) ?? 1 == 1,
    reader.number(274) ?? 1 == 1, let samples = reader.number(277), samples == 3 || samples == 4,
    let bits = reader.numbers(258), bits.allSatisfy({ $0 == 8 }),
    let offsets = reader.numbers(273), let counts = reader.numbers(279),
    offsets.count == counts.count
  else { return nil }
  let wanted = width * height * samples
  guard wanted <= tiff.count else { return nil }
  var raw: [UInt8] = []
  raw.reserveCapacity(wanted)
  for (offset, count) in zip(offsets, counts) {
    guard offset <= tiff.count, count <= tiff.count - offset, raw.count + count <= wanted else {
      return nil
    }
    raw += tiff[offset..<offset + count]
  }
  guard raw.count == wanted else { return nil }
  var file = bitmapHeader(width, height)
  file.reserveCapacity(file.count + width * height * 4)
  let isMultiplied = reader.number(338) == 1
  for pixel in stride(from: 0, to: wanted, by: samples) {
    let opacity = samples == 4 ? raw[pixel + 3] : 255
    for value in raw[pixel..<pixel + 3] {
      file.append(
        isMultiplied && opacity > 0 && opacity < 255
          ? UInt8(min(255, Int(value) * 255 / Int(opacity))) : value)
    }
    file.append(opacity)
  }
  return file
}

/// Returns a BMP's BITMAPFILEHEADER and BITMAPV4HEADER.
///
/// The pixels that follow are RGBA, the top row first.
private func bitmapHeader(_ width: Int, _ height: Int) -> [UInt8] {
  let (size, bitFields, sRGB): (Int, Int, Int) = (14 + 108, 3, 0x7352_4742)
  var header = Array("BM".utf8)
  // A negative height means that the top row comes first.
  for word in [size + width * height * 4, 0, size, 108, width, -height, 1 | 32 << 16, bitFields] {
    header += littleEndian(word)
  }
  for word in [width * height * 4, 0, 0, 0, 0, 0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000, sRGB] {
    header += littleEndian(word)
  }
  return header + Array(repeating: 0, count: size - header.count)
}

private func littleEndian(_ word: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
}

/// The first directory of a TIFF file.
private struct TIFFReader {
  private let bytes: [UInt8]
  private let isLittle: Bool
  private var entries: [Int: (type: Int, count: Int, place: Int)] = [:]

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 8 else { return nil }
    switch bytes[..<4] {
    case [0x49, 0x49, 42, 0]: isLittle = true
    case [0x4D, 0x4D, 0, 42]: isLittle = false
    default: return nil
    }
    guard let start = word(at: 4, size: 4), let count = word(at: start, size: 2) else {
      return nil
    }
    for index in 0..<count {
      let place = start + 2 + 12 * index
      guard let tag = word(at: place, size: 2), let type = word(at: place + 2, size: 2),
        let count = word(at: place + 4, size: 4)
      else { return nil }
      entries[tag] = (type, count, place + 8)
    }
  }

  private func word(at place: Int, size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let part = bytes[place..<place + size]
    return isLittle
      ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the only, or first, number of an entry.
  func number(_ tag: Int) -> Int? { numbers(tag)?.first }

  /// Returns the numbers of an entry, of 16 or 32 bits.
  func numbers(_ tag: Int) -> [Int]? {
    guard let entry = entries[tag], entry.type == 3 || entry.type == 4 else { return nil }
    let size = entry.type == 3 ? 2 : 4
    guard entry.count > 0, entry.count <= bytes.count / size else { return nil }
    let place = entry.count * size <= 4 ? entry.place : word(at: entry.place, size: 4)
    guard let place else { return nil }
    var numbers: [Int] = []
    for index in 0..<entry.count {
      guard let number = word(at: place + index * size, size: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
#endif
