// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Logging

/// Launch images, sealed with the key of the archives beside them.
extension Archive {
  /// Returns the launch images of the state that was loaded.
  func launchImages() -> [LaunchImage] {
    let known = imagesReadAhead.take()
    let trace = log.newTrace(.load)
    guard let file = known ?? readLaunchImages(), file.save == writer.saved?.identity else {
      trace?.say("picture", "none of this state")
      return []
    }
    trace?.say("picture", "\(file.images.count) of this state")
    return file.images
  }

  /// Reads the launch images ahead, for ``launchImages()``.
  func readLaunchImagesAhead() { imagesReadAhead = readLaunchImages() }

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

  /// Stores the launch images of the state on disk.
  ///
  /// Those of another state would be wrong, so nothing happens then.
  func saveLaunchImages(of shown: LoggedState, _ images: () -> [LaunchImage])
    throws(ArchiveError)
  {
    guard let slot = slots.own, let saved = writer.saved, saved.state.isSame(as: shown) else {
      return
    }
    do throws(ArchiveError) {
      let key = try keys.current()
      // Another process may have taken the slot, or saved in it, since then.
      guard try ownSlot(with: key) == slot, writer.saved?.identity == saved.identity else { return }
      let trace = log.newTrace(.commit)
      let began = trace?.now
      let images = images()
      guard !images.isEmpty else {
        imageDigest = nil
        trace?.say("picture", "none is kept")
        return try store.replaceLaunchImage(with: nil, slot: slot.name)
      }
      let body = try LaunchImageFile(save: saved.identity, images: images).write()
      let digest = Array(SHA256.hash(data: body))
      guard imageDigest != digest else {
        trace?.say("picture", "the same as before", since: began)
        return
      }
      let file = try ArchiveSeal.seal(
        body, with: key, sequenceNumber: saved.identity.sequenceNumber, as: .launchImage)
      try store.replaceLaunchImage(with: file, slot: slot.name)
      imageDigest = digest
      trace?.say(
        "picture", "\(images.count) kept", "\(file.count) bytes encoded, sealed and written",
        since: began)
    } catch {
      log.logger.warning("The launch image could not be kept: \(error)")
      throw error
    }
  }
}
