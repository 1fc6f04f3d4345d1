// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Launch images, stored beside the archives.
///
/// They are sealed with the same key; each file belongs to one save.
extension Archiver {
  /// Stores launch images of a snapshot without blocking the caller's actor.
  ///
  /// Nothing happens unless that snapshot is the state on disk by then, since an image of another
  /// state would be wrong. Unchanged images are not written again.
  ///
  /// - Parameters:
  ///   - snapshot: The state that the images show.
  ///   - images: Encodes the images on the archiver's queue. An empty array removes existing
  ///     images.
  /// - Throws: ``ArchiveError`` when they could not be written; the images before stay then.
  public func saveLaunchImages(
    of snapshot: RestorationSnapshot, _ images: @escaping @Sendable () -> [LaunchImage]
  ) async throws(ArchiveError) { try await saveLaunchImages(of: LoggedState(snapshot), images) }

  /// Stores launch images of a state as passes produce it.
  ///
  /// Otherwise the same as ``saveLaunchImages(of:_:)``.
  ///
  /// - Parameters:
  ///   - state: The state that the images show.
  ///   - images: Encodes the images on the archiver's queue. An empty array removes existing
  ///     images.
  /// - Throws: ``ArchiveError``, as ``saveLaunchImages(of:_:)`` does.
  package func saveLaunchImages(
    of state: LoggedState, _ images: @escaping @Sendable () -> [LaunchImage]
  ) async throws(ArchiveError) {
    let result: Result<Void, ArchiveError> = await withCheckedContinuation { continuation in
      queue.async(
        { archive throws(ArchiveError) in try archive.saveLaunchImages(of: state, images) },
        { continuation.resume(returning: $0) })
    }
    try result.get()
  }

  /// Stores launch images of a snapshot and blocks until they are durable.
  ///
  /// - Parameters:
  ///   - snapshot: The state that the images show.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  ///   - images: Encodes the images on the archiver's queue. An empty array removes existing
  ///     images.
  /// - Throws: ``ArchiveError`` when they could not be written; the images before stay then. With
  ///   the code ``ArchiveError/Code/deadlineExceeded`` they may still be written.
  public func saveLaunchImagesAndWait(
    of snapshot: RestorationSnapshot, deadline: Duration? = nil,
    _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    try saveLaunchImagesAndWait(of: LoggedState(snapshot), deadline: deadline, images)
  }

  /// Stores launch images of a state and blocks until they are durable.
  ///
  /// Otherwise the same as ``saveLaunchImagesAndWait(of:deadline:_:)``.
  ///
  /// - Parameters:
  ///   - state: The state that the images show.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  ///   - images: Encodes the images. An empty array removes existing images.
  /// - Throws: ``ArchiveError``, as ``saveLaunchImagesAndWait(of:deadline:_:)`` does.
  package func saveLaunchImagesAndWait(
    of state: LoggedState, deadline: Duration? = nil,
    _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    let result = ArchiveQueue.wait(deadline: deadline) { done in
      queue.async(
        { archive throws(ArchiveError) in try archive.saveLaunchImages(of: state, images) }, done)
    }
    guard let result else {
      throw ArchiveError(.deadlineExceeded, "The launch image was not on disk by the deadline")
    }
    try result.get()
  }

  /// Starts to prefetch the launch images, without blocking the caller's actor.
  ///
  /// They are kept until ``loadLaunchImages()`` is called or state is saved.
  public func beginLoadingLaunchImages() {
    queue.async { $0.readLaunchImagesAhead() }
  }

  /// Returns the launch images of the state that ``load()`` found.
  ///
  /// The array is empty when there are none, they cannot be read, or they belong to another state.
  public func loadLaunchImages() -> [LaunchImage] {
    queue.sync { $0.launchImages() }
  }
}
