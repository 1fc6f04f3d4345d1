// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An image of a window, taken when the application left the foreground.
///
/// An archiver seals it like an archive, and returns it only together with the save that it belongs
/// to.
public struct LaunchImage: Hashable, Sendable {
  /// The window's identifier or order, as in its objects' addresses.
  public var scene: String
  /// The paths, as text, of the controllers that the image shows.
  ///
  /// The image is only correct if these are on screen again.
  public var content: [String]
  /// The width of the window's content, in points.
  ///
  /// The image's own width divided by this gives the scale.
  public var width: Double
  /// The height of the window's content, in points.
  public var height: Double
  /// The encoded image, in a format that the host chooses and reads.
  public var encoded: [UInt8]

  /// Creates a launch image.
  ///
  /// - Parameters:
  ///   - scene: The window's identifier or order.
  ///   - content: The paths of the controllers that the image shows.
  ///   - width: The width of the window's content, in points.
  ///   - height: The height of the window's content, in points.
  ///   - encoded: The encoded image.
  public init(
    scene: String, content: [String], width: Double, height: Double, encoded: [UInt8]
  ) {
    (self.scene, self.content, self.encoded) = (scene, content, encoded)
    (self.width, self.height) = (width, height)
  }
}

/// Identifies a save by its sequence number and last bytes on disk.
///
/// Sequence numbers restart after all state was discarded, so the number alone is not unique.
struct SaveIdentity: Hashable {
  /// The sequence number of the save.
  let sequenceNumber: UInt64
  /// The tag of the last frame that the save sealed.
  let tag: [UInt8]
}

/// The unencrypted body of a launch image file.
///
/// It holds the images and identifies the save that they belong to.
struct LaunchImageFile: Hashable {
  static let magic: [UInt8] = Array("SRLI".utf8)
  static let version: UInt16 = 1

  var save: SaveIdentity
  var images: [LaunchImage]

  /// Returns the bytes of the body.
  ///
  /// - Throws: ``ArchiveError`` when the body exceeds the limits of a reader.
  func write() throws(ArchiveError) -> [UInt8] {
    let sink = ByteSink(capacity: images.reduce(256) { $0 + $1.encoded.count + 256 })
    sink.append(Self.magic)
    sink.append(fixed: Self.version)
    sink.append(fixed: save.sequenceNumber)
    sink.append(save.tag)
    sink.append(variable: UInt64(images.count))
    for image in images {
      sink.append(string: image.scene)
      sink.append(variable: UInt64(image.content.count))
      for path in image.content { sink.append(string: path) }
      sink.append(fixed: image.width.bitPattern)
      sink.append(fixed: image.height.bitPattern)
      sink.append(variable: UInt64(image.encoded.count))
      sink.append(image.encoded)
    }
    guard images.count <= ArchiveLimits.launchImages,
      ArchiveSeal.sealedSize(sink.count) + ArchiveHeader.size <= ArchiveLimits.launchImageFileSize
    else { throw ArchiveError(.limitExceeded, "The launch image is larger than the limit") }
    return sink.array()
  }

  init(save: SaveIdentity, images: [LaunchImage]) { (self.save, self.images) = (save, images) }

  /// Reads an authenticated body.
  ///
  /// - Throws: ``ArchiveError`` when the body is malformed, has another version or exceeds a limit.
  init(_ body: [UInt8]) throws(ArchiveError) {
    guard let read = Self.read(body) else {
      throw ArchiveError(.damaged, "The launch image is malformed or has another version")
    }
    self = read
  }

  private static func read(_ bytes: [UInt8]) -> LaunchImageFile? {
    var source = ByteSource(bytes)
    guard let magic = source.slice(magic.count), magic.elementsEqual(Self.magic),
      source.fixed(UInt16.self) == version, let sequenceNumber = source.fixed(UInt64.self),
      let tag = source.slice(ArchiveSeal.tagSize), let count = source.variable(),
      count <= ArchiveLimits.launchImages
    else { return nil }
    var file = LaunchImageFile(
      save: .init(sequenceNumber: sequenceNumber, tag: Array(tag)), images: [])
    for _ in 0..<count {
      guard let image = readImage(&source) else { return nil }
      file.images.append(image)
    }
    return source.isAtEnd ? file : nil
  }

  private static func readImage(_ source: inout ByteSource) -> LaunchImage? {
    guard let scene = source.string(), let pathCount = source.variable(),
      pathCount <= ArchiveLimits.launchImageContent
    else { return nil }
    var content: [String] = []
    for _ in 0..<pathCount {
      guard let path = source.string() else { return nil }
      content.append(path)
    }
    guard let width = source.fixed(UInt64.self).map(Double.init(bitPattern:)),
      let height = source.fixed(UInt64.self).map(Double.init(bitPattern:)),
      (1...ArchiveLimits.launchImageSide).contains(width),
      (1...ArchiveLimits.launchImageSide).contains(height),
      let size = source.length(), size > 0, let encoded = source.slice(size)
    else { return nil }
    return LaunchImage(
      scene: scene, content: content, width: width, height: height, encoded: Array(encoded))
  }
}

extension OpenedArchive.State {
  /// Returns the launch images, if they show exactly this state.
  ///
  /// - Parameters:
  ///   - file: The sealed launch image file, from beside the archives.
  ///   - key: The application's key.
  /// - Returns: `nil` when they belong to another save.
  /// - Throws: ``ArchiveError`` when the file cannot be opened.
  package func launchImages(in file: StoredBytes, key: ArchiveKey) throws(ArchiveError)
    -> [LaunchImage]?
  {
    let read = try LaunchImageFile(ArchiveSeal.open(file, with: key, as: .launchImage).body)
    return read.save == SaveIdentity(sequenceNumber: sequenceNumber, tag: lastTag)
      ? read.images : nil
  }
}
