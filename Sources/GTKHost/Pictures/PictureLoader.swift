// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation

/// The loader that decodes pictures off the main thread.
///
/// It decodes a few at a time, in the order of the requests.
@MainActor final class PictureLoader {
  /// A pending request for a picture.
  ///
  /// Cancel it when the picture is not needed any more.
  @MainActor final class Ticket {
    fileprivate let request: PictureRequest
    fileprivate var completion: (@MainActor (DecodedPicture?) -> Void)?
    private let settling: Settling

    fileprivate init(
      _ request: PictureRequest, settling: Settling,
      completion: @escaping @MainActor (DecodedPicture?) -> Void
    ) {
      self.request = request
      self.settling = settling
      self.completion = completion
      settling.begin()
    }

    /// Cancels the request; a decode that has not begun is skipped.
    func cancel() {
      guard completion != nil else { return }
      completion = nil
      settling.end()
    }

    fileprivate func finish(_ picture: DecodedPicture?) {
      let completion = completion
      cancel()
      completion?(picture)
    }
  }

  private let settling: Settling
  private let queue = DispatchQueue(
    label: "picture decoding", qos: .userInitiated, attributes: .concurrent)
  private let limit = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
  private var cache = PictureCache(limit: 256 << 20)
  private var waiting: [Ticket] = []
  private var running: [PictureRequest: [Ticket]] = [:]

  /// Creates a loader that reports work in progress.
  init(settling: Settling) { self.settling = settling }

  /// Returns a picture that was decoded before.
  func cachedPicture(for request: PictureRequest) -> DecodedPicture? {
    cache.picture(for: request)
  }

  /// Returns a decoded picture of the same file in another size.
  func preview(for request: PictureRequest) -> DecodedPicture? { cache.preview(for: request) }

  /// Releases all pictures that are not on screen.
  func forgetUnusedPictures() { cache.removeAll() }

  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - request: The file and the size.
  ///   - completion: Called later with the picture; with `nil` when it cannot be read.
  /// - Returns: An object that can cancel the request.
  func load(
    _ request: PictureRequest, completion: @escaping @MainActor (DecodedPicture?) -> Void
  ) -> Ticket {
    let ticket = Ticket(request, settling: settling, completion: completion)
    if running[request] != nil {
      running[request]?.append(ticket)
    } else {
      waiting.append(ticket)
      startNext()
    }
    return ticket
  }

  private func startNext() {
    waiting.removeAll { $0.completion == nil }
    while running.count < limit, let first = waiting.first {
      let request = first.request
      running[request] = waiting.filter { $0.request == request }
      waiting.removeAll { $0.request == request }
      queue.async { [weak self] in
        let picture = PictureDecoder.decode(request)
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self?.didDecode(request, picture) }
        }
      }
    }
  }

  private func didDecode(_ request: PictureRequest, _ picture: DecodedPicture?) {
    if let picture { cache.insert(picture, for: request) }
    for ticket in running.removeValue(forKey: request) ?? [] { ticket.finish(picture) }
    startNext()
  }
}

/// A request for a picture at a certain size.
struct PictureRequest: Hashable, Sendable {
  /// The file's path as bytes, zero-terminated; it need not be UTF-8.
  var path: [CChar]
  /// The file's length, to notice another file with the same name.
  var fileSize: Int
  /// The file's modification time in nanoseconds, for the same purpose.
  var modified: Int
  /// The width of the box, in pixels.
  var width: Int
  /// The height of the box, in pixels.
  var height: Int
  /// Whether the picture covers the box instead of fitting in it.
  var covers: Bool

  /// Requests a file in its present version.
  ///
  /// If the file is missing, decoding will fail.
  init(file: URL, width: Int, height: Int, covers: Bool) {
    path = Self.path(of: file)
    (self.width, self.height, self.covers) = (width, height, covers)
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    fileSize = exists ? Int(status.st_size) : 0
    modified = exists ? Int(status.st_mtim.tv_sec) * 1_000_000_000 + status.st_mtim.tv_nsec : 0
  }

  /// Returns the bytes of a file's path.
  ///
  /// As a text, a path that is not UTF-8 would be empty.
  static func path(of file: URL) -> [CChar] {
    var rest = Array(file.path(percentEncoded: true).utf8)[...]
    var bytes: [CChar] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0
      {
        bytes.append(CChar(bitPattern: code))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(CChar(bitPattern: byte))
      }
    }
    return bytes + [0]
  }

  /// Returns whether both are for the same version of a file.
  func isSameFile(as other: PictureRequest) -> Bool {
    path == other.path && fileSize == other.fileSize && modified == other.modified
  }

  /// Returns the factor that shrinks a picture to this request.
  ///
  /// It is at most 1.
  func scale(width naturalWidth: Double, height naturalHeight: Double) -> Double {
    let across = Double(width) / max(naturalWidth, 1)
    let down = Double(height) / max(naturalHeight, 1)
    return min(1, covers ? max(across, down) : min(across, down))
  }
}

/// A cache of decoded pictures with a memory limit.
///
/// When it is full, the picture that was not used for the longest time is removed.
@MainActor struct PictureCache {
  private var pictures: [PictureRequest: (picture: DecodedPicture, lastUse: Int)] = [:]
  private var uses = 0
  private var byteCount = 0
  private let limit: Int

  /// Creates a cache that keeps at most this number of bytes.
  init(limit: Int) { self.limit = limit }

  /// Returns a cached picture.
  mutating func picture(for request: PictureRequest) -> DecodedPicture? {
    uses += 1
    pictures[request]?.lastUse = uses
    return pictures[request]?.picture
  }

  /// Returns the largest cached picture of a request's file.
  ///
  /// It has another size than the requested one.
  func preview(for request: PictureRequest) -> DecodedPicture? {
    pictures.filter { $0.key.isSameFile(as: request) }.values.map(\.picture)
      .max { $0.width < $1.width }
  }

  /// Empties the cache; pictures on screen stay alive.
  mutating func removeAll() {
    pictures = [:]
    byteCount = 0
  }

  /// Adds a picture.
  mutating func insert(_ picture: DecodedPicture, for request: PictureRequest) {
    uses += 1
    if let old = pictures.updateValue((picture, uses), forKey: request) {
      byteCount -= old.picture.byteCount
    }
    byteCount += picture.byteCount
    while byteCount > limit, pictures.count > 1,
      let oldest = pictures.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      pictures[oldest.key] = nil
      byteCount -= oldest.value.picture.byteCount
    }
  }
}
#endif
