// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Logging
import Synchronization

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
      queue.async { [self] in
        continuation.resume(returning: replaceLaunchImages(of: state, images))
      }
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
    let result = SaveQueue.wait(deadline: deadline) { done in
      queue.async { [self] in done(replaceLaunchImages(of: state, images)) }
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
    queue.async { [self] in launchImages.readAhead = readLaunchImages() }
  }

  /// Returns the launch images of the state that ``load()`` found.
  ///
  /// The array is empty when there are none, they cannot be read, or they belong to another state.
  public func loadLaunchImages() -> [LaunchImage] {
    queue.sync {
      let known = launchImages.readAhead
      launchImages.readAhead = nil
      let trace = newTrace(.load)
      guard let file = known ?? readLaunchImages(), file.save == writer.saved?.identity else {
        trace?.say("picture", "none of this state")
        return []
      }
      trace?.say("picture", "\(file.images.count) of this state")
      return file.images
    }
  }

  private func readLaunchImages() -> LaunchImageFile? {
    guard let slot = slots.own, writer.saved != nil else { return nil }
    do throws(ArchiveError) {
      guard let file = try store.storedLaunchImage(slot: slot.name) else { return nil }
      return try LaunchImageFile(
        ArchiveSeal.open(file, with: keys.current(), as: .launchImage).body)
    } catch {
      log.logger.debug("The launch image is not used: \(error)")
      return nil
    }
  }

  private func replaceLaunchImages(
    of shown: LoggedState, _ images: () -> [LaunchImage]
  ) -> Result<Void, ArchiveError> {
    guard let slot = slots.own, let saved = writer.saved, saved.state.isSame(as: shown) else {
      return .success(())
    }
    let result = Result { () throws(ArchiveError) in
      let key = try keys.current()
      // Another process may have taken the slot, or saved in it, since then.
      guard try ownSlot(with: key) == slot, writer.saved?.identity == saved.identity else { return }
      let trace = newTrace(.commit)
      let began = trace?.now
      let images = images()
      guard !images.isEmpty else {
        launchImages.digest = nil
        trace?.say("picture", "none is kept")
        return try store.replaceLaunchImage(with: nil, slot: slot.name)
      }
      let body = try LaunchImageFile(save: saved.identity, images: images).write()
      let digest = Array(SHA256.hash(data: body))
      guard launchImages.digest != digest else {
        trace?.say("picture", "the same as before", since: began)
        return
      }
      let file = try ArchiveSeal.seal(
        body, with: key, sequenceNumber: saved.identity.sequenceNumber, as: .launchImage)
      try store.replaceLaunchImage(with: file, slot: slot.name)
      launchImages.digest = digest
      trace?.say(
        "picture", "\(images.count) kept", "\(file.count) bytes encoded, sealed and written",
        since: began)
    }
    if case .failure(let error) = result {
      log.logger.warning("The launch image could not be kept: \(error)")
    }
    return result
  }
}

/// The archiver's knowledge of the launch images beside its archives.
final class LaunchImageRecord: Sendable {
  private let state = Mutex(State())

  private struct State {
    var digest: [UInt8]?
    var readAhead: LaunchImageFile?
  }

  /// The digest of the launch image file that this process wrote last.
  var digest: [UInt8]? {
    get { state.withLock { $0.digest } }
    set { state.withLock { $0.digest = newValue } }
  }

  /// The prefetched launch images.
  var readAhead: LaunchImageFile? {
    get { state.withLock { $0.readAhead } }
    set { state.withLock { $0.readAhead = newValue } }
  }

  /// Forgets the images on disk after their state or key was replaced.
  func forget() { digest = nil }
}
