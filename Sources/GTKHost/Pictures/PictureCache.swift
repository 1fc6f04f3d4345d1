// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
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
