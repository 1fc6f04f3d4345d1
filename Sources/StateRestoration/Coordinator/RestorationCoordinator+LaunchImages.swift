// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationCoordinator {
  /// Whether objects are encoding now.
  package var isPreserving: Bool { phase == .preserving || isPreviewing }

  /// Whether the values that objects encode now are discarded.
  var isPreviewing: Bool { phase == .previewing }

  /// Reports that a request to ignore the launch image came too late.
  package func warnOfIgnoredSnapshot() { warn(.ignoreSnapshotTooLate) }

  /// Starts to read the result of ``launchImages()``, off the caller's actor.
  ///
  /// `Application` calls it once launch has begun, so that the images are ready when state is
  /// restored.
  package func beginLoadingLaunchImages() { archiver.beginLoadingLaunchImages() }

  /// Starts a set of pictures; older sets still waiting are not written.
  ///
  /// - Returns: A closure that tells whether this set is still the newest.
  package func beginPictures() -> @Sendable () -> Bool { saving.order.beginPictures() }

  /// Returns the pictures of exactly the state that this process restored.
  ///
  /// - Returns: At most one picture per window, authenticated; empty when there are none.
  public func launchImages() -> [LaunchImage] {
    launch.hasRestored ? archiver.loadLaunchImages() : []
  }
}

extension PreservedState {
  /// Saves pictures of this pass's state, after its commit.
  ///
  /// Does nothing when another state is on disk by then.
  ///
  /// - Parameter images: Encodes the pictures, off the caller's actor; an empty result removes
  ///   existing pictures.
  /// - Throws: `ArchiveError` when they could not be written; the archive is unchanged.
  public func saveLaunchImages(_ images: @escaping @Sendable () -> [LaunchImage])
    async throws(ArchiveError)
  {
    guard let kept else { return }
    try await order.archiver.saveLaunchImages(of: kept, images)
  }

  /// Saves pictures of this pass's state and blocks until they are durable.
  ///
  /// - Parameters:
  ///   - deadline: The longest time to wait; `nil` waits without limit.
  ///   - images: Encodes the pictures; an empty result removes existing pictures.
  /// - Throws: `ArchiveError` when they could not be written; the archive is unchanged.
  public func saveLaunchImagesAndWait(
    deadline: Duration? = nil, _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    guard let kept else { return }
    try order.archiver.saveLaunchImagesAndWait(of: kept, deadline: deadline, images)
  }
}
