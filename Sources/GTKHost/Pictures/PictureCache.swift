// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Keeps decoded pictures until they take too much memory; the longest unused goes first.
  @MainActor struct PictureCache {
    private var pictures: [PictureRequest: (picture: DecodedPicture, lastUse: Int)] = [:]
    private var uses = 0
    private var byteCount = 0
    private let limit: Int

    /// Creates a cache that keeps a given number of bytes.
    init(limit: Int) { self.limit = limit }

    /// A picture that was kept.
    mutating func picture(for request: PictureRequest) -> DecodedPicture? {
      uses += 1
      pictures[request]?.lastUse = uses
      return pictures[request]?.picture
    }

    /// The largest picture of the same file that was kept in another size.
    func preview(for request: PictureRequest) -> DecodedPicture? {
      pictures.filter { $0.key.isSameFile(as: request) }.values.map(\.picture)
        .max { $0.width < $1.width }
    }

    /// Keeps none any more; whoever shows one has it still.
    mutating func removeAll() {
      pictures = [:]
      byteCount = 0
    }

    /// Keeps a picture.
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
