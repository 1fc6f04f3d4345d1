// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

/// The form in which launch images are stored.
public enum LaunchImagePrivacy: Hashable, Sendable {
  /// Unchanged, except that secure fields are blank.
  case plain
  /// Blurred until nothing in them is readable.
  case blurred
  /// No launch images: launches begin with the default image.
  case none
}

/// A pass and its pictures; `nil` keeps the existing pictures.
typealias PicturedPass = (pass: PreservedState, pictures: TakenPictures?)

/// Pictures of all windows, not encoded yet.
struct TakenPictures {
  /// Whether no newer pictures were taken since.
  let areNewest: @Sendable () -> Bool
  /// Encodes the pictures, away from the main actor.
  ///
  /// An empty result removes the existing pictures.
  let encode: @Sendable () -> [LaunchImage]
}

/// Launch images: when they are taken, and when they are shown.
extension Application {
  /// The longest wait for pictures when the process ends.
  ///
  /// Pictures are worth less than the state.
  private static let pictureDeadline = Duration.seconds(2)

  /// Keeps the next launch from showing what is on screen now.
  ///
  /// Use it for content that will not look the same again, such as an error message or news. Call
  /// it while state is preserved, from an object that encodes or from the delegate. A call at any
  /// other time changes nothing and is reported. The call applies to the current pass only. The
  /// next launch then begins with ``defaultLaunchImage``.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    guard restoration.isPreserving else { return restoration.warnOfIgnoredSnapshot() }
    ignoresSnapshot = true
  }

  // MARK: Taking pictures

  /// Preserves everything, and takes pictures if the application leaves the foreground.
  func preserveEverything(reason: PreservationReason) -> PicturedPass {
    ignoresSnapshot = false
    let pass = restoration.preserve(reason: reason, scope: .all)
    // Windows that were never shown do not tell how the next launch looks.
    guard pass.report.isAllowed, !isLaunchedInBackground,
      reason == .background || reason == .terminating
    else {
      return (pass, nil)
    }
    guard ignoresSnapshot || launchImagePrivacy == .none || saving.hasShownFirstFrame else {
      // Before the first frame there is nothing to take, and the last picture may still be right.
      return (pass, nil)
    }
    return (
      pass,
      TakenPictures(areNewest: restoration.beginPictures(), encode: takePictures(pass.report))
    )
  }

  func saveAndWait(_ pictures: TakenPictures?, of pass: PreservedState) {
    guard let pictures else { return }
    // The archiver logs failures. The application can launch without pictures.
    try? pass.saveLaunchImagesAndWait(deadline: Self.pictureDeadline, pictures.encode)
  }

  /// Takes a picture of each window that restoring will reproduce.
  ///
  /// - Returns: A closure that encodes the pictures, away from the main actor.
  private func takePictures(_ report: PreservationReport) -> @Sendable () -> [LaunchImage] {
    guard !ignoresSnapshot, launchImagePrivacy != .none else { return { [] } }
    let saved = Set(report.outcomes.filter(\.isSaved).map(\.address))
    let isBlurred = launchImagePrivacy == .blurred
    let pictures = windows.filter(\.isVisible).compactMap {
      window -> (LaunchImage, WindowPicture)? in
      guard let content = content(of: window, within: saved),
        let scene = tree.windowAddress(of: window)?.scene,
        !report.omissions.contains(where: { $0.address.scene == scene }),
        let picture = host.picture(of: window, isBlurred: isBlurred)
      else { return nil }
      let image = LaunchImage(
        scene: scene, content: content, width: picture.size.width, height: picture.size.height,
        encoded: [])
      return (image, picture)
    }
    return {
      pictures.compactMap { image, picture in
        var image = image
        image.encoded = picture.encode() ?? []
        return image.encoded.isEmpty ? nil : image
      }
    }
  }

  /// Returns the paths of the innermost controllers on screen in a window.
  ///
  /// Containers of other controllers on screen are left out.
  ///
  /// - Returns: `nil` when one of the controllers is not among the addresses. Its content is not
  ///   restored, so a picture of it would promise something that does not appear.
  private func content(of window: Window, within addresses: Set<RestorationAddress>) -> [String]? {
    var paths: [String] = []
    for controller in window.presentationChain.flatMap(\.innermostControllers) {
      guard let address = try? tree.address(of: controller), addresses.contains(address) else {
        return nil
      }
      paths.append(address.path.description)
    }
    return paths.isEmpty ? nil : paths
  }

  // MARK: Showing them

  /// Shows the windows of a launch that restored state.
  ///
  /// A window begins with a picture of how it was left. Without a picture it begins with the
  /// interface itself, or with the default image if the launch is slow.
  func showLaunchedWindows(_ report: RestorationReport) {
    let images = launchImagePrivacy == .none ? [] : restoration.launchImages()
    let restored = Set(report.outcomes.filter { $0.result == .restored }.map(\.address))
    let isSlow = isSlow  // one answer for all windows
    for window in orderedWindows.reversed() where window.isOnScreen {
      window.updateAppearance(animated: false) { [self] in
        let content = content(of: window, within: restored)
        let scene = tree.windowAddress(of: window)?.scene
        let image = images.first { $0.scene == scene && $0.content == content }
        if let image {
          host.show(window, beginningWith: .launchImage(image))
        } else if isSlow {
          host.show(window, beginningWith: .defaultImage(defaultLaunchImage))
        } else {
          host.show(window)
        }
      }
    }
  }

  /// Whether this launch is slow enough for the default image.
  private var isSlow: Bool {
    launchBegan.map { ContinuousClock.now - $0 >= defaultLaunchImageDelay } ?? false
  }
}

extension ViewController {
  /// The visible controllers from here down that contain no visible controller.
  fileprivate var innermostControllers: [ViewController] {
    let search = shownControllers.filter { $0 === searchController }
    let own = visibleChildren.isEmpty ? [self] : visibleChildren.flatMap(\.innermostControllers)
    return own + search.flatMap(\.innermostControllers)
  }
}
