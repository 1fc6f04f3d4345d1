// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

/// Launch images on a page, which shows a host's TIFF as BMP.
struct ReportPictureTests {
  private static let (width, height) = (37, 19)

  /// A picture with translucent and plain areas, a gradient and noise.
  private static let pixels: [[UInt8]] = (0..<width * height).map { index in
    let (x, y) = (index % width, index / width)
    if y < 2 { return [100, 50, 25, 128] }
    if y < 6 { return [200, 30, 40, 255] }
    if y < 12 { return [UInt8(x * 6), UInt8(y * 9), 17, 255] }
    let noise = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 7)
    return [noise, noise ^ 0x55, noise &* 3, 255]
  }

  /// Returns an uncompressed TIFF in strips, as GTK writes it.
  private func tiff(samples: Int, bigEndian: Bool = false, compression: Int = 1) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? little.reversed() : little
    }
    let data = Self.pixels.flatMap { $0.prefix(samples) }
    let rowsInStrip = 8
    let strips = stride(from: 0, to: Self.height, by: rowsInStrip).map { row in
      (8 + row * Self.width * samples, min(rowsInStrip, Self.height - row) * Self.width * samples)
    }
    let directory = 8 + data.count + (data.count % 2)
    let entryCount = samples == 4 ? 11 : 10
    var extra: [UInt8] = []
    let extraPlace = directory + 2 + 12 * entryCount + 4
    func entry(_ tag: Int, _ type: Int, _ values: [Int]) -> [UInt8] {
      let size = type == 3 ? 2 : 4
      var content = values.flatMap { number($0, size) }
      if content.count > 4 {
        let place = extraPlace + extra.count
        extra += content
        content = number(place, 4)
      }
      return number(tag, 2) + number(type, 2) + number(values.count, 4) + content
        + Array(repeating: 0, count: 4 - content.count)
    }
    var file: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    file += number(directory, 4) + data + Array(repeating: 0, count: data.count % 2)
    file += number(entryCount, 2) + entry(256, 4, [Self.width]) + entry(257, 4, [Self.height])
    file += entry(258, 3, Array(repeating: 8, count: samples)) + entry(259, 3, [compression])
    file += entry(262, 3, [2]) + entry(273, 4, strips.map(\.0)) + entry(277, 3, [samples])
    file += entry(278, 3, [rowsInStrip]) + entry(279, 4, strips.map(\.1)) + entry(284, 3, [1])
    if samples == 4 { file += entry(338, 3, [1]) }
    return file + number(0, 4) + extra
  }

  private func home(_ encoded: [UInt8]) throws -> TemporaryHome {
    let home = try TemporaryHome()
    let archiver = Archiver(store: try home.store(), keys: try home.keyFile())
    let snapshot = try photoViewerSnapshot()
    _ = try archiver.saveAndWait(snapshot)
    try archiver.saveLaunchImagesAndWait(of: LoggedState(snapshot)) {
      [
        LaunchImage(
          scene: "main<b>", content: ["Navigation"], width: 37, height: 19, encoded: encoded)
      ]
    }
    return home
  }

  private func page(_ home: TemporaryHome, _ arguments: String...) async throws -> String {
    try await home.tool(["report", home.identifier] + arguments).output
  }

  @Test(
    "R114: a launch image is shown pixel by pixel",
    arguments: [(3, false), (3, true), (4, false), (4, true)])
  func pictureIsShown(_ samples: Int, bigEndian: Bool) async throws {
    let page = try await page(try home(tiff(samples: samples, bigEndian: bigEndian)), "--reveal")
    let match = try #require(page.firstMatch(of: /src="data:image\/bmp;base64,([^"]*)"/))
    let picture = try DecodedBMP(Array(try #require(Data(base64Encoded: String(match.output.1)))))
    #expect(picture.width == Self.width && picture.height == Self.height)
    // A host's colours are multiplied by the opacity; those of a BMP are not.
    let expected: [[UInt8]] = Self.pixels.map {
      samples == 3 ? $0.prefix(3) + [255] : $0[3] == 128 ? [199, 99, 49, 128] : $0
    }
    #expect(picture.pixels == expected)
    #expect(page.contains("main&lt;b&gt;, 37 × 19 points"))
  }

  @Test("A PNG is shown as it is")
  func pngIsShown() async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let page = try await page(try home(png), "--reveal")
    #expect(page.contains("\"data:image/png;base64,\(Data(png).base64EncodedString())\""))
  }

  @Test("R189: without --reveal there is no picture, only its size")
  func pictureIsHidden() async throws {
    let page = try await page(try home(tiff(samples: 3)))
    #expect(!page.contains("data:image") && !page.contains("main&lt;"))
    #expect(page.contains("37 × 19 points"))
  }

  @Test("R191: a picture of another save is not shown")
  func pictureOfAnotherSave() async throws {
    let home = try home(tiff(samples: 3))
    try home.save(try wideSnapshot(3))
    let page = try await page(home, "--reveal")
    #expect(!page.contains("data:image") && page.contains("belongs to another save"))
  }

  @Test("A picture in another form, cut or hostile is left out")
  func otherForms() async throws {
    let whole = tiff(samples: 3)
    var many = whole
    many[8 + Self.width * Self.height * 3 + 1] = 0xFF
    var wide = whole
    // The first entry's value is the width: more pixels than the file has bytes.
    wide[8 + Self.width * Self.height * 3 + 1 + 2 + 8 + 3] = 0x7F
    for encoded in [
      Array("no picture".utf8), tiff(samples: 3, compression: 5), Array(whole.prefix(900)),
      Array(whole.prefix(9)), many, wide,
    ] {
      let page = try await page(try home(encoded), "--reveal")
      #expect(!page.contains("data:image"))
      #expect(page.contains("format cannot be shown here"))
    }
  }

  @Test("A damaged launch image file is said to be one")
  func damagedFile() async throws {
    let home = try home(tiff(samples: 3))
    let file = try home.store().folder + "/launch-image.sealed"
    var bytes = try #require(FileManager.default.contents(atPath: file))
    bytes[300] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    #expect(try await page(home, "--reveal").contains("a launch image that cannot be opened"))
  }
}

/// Decodes the BMPs that a page may contain.
///
/// Their pixels are RGBA, the top row first.
private struct DecodedBMP {
  let width, height: Int
  let pixels: [[UInt8]]

  init(_ file: [UInt8]) throws {
    func word(_ place: Int) -> Int32 {
      Int32(bitPattern: file[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    let start = Int(word(10))
    try #require(file.starts(with: Array("BM".utf8)) && word(2) == file.count)
    // BITMAPV4HEADER, one plane of 32 bits, with masks.
    #expect(start == 122 && word(14) == 108 && word(26) == 0x20_0001 && word(30) == 3)
    #expect([54, 58, 62, 66].map(word) == [0xFF, 0xFF00, 0xFF_0000, -0x100_0000])
    (width, height) = (Int(word(18)), -Int(word(22)))
    try #require(file.count == start + 4 * width * height && word(34) == 4 * width * height)
    pixels = stride(from: start, to: file.count, by: 4).map { Array(file[$0..<$0 + 4]) }
  }
}
#endif
