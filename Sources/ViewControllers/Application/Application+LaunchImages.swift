// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

/// A pass, and pictures of what it found; `nil` when those that there are stay as they are.
typealias PicturedPass = (pass: PreservationPass, pictures: TakenPictures?)

/// Pictures of all windows, not encoded yet.
struct TakenPictures {
  /// Whether no others were taken since.
  let areNewest: @Sendable () -> Bool
  /// Encodes them, away from the main actor; none removes those that there were.
  let encode: @Sendable () -> [LaunchImage]
}

/// The picture that launching begins with: when it is taken, and when it is shown (R114–R119).
extension Application {
  /// How long the end of the process waits for pictures; they are worth less than the state.
  private static let pictureDeadline = Duration.seconds(2)

  /// Keeps the next launch from showing what is on screen now.
  ///
  /// For what will not look the same again, such as an error message or news. Called while state is
  /// preserved, by an object that encodes or by the delegate; anywhere else it changes nothing and
  /// is reported (R115). It holds for this pass: the next one begins without (R116). The next
  /// launch begins with ``defaultLaunchImage`` then.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    guard restoration.isPreserving else { return restoration.complainOfIgnoredSnapshot() }
    ignoresSnapshot = true
  }

  // MARK: Taking pictures

  /// Preserves everything and takes pictures of it, if the application leaves the foreground.
  func preserveEverything(reason: PreservationReason) -> PicturedPass {
    ignoresSnapshot = false
    let pass = restoration.preserve(reason: reason, everything: true)
    // Windows that were never shown say nothing about what the next launch looks like.
    guard pass.report.isAllowed, !isLaunchedInBackground,
      reason == .background || reason == .terminating
    else {
      return (pass, nil)
    }
    guard ignoresSnapshot || launchImagePrivacy == .none || saving.hasShownFirstFrame else {
      // Before the first frame there is nothing to take, and the last picture may still be true.
      return (pass, nil)
    }
    return (
      pass,
      TakenPictures(areNewest: restoration.beginPictures(), encode: takePictures(pass.report))
    )
  }

  func saveAndWait(_ pictures: TakenPictures?, of pass: PreservationPass) {
    guard let pictures else { return }
    // The archiver logs failures; an application without pictures launches as well.
    try? pass.saveLaunchImagesAndWait(deadline: Self.pictureDeadline, pictures.encode)
  }

  /// Takes a picture of each window that will look the same after restoring.
  ///
  /// - Returns: Encodes them, away from the main actor.
  private func takePictures(_ report: PreservationReport) -> @Sendable () -> [LaunchImage] {
    guard !ignoresSnapshot, launchImagePrivacy != .none else { return { [] } }
    let saved = Set(
      report.outcomes.filter { $0.result == .encoded || $0.result == .carried }.map(\.address))
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

  /// The paths of all controllers in a window that show something of their own: those on screen, but
  /// for containers of others.
  ///
  /// - Returns: `nil` when one of them is not among the addresses: what it shows is not restored,
  ///   and a picture of it would promise what does not come (R117).
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

  /// Shows the windows of a launch that restored state, each beginning with a picture of how it was left;
  /// one without begins with the interface itself, or with the default image if that has taken long
  /// (R118, R192).
  func showLaunchedWindows(_ report: RestorationReport) {
    let images = launchImagePrivacy == .none ? [] : restoration.launchImages()
    let restored = Set(report.outcomes.filter { $0.result == .restored }.map(\.address))
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

  /// Whether this launch has taken so long that its interface comes late.
  private var isSlow: Bool {
    launchBegan.map { ContinuousClock.now - $0 >= defaultLaunchImageDelay } ?? false
  }
}

extension ViewController {
  /// The controllers on screen from this one down that contain no other that is.
  fileprivate var innermostControllers: [ViewController] {
    let search = shownControllers.filter { $0 === searchController }
    let own = visibleChildren.isEmpty ? [self] : visibleChildren.flatMap(\.innermostControllers)
    return own + search.flatMap(\.innermostControllers)
  }
}
