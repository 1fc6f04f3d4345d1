// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import RestorationArchive
  public import ViewControllers

  /// The content of a program's first frame.
  public enum FirstFrame: String, Sendable {
    /// The picture of the window when the application left the foreground.
    case launchImage = "launch-image"
    /// The application's default picture, or an empty window.
    case defaultImage = "default-image"
    /// The interface itself.
    case interface
  }

  extension GTKHost {
    /// Shows a window under an image until its content is complete.
    ///
    /// The image fades into the content as soon as that is complete, or when the user does
    /// something. If animations are off, a launch image disappears at once, and a default image is
    /// not shown, because it would only flash. A launch image of a light window is not shown if
    /// windows are known to be dark now, nor the other way round.
    ///
    /// - Parameters:
    ///   - window: The window, whose content is restored.
    ///   - image: The image of the first frame.
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

    /// Takes a picture of a window's content; secret texts are blank.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - isBlurred: Whether to make everything in it unreadable.
    /// - Returns: `nil` before the window was painted, while something moves or a picture in it has
    ///   not arrived, and while a secret text is below a sheet.
    public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
      guard !settling.isBusy else { return nil }
      return (window.peer as? GTKWindowPeer)?.takePicture(isBlurred: isBlurred)
    }

    /// The kind of frame that the front window shows now.
    var frameOnScreen: FirstFrame {
      guard let cover = windowPeers.last?.cover else { return .interface }
      return cover.showsLaunchImage ? .launchImage : .defaultImage
    }
  }

  extension GTKWindowPeer {
    /// Puts an image over the content until the content is complete.
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
      // Blanking a text would also paint over the sheet above it.
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
