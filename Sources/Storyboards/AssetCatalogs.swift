// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// The asset catalogues (`.xcassets`) of a folder.
///
/// They hold colours and pictures by name.
struct AssetCatalogs {
  /// The size limit of an asset's description, in bytes.
  private static let mostBytes = 1 << 20

  /// The folders of assets by name and kind, such as `Accent.colorset`.
  private let sets: [String: URL]

  /// Finds the catalogues in a folder.
  init(in folder: URL) {
    let contents = { (folder: URL) in
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)) ?? []
    }
    var sets: [String: URL] = [:]
    for catalog in contents(folder) where catalog.pathExtension == "xcassets" {
      let files = FileManager.default.enumerator(at: catalog, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["colorset", "imageset"].contains(file.pathExtension) else { continue }
        sets[file.lastPathComponent] = file
      }
    }
    self.sets = sets
  }

  /// Returns the colour with a name, or `nil`.
  ///
  /// It includes the variant for dark surroundings.
  func color(named name: String) -> Color? {
    guard let description: ColorSet = describe("\(name).colorset") else { return nil }
    let colors = description.colors ?? []
    let light = colors.first { $0.appearances == nil }?.color?.sRGB
    let dark = colors.first { $0.isDark }?.color?.sRGB
    return (light ?? dark).map { Color(light: $0, dark: dark) }
  }

  /// Returns the largest PNG or JPEG with a name, or `nil`.
  func image(named name: String) -> Image? {
    guard let folder = sets["\(name).imageset"],
      let description: ImageSet = describe("\(name).imageset")
    else { return nil }
    let files = (description.images ?? [])
      .filter { $0.appearances == nil }
      .sorted { ($0.scale ?? "") > ($1.scale ?? "") }
      .compactMap(\.filename)
      .filter { name in
        !name.contains("/") && ["png", "jpg", "jpeg"].contains { name.lowercased().hasSuffix($0) }
      }
    return files.map { folder.appendingPathComponent($0) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
      .map(Image.init(contentsOf:))
  }

  private func describe<Description: Decodable>(_ set: String) -> Description? {
    guard let file = sets[set]?.appendingPathComponent("Contents.json"),
      let values = try? file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
      values.isRegularFile == true, values.fileSize ?? .max <= Self.mostBytes,
      let data = try? Data(contentsOf: file)
    else { return nil }
    return try? JSONDecoder().decode(Description.self, from: data)
  }
}

private struct Appearance: Decodable {
  let appearance, value: String?
}

private struct ImageSet: Decodable {
  struct Entry: Decodable {
    let filename, scale: String?
    let appearances: [Appearance]?
  }

  let images: [Entry]?
}

private struct ColorSet: Decodable {
  struct Entry: Decodable {
    let appearances: [Appearance]?
    let color: Value?

    var isDark: Bool {
      appearances?.contains { $0.appearance == "luminosity" && $0.value == "dark" } ?? false
    }
  }

  struct Value: Decodable {
    let components: [String: String]?

    /// The colour in sRGB; `nil` if a component is missing.
    ///
    /// Components are fractions (`0.5`), bytes (`128`) or hexadecimal bytes (`0x80`). For alpha,
    /// whole numbers are fractions, too.
    var sRGB: Color.Components? {
      guard let components else { return nil }
      func part(_ name: String) -> Double? { components[name].flatMap(Self.part) }
      let white = part("white")
      guard let red = part("red") ?? white, let green = part("green") ?? white,
        let blue = part("blue") ?? white
      else { return nil }
      let alpha = components["alpha"].flatMap(Double.init) ?? 1
      return Color.Components(red: red, green: green, blue: blue, alpha: alpha)
    }

    private static func part(_ text: String) -> Double? {
      if text.hasPrefix("0x") {
        return UInt8(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
      }
      guard let number = Double(text) else { return nil }
      return text.contains(".") ? number : number / 255
    }
  }

  let colors: [Entry]?
}

extension Element {
  /// The colour of a `<color>` in sRGB.
  ///
  /// `nil` for a colour that the system chooses.
  var color: Color? {
    let white = number("white")
    guard let red = number("red") ?? white, let green = number("green") ?? white,
      let blue = number("blue") ?? white
    else { return nil }
    return Color(red: red, green: green, blue: blue, alpha: number("alpha") ?? 1)
  }
}
