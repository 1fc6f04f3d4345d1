// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Launch images on a page: a host's TIFF is shown as PNG.
struct ReportPictureTests {
  private static let (width, height) = (37, 19)

  /// A picture with plain areas, a gradient and noise.
  private static let pixels: [[UInt8]] = (0..<width * height).map { index in
    let (x, y) = (index % width, index / width)
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
    try await ToolRun(["report", home.identifier] + arguments, environment: home.environment).output
  }

  @Test(
    "R114: a launch image is shown pixel by pixel",
    arguments: [(3, false), (3, true), (4, false), (4, true)])
  func pictureIsShown(_ samples: Int, bigEndian: Bool) async throws {
    let page = try await page(try home(tiff(samples: samples, bigEndian: bigEndian)), "--reveal")
    let match = try #require(page.firstMatch(of: /src="data:image\/png;base64,([^"]*)"/))
    let png = Array(try #require(Data(base64Encoded: String(match.output.1))))
    let picture = try DecodedPNG(png)
    #expect(picture.width == Self.width && picture.height == Self.height)
    #expect(picture.pixels == Self.pixels.map { Array($0.prefix(3)) })
    #expect(page.contains("main&lt;b&gt;, 37 × 19 points"))
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
    for encoded in [
      Array("no picture".utf8), tiff(samples: 3, compression: 5), Array(whole.prefix(900)),
      Array(whole.prefix(9)), many,
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

/// Decodes the PNGs that a page may contain.
///
/// They are opaque, with difference-filtered rows and the fixed codes of RFC 1951.
private struct DecodedPNG {
  var (width, height) = (0, 0)
  var pixels: [[UInt8]] = []

  init(_ png: [UInt8]) throws {
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var (place, data) = (8, [UInt8]())
    func word(_ place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    while place < png.count {
      let length = word(place)
      let name = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
      if name == "IHDR" {
        (width, height) = (word(place + 8), word(place + 12))
        #expect(Array(png[place + 16..<place + 21]) == [8, 2, 0, 0, 0])
      }
      if name == "IDAT" { data += png[place + 8..<place + 8 + length] }
      let named = png[place + 4..<place + 8 + length]
      #expect(word(place + 8 + length) == Int(Self.checksum(named)))
      place += 12 + length
    }
    let rows = Self.inflate(data)
    try #require(rows.count == height * (1 + 3 * width))
    for row in 0..<height {
      let start = row * (1 + 3 * width)
      #expect(rows[start] == 1)
      var left: [UInt8] = [0, 0, 0]
      for column in 0..<width {
        left = (0..<3).map { left[$0] &+ rows[start + 1 + 3 * column + $0] }
        pixels.append(left)
      }
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func inflate(_ stream: [UInt8]) -> [UInt8] {
    var (bit, output) = (16, [UInt8]())
    func next() -> Int {
      defer { bit += 1 }
      return Int(stream[bit / 8] >> (bit % 8)) & 1
    }
    func number(_ count: Int) -> Int { (0..<count).reduce(0) { $0 | next() << $1 } }
    #expect(number(3) == 3)
    while true {
      var code = (0..<7).reduce(0) { value, _ in value << 1 | next() }
      var symbol = code + 256
      if code > 23 {
        code = code << 1 | next()
        symbol = code < 192 ? code - 48 : code - 192 + 280
        if code >= 200 { symbol = (code << 1 | next()) - 400 + 144 }
      }
      if symbol == 256 { break }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let extra = symbol == 285 ? 0 : max(0, (symbol - 261) / 4)
      var length = symbol == 285 ? 258 : 3
      for earlier in 257..<symbol where symbol != 285 {
        length += 1 << max(0, (earlier - 261) / 4)
      }
      length += number(extra)
      #expect(number(5) == 0)
      output += Array(repeating: output[output.count - 1], count: length)
    }
    let sums = output.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    #expect(stream.suffix(4).reduce(0) { $0 << 8 | Int($1) } == sums.1 << 16 | sums.0)
    return output
  }
}
