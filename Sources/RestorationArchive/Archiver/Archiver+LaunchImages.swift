// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Logging
import Synchronization

/// The pictures beside the archives: sealed with the same key, each file for one save (R119, R191).
extension Archiver {
  /// Keeps pictures of the state in a snapshot, without holding up the caller's actor.
  ///
  /// Nothing happens unless that snapshot is the state on disk by then: a picture of another state
  /// would be a lie. What is there already is not written again.
  ///
  /// - Parameters:
  ///   - snapshot: The state that the pictures show.
  ///   - images: Encodes the pictures, on the archiver's queue; none removes what there was.
  /// - Throws: ``ArchiveError`` when they could not be written; what was there before is there then.
  public func saveLaunchImages(
    of snapshot: RestorationSnapshot, _ images: @escaping @Sendable () -> [LaunchImage]
  ) async throws(ArchiveError) { try await saveLaunchImages(of: LoggedState(snapshot), images) }

  /// As ``saveLaunchImages(of:_:)``, for a state as passes hand it over.
  ///
  /// - Parameters:
  ///   - state: The state that the pictures show.
  ///   - images: Encodes the pictures, on the archiver's queue; none removes what there was.
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

  /// Keeps pictures of the state in a snapshot, and holds the caller until they are durable.
  ///
  /// - Parameters:
  ///   - snapshot: The state that the pictures show.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - images: Encodes the pictures, on the archiver's queue; none removes what there was.
  /// - Throws: ``ArchiveError`` when they could not be written; what was there before is there then.
  ///   With the code ``ArchiveError/Code/deadlineExceeded`` they may still be written.
  public func saveLaunchImagesAndWait(
    of snapshot: RestorationSnapshot, deadline: Duration? = nil,
    _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) {
    try saveLaunchImagesAndWait(of: LoggedState(snapshot), deadline: deadline, images)
  }

  /// As ``saveLaunchImagesAndWait(of:deadline:_:)``, for a state as passes hand it over.
  ///
  /// - Parameters:
  ///   - state: The state that the pictures show.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - images: Encodes the pictures; none removes what there was.
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

  /// Begins to read what ``loadLaunchImages()`` is to return, without holding up the caller's actor.
  ///
  /// What is read is kept until that is called or state is saved.
  public func beginLoadingLaunchImages() {
    queue.async { [self] in launchImages.readAhead = readLaunchImages() }
  }

  /// The pictures that belong to the state that ``load()`` found; none when they do not, cannot be
  /// read, or there are none (R191).
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
      // Another process may have taken the slot, or saved there, since.
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
        body, with: key, generation: saved.identity.generation, as: .launchImage)
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

/// What an archiver knows of the pictures beside its archives.
final class LaunchImageRecord: Sendable {
  private let state = Mutex(State())

  private struct State {
    var digest: [UInt8]?
    var readAhead: LaunchImageFile?
  }

  /// What the launch image was that this process wrote last.
  var digest: [UInt8]? {
    get { state.withLock { $0.digest } }
    set { state.withLock { $0.digest = newValue } }
  }

  /// The pictures that were read ahead of being asked for.
  var readAhead: LaunchImageFile? {
    get { state.withLock { $0.readAhead } }
    set { state.withLock { $0.readAhead = newValue } }
  }

  /// The pictures on disk, if any, are of a state that was given up, or another key's.
  func forget() { digest = nil }
}
