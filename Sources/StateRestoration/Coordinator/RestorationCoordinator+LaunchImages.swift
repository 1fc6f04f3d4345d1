// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationCoordinator {
  /// Whether objects are encoding now.
  package var isPreserving: Bool { phase == .preserving || isPreviewing }

  /// Whether what objects encode now is not kept.
  package var isPreviewing: Bool { phase == .previewing }

  /// Says that the launch image was to be ignored when no pass could hear it (R115).
  package func complainOfIgnoredSnapshot() { complain(.ignoreSnapshotTooLate) }

  /// Begins to read what ``launchImages()`` is to return, away from the caller's actor.
  ///
  /// Called by `Application` once launch has begun, so that they are there when state is restored.
  package func beginLoadingLaunchImages() { archiver.beginLoadingLaunchImages() }

  /// Says that pictures are taken; older ones that wait to be written are not to be.
  ///
  /// - Returns: Says whether those taken now are still the newest.
  package func beginPictures() -> @Sendable () -> Bool { ledger.beginPictures() }

  /// The pictures of exactly the state that this process restored; empty without any (R191).
  ///
  /// - Returns: One picture a window at most, authenticated.
  public func launchImages() -> [LaunchImage] {
    launch.hasRestored ? archiver.loadLaunchImages() : []
  }
}

extension PreservationPass {
  /// Keeps pictures of what this pass found, once it is committed (R114).
  ///
  /// Without effect when another state is on disk by then.
  ///
  /// - Parameter images: Encodes the pictures, away from the caller's actor; none removes those that
  ///   there were.
  /// - Throws: `ArchiveError` when they could not be written; the archive is as it was.
  public func saveLaunchImages(_ images: @escaping @Sendable () -> [LaunchImage])
    async throws(ArchiveError)
  {
    guard let kept else { return }
    try await archiver.saveLaunchImages(of: kept, images)
  }

  /// Keeps pictures of what this pass found, and returns when they are durable, or at a deadline.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - images: Encodes the pictures; none removes those that there were.
  /// - Throws: `ArchiveError` when they could not be written; the archive is as it was.
  public func saveLaunchImagesAndWait(
    deadline: Duration? = nil, _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    guard let kept else { return }
    try archiver.saveLaunchImagesAndWait(of: kept, deadline: deadline, images)
  }
}
