// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import RestorationArchive
  public import ViewControllers

  /// What was on screen in the first frame of a program (R175).
  public enum FirstFrame: String, Sendable {
    /// The window as it was when the application left the foreground.
    case launchImage = "launch-image"
    /// The application's picture, or an empty window.
    case defaultImage = "default-image"
    /// The interface itself.
    case interface
  }

  extension GTKHost {
    /// Draws a window with an image over it, which fades into the window's content as soon as that is
    /// complete, or when the user does something.
    ///
    /// Where nothing moves the launch image goes all at once, and there is no default image, which
    /// would only flash. A launch image of a light window is not shown where windows are known to be dark
    /// by now, nor one of a dark window where they are light.
    ///
    /// - Parameters:
    ///   - window: The window, whose content is restored.
    ///   - image: What is on screen in the first frame.
    public func show(_ window: Window, beginningWith image: FirstImage) {
      guard window.peer == nil, let peer = makePeer(of: window) else { return show(window) }
      if case .launchImage(let picture) = image, appearance.isSettled,
        let mark = PictureMark(of: picture.encoded), mark.isDark != ColorStyles.isDark
      {
        return peer.present()
      }
      let isLaunchImage = if case .launchImage = image { true } else { false }
      if isLaunchImage || FrameAnimation.isWanted { peer.cover(with: image) }
      peer.present()
    }

    /// Takes a picture of a window's content, secret texts blank.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - isBlurred: Whether nothing in it shall be readable.
    /// - Returns: `nil` before the window was painted, while something moves or a picture in it has not
    ///   arrived, and while something secret is under a sheet.
    public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
      guard !settling.isBusy else { return nil }
      return (window.peer as? GTKWindowPeer)?.takePicture(isBlurred: isBlurred)
    }

    /// What the window in front shows now.
    var frameOnScreen: FirstFrame {
      guard let cover = windowPeers.last?.cover else { return .interface }
      return cover.showsLaunchImage ? .launchImage : .defaultImage
    }
  }

  extension GTKWindowPeer {
    /// Puts an image over the content until that is complete.
    func cover(with image: FirstImage) {
      let isResized = model.map { $0.isMaximized || $0.isFullScreen } ?? false
      cover = unsafe LaunchCover(
        image, hasBar: contentHasBar, isResized: isResized, on: stage, host: host)
      cover?.onEnd = { [weak self] in self?.cover = nil }
    }

    /// Renders the content without the image over it.
    func takePicture(isBlurred: Bool) -> WindowPicture? {
      let content = unsafe sheets.canvas.widget
      let layers = unsafe content.children
      func secrets(in layer: WidgetPointer) -> [WidgetPointer] {
        unsafe SecretTexts.all(below: layer).filter { unsafe !SecretTexts.isEmpty($0) }
      }
      // What lies over a text would be painted over with it.
      guard unsafe layers.dropLast().allSatisfy({ unsafe secrets(in: $0).isEmpty }) else {
        return nil
      }
      let blanks = unsafe (layers.last.map { unsafe secrets(in: $0) } ?? []).compactMap { text in
        unsafe SecretTexts.area(of: text, in: content).map { area in
          unsafe (area: area, color: SecretTexts.background(of: text))
        }
      }
      return camera.takePicture(blanks: blanks, isBlurred: isBlurred)
    }
  }
#endif
